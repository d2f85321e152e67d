package sql

import (
	"math"
	"strconv"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// sequenceBounds are the least and the greatest value of a sequence's type.
func sequenceBounds(t types.OID) (low, high int64) {
	switch t {
	case types.Int2:
		return math.MinInt16, math.MaxInt16
	case types.Int4:
		return math.MinInt32, math.MaxInt32
	}
	return math.MinInt64, math.MaxInt64
}

// sequenceOptions applies options to a new sequence or, with alter, to one that
// there is, by the rules of PostgreSQL's init_params.
func (d *ddl) sequenceOptions(q *catalog.Sequence, options []ast.Option, alter bool) error {
	given := map[string]*ast.Option{}
	for i := range options {
		o := &options[i]
		if given[o.Name] != nil {
			return pgerr.New(pgerr.SyntaxError, "conflicting or redundant options").At(d.at(o))
		}
		given[o.Name] = o
	}
	low, high := sequenceBounds(q.Type)
	resetMin, resetMax := !alter, !alter
	if o := given["as"]; o != nil {
		t, ok := types.ByName(o.Values[0].Text)
		if !ok || t != types.Int2 && t != types.Int4 && t != types.Int8 {
			if q.Identity {
				return pgerr.New(pgerr.InvalidParameterValue, "identity column type must be smallint, integer, or bigint")
			}
			return pgerr.New(pgerr.InvalidParameterValue, "sequence type must be smallint, integer, or bigint")
		}
		// Bounds that were the old type's become the new one's.
		resetMin, resetMax = resetMin || q.Min == low && q.Increment < 0, resetMax || q.Max == high && q.Increment > 0
		q.Type = t
		low, high = sequenceBounds(t)
	}
	var err error
	number := func(name string, into *int64) (set bool) {
		if o := given[name]; err == nil && o != nil && len(o.Values) > 0 {
			*into, err = optionNumber(o)
			return true
		}
		return false
	}
	number("increment", &q.Increment)
	if err == nil && q.Increment == 0 {
		return pgerr.New(pgerr.InvalidParameterValue, "INCREMENT must not be zero")
	}
	if o := given["cycle"]; o != nil {
		q.Cycle = o.Values[0].Text == "true"
	}
	if !number("maxvalue", &q.Max) && (resetMax || given["maxvalue"] != nil) {
		if q.Max = high; q.Increment < 0 {
			q.Max = -1
		}
	}
	if !number("minvalue", &q.Min) && (resetMin || given["minvalue"] != nil) {
		if q.Min = 1; q.Increment < 0 {
			q.Min = low
		}
	}
	switch typeName := types.TypeName(q.Type); {
	case err != nil:
		return err
	case q.Max < low || q.Max > high:
		return pgerr.New(pgerr.InvalidParameterValue, "MAXVALUE (%d) is out of range for sequence data type %s", q.Max, typeName)
	case q.Min < low || q.Min > high:
		return pgerr.New(pgerr.InvalidParameterValue, "MINVALUE (%d) is out of range for sequence data type %s", q.Min, typeName)
	case q.Min >= q.Max:
		return pgerr.New(pgerr.InvalidParameterValue, "MINVALUE (%d) must be less than MAXVALUE (%d)", q.Min, q.Max)
	}
	if !number("start", &q.Start) && !alter {
		if q.Start = q.Min; q.Increment < 0 {
			q.Start = q.Max
		}
	}
	if err != nil {
		return err
	}
	if err := boundsHold(q, "START", q.Start); err != nil {
		return err
	}
	if number("cache", &q.Cache); err == nil && q.Cache <= 0 {
		return pgerr.New(pgerr.InvalidParameterValue, "CACHE (%d) must be greater than zero", q.Cache)
	}
	if !alter {
		q.Begin = q.Start
	}
	if err == nil {
		err = d.ownedBy(q, given["owned_by"])
	}
	return err
}

// boundsHold refuses a value out of the sequence's bounds.
func boundsHold(q *catalog.Sequence, what string, value int64) error {
	if value < q.Min {
		return pgerr.New(pgerr.InvalidParameterValue, "%s value (%d) cannot be less than MINVALUE (%d)", what, value, q.Min)
	}
	if value > q.Max {
		return pgerr.New(pgerr.InvalidParameterValue, "%s value (%d) cannot be greater than MAXVALUE (%d)", what, value, q.Max)
	}
	return nil
}

func optionNumber(o *ast.Option) (int64, error) {
	n, err := strconv.ParseInt(o.Values[0].Text, 10, 64)
	if err != nil {
		return 0, pgerr.New(pgerr.NumericValueOutOfRange, "value %q is out of range for type %s", o.Values[0].Text, "bigint")
	}
	return n, nil
}

// ownedBy is OWNED BY table.column, or NONE.
func (d *ddl) ownedBy(q *catalog.Sequence, o *ast.Option) error {
	if o == nil {
		return nil
	}
	if q.Identity {
		v, err := d.view()
		if err != nil {
			return err
		}
		return pgerr.New(pgerr.FeatureNotSupported, "cannot change ownership of identity sequence").
			WithDetail("Sequence %q is linked to table %q.", q.Name, d.tableName(v, q.OwnedBy))
	}
	parts := o.Values
	if len(parts) == 1 {
		if parts[0].Text != "none" {
			return pgerr.New(pgerr.SyntaxError, "invalid OWNED BY option").WithHint("Specify OWNED BY table.column or OWNED BY NONE.")
		}
		q.OwnedBy, q.OwnedColumn = 0, 0
		return nil
	}
	name := ast.Name{Loc: o.Loc, Object: parts[len(parts)-2].Text}
	if len(parts) > 2 {
		name.Schema = parts[len(parts)-3].Text
	}
	if other, err := d.sequenceNamed(name); err == nil && other != nil {
		return pgerr.New(pgerr.WrongObjectType, "sequence cannot be owned by relation %q", other.Name).
			WithDetail("This operation is not supported for sequences.")
	}
	t, err := d.existingTable(name)
	if err != nil {
		return err
	}
	switch {
	case t.OwnerID != q.OwnerID:
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "sequence must have same owner as table it is linked to")
	case t.SchemaID != q.SchemaID:
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "sequence must be in same schema as table it is linked to")
	}
	i, err := columnOf(t, parts[len(parts)-1].Text)
	if err != nil {
		return err
	}
	q.OwnedBy, q.OwnedColumn = t.ID, t.Columns[i].AttNum
	return nil
}
