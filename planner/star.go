package planner

import (
	"strconv"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

func itoa(n int) string { return strconv.Itoa(n) }

// star expands * or name.*.
func (b *binder) star(s *scope, ref *ast.ColumnRef) ([]namedExpr, error) {
	if len(ref.Parts) > 0 {
		it, err := b.starItem(s, ref)
		if err != nil {
			return nil, err
		}
		return it.cols.all(b)
	}
	out, err := itemsSource(s.items).all(b)
	if err == nil && len(s.items) == 0 {
		err = pgerr.New(pgerr.SyntaxError, "SELECT * with no tables specified is not valid").At(b.pos(ref.At))
	}
	return out, err
}

// starItem finds the item of name.*.
func (b *binder) starItem(s *scope, ref *ast.ColumnRef) (*nsItem, error) {
	parts := ref.Parts
	schema, rel := "", parts[len(parts)-1]
	switch len(parts) {
	case 1:
	case 2:
		schema = parts[0]
	case 3:
		if parts[0] != b.env.Database {
			return nil, pgerr.New(pgerr.FeatureNotSupported, "cross-database references are not implemented: %s", dotted(parts)).At(b.pos(ref.At))
		}
		schema = parts[1]
	default:
		return nil, pgerr.New(pgerr.SyntaxError, "improper qualified name (too many dotted names): %s", dotted(parts)).At(b.pos(ref.At))
	}
	return b.item(s, ref, schema, rel)
}

// wholeRow is a reference to an item as a row.
func (b *binder) wholeRow(it *nsItem) (expr.Expr, error) {
	list, err := it.cols.all(b)
	if err != nil {
		return nil, err
	}
	if f, ok := it.rel.(*funcRel); ok && len(list) == 1 && !f.ordinality {
		// The row of a function that gives a plain type is that value.
		return list[0].e, nil
	}
	row := &expr.RowCtor{Args: make([]expr.Expr, len(list)), Names: make([]string, len(list))}
	for i, c := range list {
		row.Args[i], row.Names[i] = c.e, c.name
	}
	return row, nil
}
