package sysview

import (
	"context"
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgIndex = &catalog.View{
	ID: 2610, Schema: "pg_catalog", Name: "pg_index", Kind: 'r',
	Columns: columns("indexrelid:oid indrelid:oid indnatts:int2 indnkeyatts:int2 indisunique:bool indnullsnotdistinct:bool " +
		"indisprimary:bool indisexclusion:bool indimmediate:bool indisclustered:bool indisvalid:bool " +
		"indcheckxmin:bool indisready:bool indislive:bool indisreplident:bool indkey:int2vector " +
		"indcollation:oidvector indclass:oidvector indoption:int2vector indexprs:pg_node_tree " +
		"indpred:pg_node_tree"),
	Rows: rows(pgIndexRows),
}

// pgIndexRows lists the primary keys: the only indexes there are.
func pgIndexRows(_ context.Context, src Sources, emit emitFunc) error {
	for _, t := range tables(src) {
		if t.HiddenKey() {
			continue
		}
		n := len(t.PrimaryKey)
		numbers := keyNumbers(t)
		collations, classes := make([]types.OID, n), make([]types.OID, n)
		for i, key := range t.KeyTypes() {
			if info := types.Lookup(key.OID); info != nil {
				collations[i] = info.Collation
			}
			classes[i] = operatorClassOf(key.OID)
		}
		err := emit(datum.Row{
			oid(t.PKIndexID), oid(t.ID), int2(n), int2(n), yes, no, yes, no, yes, no, yes, no, yes, yes, no,
			int2Vector(numbers), oidVector(collations), oidVector(classes), int2Vector(make([]int, n)), null, null,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// keyNumbers lists the attribute numbers of the primary key's columns.
func keyNumbers(t *catalog.Table) []int {
	numbers := make([]int, len(t.PrimaryKey))
	for i, c := range t.PrimaryKey {
		numbers[i] = int(t.Columns[c].AttNum)
	}
	return numbers
}

// indexDefinition is the statement that would make the primary key's index.
func indexDefinition(t *catalog.Table) string {
	keys := keyColumns(t)
	for i, k := range keys {
		keys[i] = quoteIdent(k)
	}
	return "CREATE UNIQUE INDEX " + quoteIdent(t.PKName) + " ON " + quoteIdent(t.Schema) + "." + quoteIdent(t.Name) +
		" USING btree (" + strings.Join(keys, ", ") + ")"
}
