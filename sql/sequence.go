package sql

import (
	"context"
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

var _ fn.Sequences = sessionInfo{}

// sequenceValues is what a session remembers of the sequences that it used.
type sequenceValues struct {
	current map[types.OID]int64
	last    types.OID // the one used last; 0: none
}

// sequence finds a sequence that the current role has one of some privileges on.
func (i sessionInfo) sequence(oid types.OID, any catalog.Privilege) (*catalog.Sequence, error) {
	view, err := i.s.catalogView(i.ctx)
	if err != nil {
		return nil, err
	}
	q, ok := view.snap.Sequence(oid)
	if !ok {
		if _, name, found := (resolver{s: i.s, ctx: i.ctx}).relation(view, oid); found {
			return nil, pgerr.New(pgerr.WrongObjectType, "%q is not a sequence", name)
		}
		return nil, pgerr.New(pgerr.UndefinedTable, "could not open relation with OID %d", oid)
	}
	for _, p := range bits(any) {
		if view.snap.HasPrivilege(i.s.role, catalog.ClassTable, q.ID, p) {
			return q, nil
		}
	}
	return nil, pgerr.New(pgerr.InsufficientPrivilege, "permission denied for sequence %s", q.Name)
}

// writes refuses a function that changes a sequence in a read-only transaction.
func (i sessionInfo) writes(function string) error {
	if i.s.tx != nil && i.s.tx.readOnly {
		return pgerr.New(pgerr.ReadOnlySQLTransaction, "cannot execute %s() in a read-only transaction", function)
	}
	return nil
}

// NextValue implements fn.Sequences.
func (i sessionInfo) NextValue(oid types.OID) (int64, error) {
	q, err := i.sequence(oid, catalog.PrivUsage|catalog.PrivUpdate)
	if err != nil {
		return 0, err
	}
	if !q.Temporary {
		if err := i.writes("nextval"); err != nil {
			return 0, err
		}
	}
	n, err := i.s.engine.catalog.SequenceValues().Next(i.ctx, q)
	if err == nil {
		i.s.used(oid, n)
	}
	return n, err
}

// used notes a value for currval and lastval.
func (s *Session) used(sequence types.OID, value int64) {
	if s.sequences.current == nil {
		s.sequences.current = map[types.OID]int64{}
	}
	s.sequences.current[sequence], s.sequences.last = value, sequence
}

// CurrentValue implements fn.Sequences.
func (i sessionInfo) CurrentValue(oid types.OID) (int64, error) {
	q, err := i.sequence(oid, catalog.PrivUsage|catalog.PrivSelect)
	if err != nil {
		return 0, err
	}
	n, ok := i.s.sequences.current[oid]
	if !ok {
		return 0, pgerr.New(pgerr.ObjectNotInPrerequisiteState, "currval of sequence %q is not yet defined in this session", q.Name)
	}
	return n, nil
}

// LastValue implements fn.Sequences.
func (i sessionInfo) LastValue() (int64, error) {
	undefined := pgerr.New(pgerr.ObjectNotInPrerequisiteState, "lastval is not yet defined in this session")
	if i.s.sequences.last == 0 {
		return 0, undefined
	}
	view, err := i.s.catalogView(i.ctx)
	if err != nil {
		return 0, err
	}
	if _, ok := view.snap.Sequence(i.s.sequences.last); !ok {
		return 0, undefined
	}
	return i.CurrentValue(i.s.sequences.last)
}

// SetValue implements fn.Sequences.
func (i sessionInfo) SetValue(oid types.OID, value int64, called bool) error {
	q, err := i.sequence(oid, catalog.PrivUpdate)
	if err != nil {
		return err
	}
	if !q.Temporary {
		if err := i.writes("setval"); err != nil {
			return err
		}
	}
	if err := i.s.engine.catalog.SequenceValues().Set(i.ctx, q, value, called); err != nil {
		return err
	}
	if called {
		last := i.s.sequences.last
		i.s.used(oid, value)
		i.s.sequences.last = last // lastval is about nextval alone
	}
	return nil
}

// GivenOut implements fn.Sequences.
func (i sessionInfo) GivenOut(oid types.OID) (int64, bool, error) {
	q, err := i.sequence(oid, catalog.PrivUsage|catalog.PrivSelect)
	if err != nil {
		return 0, false, err
	}
	return i.s.engine.catalog.SequenceValues().Last(i.ctx, q)
}

// SequenceParameters implements fn.Sequences.
func (i sessionInfo) SequenceParameters(oid types.OID) (datum.Row, error) {
	q, err := i.sequence(oid, catalog.AllSequencePrivileges)
	if err != nil {
		return nil, err
	}
	return datum.Row{
		types.NewInt8(q.Start), types.NewInt8(q.Min), types.NewInt8(q.Max), types.NewInt8(q.Increment),
		types.NewBool(q.Cycle), types.NewInt8(q.Cache), types.NewOid(q.Type),
	}, nil
}

// SerialSequence implements fn.Sequences.
func (i sessionInfo) SerialSequence(table, column string) (string, bool, error) {
	r := resolver{s: i.s, ctx: i.ctx}
	oid, err := r.ObjectOID(types.Regclass, table)
	if err != nil {
		return "", false, err
	}
	view, err := i.s.catalogView(i.ctx)
	if err != nil {
		return "", false, err
	}
	t, ok := view.snap.Table(oid)
	if !ok {
		return "", false, nil
	}
	at := t.Column(column)
	if at < 0 {
		return "", false, pgerr.New(pgerr.UndefinedColumn, "column %q of relation %q does not exist", column, t.Name)
	}
	for _, q := range view.snap.SequencesOf(t, t.Columns[at].AttNum) {
		return sequenceText(q), true, nil
	}
	return "", false, nil
}

// sequenceText is a sequence's qualified name as SQL text.
func sequenceText(q *catalog.Sequence) string {
	return quoteIdentifier(q.Schema) + "." + quoteIdentifier(q.Name)
}

// nextvalText is the default of a column that takes its values from a sequence.
func nextvalText(q *catalog.Sequence) string {
	return "nextval(" + quoteLiteral(sequenceText(q)) + "::regclass)"
}

// sequenceView is a sequence as a relation to read from: one row, its state.
func (s *Session) sequenceView(q *catalog.Sequence) *catalog.View {
	column := func(name string, oid types.OID) catalog.ViewColumn {
		return catalog.ViewColumn{Name: name, T: types.Of(oid)}
	}
	return &catalog.View{
		ID: q.ID, Schema: q.Schema, Name: q.Name, Kind: 'S',
		Columns: []catalog.ViewColumn{column("last_value", types.Int8), column("log_cnt", types.Int8), column("is_called", types.Bool)},
		Rows: func(ctx context.Context, _ any, emit func(datum.Row) error) error {
			if _, err := (sessionInfo{s: s, ctx: ctx}).sequence(q.ID, catalog.PrivSelect); err != nil {
				return err
			}
			value, called, err := s.engine.catalog.SequenceValues().Last(ctx, q)
			if err != nil {
				return err
			}
			return emit(datum.Row{types.NewInt8(value), types.NewInt8(0), types.NewBool(called)})
		},
	}
}

// nextvalOf finds the name of the sequence if e is nextval of a literal.
func nextvalOf(e ast.Expr) (name string, ok bool) {
	call, is := e.(*ast.FuncCall)
	if !is || call.Name.Object != "nextval" || len(call.Args) != 1 {
		return "", false
	}
	arg := call.Args[0]
	if c, is := arg.(*ast.Cast); is && c.Type != nil && c.Type.Name.Object == "regclass" {
		arg = c.Arg
	}
	k, is := arg.(*ast.Const)
	if !is || k.Kind != ast.String {
		return "", false
	}
	return k.Text, true
}

// quoteLiteral makes a string constant.
func quoteLiteral(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
