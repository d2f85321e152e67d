package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// recordCall binds a call of a function that gives records of no fixed shape
// (fn.Overload.RowsOf). Their columns are those of the record that is its
// first argument, if it takes one whose fields are known.
func (b *binder) recordCall(o *fn.Overload, coerced []types.OID, args []expr.Expr, form expr.Form, pos int) (expr.Expr, error) {
	if o.Args[0] == types.AnyElement {
		var shape []fn.ResultColumn
		for _, f := range b.fields(args[0]) {
			shape = append(shape, fn.ResultColumn{Name: f.name, T: f.e.Type()})
		}
		if shape != nil {
			o = o.Shaped(shape)
		}
	}
	return expr.NewCallForm(b.env.Fn, o, coerced, args, form, pos)
}

// recordInFrom turns a call of such a function in FROM into one whose columns
// are known: by the definition list, or by the named fields of its argument.
// nil: e is no such call, or nothing tells its columns.
func (b *binder) recordInFrom(e expr.Expr, defs []ast.ColumnDef) (expr.Expr, error) {
	var o *fn.Overload
	var args []expr.Expr
	switch call := e.(type) {
	case *expr.Call:
		o, args = call.F, call.Args
	case *expr.SetCall:
		o, args = call.F, call.Args
	}
	if o == nil || o.RowsOf == nil {
		return nil, nil
	}
	cols, read := o.Shape, o.Shape
	if row, ok := args[0].(*expr.RowCtor); ok && len(row.Names) == 0 {
		cols = nil // ROW(1, 2) has no names
	}
	if len(defs) > 0 {
		cols = nil
		for i := range defs {
			t, err := b.typeName(defs[i].Type)
			if err != nil {
				return nil, err
			}
			cols = append(cols, fn.ResultColumn{Name: defs[i].Name, T: baseType(t)})
		}
		if read == nil {
			read = cols
		}
		if err := o.CheckShape(cols); err != nil {
			return nil, err
		}
	}
	if cols == nil {
		return nil, nil
	}
	return &expr.SetCall{F: o.InFrom(read), Args: args, T: types.Of(types.Record), Cols: cols}, nil
}
