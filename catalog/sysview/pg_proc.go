package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgProc = &catalog.View{
	ID: 1255, Schema: "pg_catalog", Name: "pg_proc", Kind: 'r',
	Columns: columns("oid:oid proname:name pronamespace:oid proowner:oid prolang:oid procost:float4 prorows:float4 " +
		"provariadic:oid prosupport:regproc prokind:char prosecdef:bool proleakproof:bool proisstrict:bool " +
		"proretset:bool provolatile:char proparallel:char pronargs:int2 pronargdefaults:int2 prorettype:oid " +
		"proargtypes:oidvector proallargtypes:_oid proargmodes:_char proargnames:_text " +
		"proargdefaults:pg_node_tree protrftypes:_oid prosrc:text probin:text prosqlbody:pg_node_tree " +
		"proconfig:_text proacl:_aclitem"),
	Rows: rows(pgProcRows),
}

// internalLanguageID is the language of functions that are built in.
const internalLanguageID types.OID = 12

// pgProcRows lists the functions that can be called, and the procedures that
// pg_type and pg_am name but SQL can't call here.
func pgProcRows(_ context.Context, src Sources, emit emitFunc) error {
	listed := map[types.OID]bool{}
	for _, f := range src.Functions() {
		listed[f.OID] = true
		if err := emit(procRow(&f)); err != nil {
			return err
		}
	}
	for _, p := range typeProcs {
		if listed[p.oid] {
			continue
		}
		f := Function{
			OID: p.oid, Name: p.name, Kind: 'f', Args: p.args, Result: p.result,
			Strict: p.strict, Volatility: p.volatility,
		}
		if err := emit(procRow(&f)); err != nil {
			return err
		}
	}
	return nil
}

func procRow(f *Function) datum.Row {
	variadic := none
	if f.Variadic && len(f.Args) > 0 {
		last := f.Args[len(f.Args)-1]
		if elem := types.ElemOf(last); elem != 0 {
			last = elem
		}
		variadic = oid(last)
	}
	resultRows := float32(0)
	if f.Set {
		resultRows = 1000
	}
	all, modes, names := procArguments(f)
	return datum.Row{
		oid(f.OID), name(f.Name), oid(functionSchema(f)), oid(catalog.SuperuserID), oid(internalLanguageID),
		types.NewFloat4(1), types.NewFloat4(resultRows), variadic, proc(""), char(f.Kind), no, no,
		boolean(f.Strict), boolean(f.Set), char(f.Volatility), char('s'),
		int2(len(f.Args)), int2(f.Defaults), oid(f.Result), oidVector(f.Args), all, modes, names,
		null, null, text(f.Name), null, null, null, null,
	}
}

// procArguments gives proallargtypes, proargmodes and proargnames, which are
// NULL when all arguments are inputs and when none has a name.
func procArguments(f *Function) (all, modes, names datum.Datum) {
	named := len(f.ArgNames) > 0 || len(f.OutNames) > 0
	var list []string
	var typeIDs, modeList []datum.Datum
	for i, a := range f.Args {
		mode := byte('i')
		if f.Variadic && i == len(f.Args)-1 {
			mode = 'v'
		}
		argName := ""
		if i < len(f.ArgNames) {
			argName = f.ArgNames[i]
		}
		typeIDs, modeList, list = append(typeIDs, oid(a)), append(modeList, char(mode)), append(list, argName)
	}
	for i, t := range f.OutTypes {
		outName := ""
		if i < len(f.OutNames) {
			outName = f.OutNames[i]
		}
		mode := byte('o')
		if f.Set {
			mode = 't'
		}
		typeIDs, modeList, list = append(typeIDs, oid(t)), append(modeList, char(mode)), append(list, outName)
	}
	if len(f.OutTypes) > 0 || f.Variadic {
		all, modes = array(types.Oid, typeIDs), array(types.Char, modeList)
	}
	if named {
		names = stringArray(types.Text, list)
	}
	return all, modes, names
}

func functionSchema(f *Function) types.OID {
	if id, ok := SchemaID(f.Schema); ok {
		return id
	}
	return PgCatalogSchemaID
}

var pgAggregate = &catalog.View{
	ID: 2600, Schema: "pg_catalog", Name: "pg_aggregate", Kind: 'r',
	Columns: columns("aggfnoid:regproc aggkind:char aggnumdirectargs:int2 aggtransfn:regproc aggfinalfn:regproc " +
		"aggcombinefn:regproc aggserialfn:regproc aggdeserialfn:regproc aggmtransfn:regproc " +
		"aggminvtransfn:regproc aggmfinalfn:regproc aggfinalextra:bool aggmfinalextra:bool " +
		"aggfinalmodify:char aggmfinalmodify:char aggsortop:oid aggtranstype:oid aggtransspace:int4 " +
		"aggmtranstype:oid aggmtransspace:int4 agginitval:text aggminitval:text"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		dash := proc("")
		for _, f := range src.Functions() {
			if f.Kind != 'a' {
				continue
			}
			kind := byte('n')
			if f.AggKind != 0 {
				kind = f.AggKind
			}
			// How an aggregate works inside isn't made of SQL functions here.
			err := emit(datum.Row{
				datum.Datum{OID: types.Regproc, I: int64(f.OID), S: f.Name}, char(kind), datum.Datum{OID: types.Int2, I: int64(f.Direct)},
				dash, dash, dash, dash, dash, dash, dash, dash, no, no, char('r'), char('r'),
				none, oid(f.Result), zero4, none, zero4, null, null,
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}
