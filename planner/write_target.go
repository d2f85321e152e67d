package planner

import (
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// writeColumn is a column that a statement writes, with what is known of it.
type writeColumn struct {
	target   WriteTarget
	declared int     // index into Table.Columns, -1 for a free attribute
	known    types.T // of a free attribute: the type seen so far; OID 0 if new
	at       ast.Pos
	steps    []ast.TargetStep // subscripts of an array: only an element or a slice is written
	value    types.T          // the type of what steps lead to
	parts    []ast.TargetStep // of an assignment to a part of a jsonb
	index    []expr.Expr      // parts, once they are bound
	whole    expr.Expr        // the value that the part is of
}

// lookupTarget finds the table that a statement writes.
func (b *binder) lookupTarget(ref *ast.Table, verb string) (*catalog.Table, error) {
	t, v, err := b.lookupTable(&ref.Name)
	if err != nil {
		return nil, err
	}
	if v != nil {
		what := map[string]string{"INSERT": "insert into", "UPDATE": "update", "DELETE": "delete from"}[verb]
		return nil, pgerr.New(pgerr.ObjectNotInPrerequisiteState, "cannot %s view \"%s\"", what, v.Name).
			WithHint("The views of schema %s are made by the server.", v.Schema).At(b.pos(ref.Name.At))
	}
	b.writes = true
	return t, b.allowed(t, verb)
}

// writeColumn resolves a target column: declared, then a free attribute, which
// need not be known. dep is the table's place in Deps.
func (b *binder) writeColumn(t *catalog.Table, dep int, c *ast.InsertColumn) (writeColumn, error) {
	w, err := b.wholeColumn(t, dep, c)
	switch {
	case err != nil || len(c.Steps) == 0:
		return w, err
	case types.ElemOf(w.arrayType().OID) != 0 || types.FamilyOf(w.arrayType().OID) == types.FamilyRecord:
		return w, b.targetSteps(&w, c)
	}
	w.parts = c.Steps
	return w, b.partAllowed(&w, c)
}

func (b *binder) wholeColumn(t *catalog.Table, dep int, c *ast.InsertColumn) (writeColumn, error) {
	w := writeColumn{at: c.At}
	if i := declaredColumn(t, c.Name); i >= 0 {
		return declaredTarget(t, i, c.At), nil
	}
	if c.Name == attributesName {
		w.declared = -1
		w.target = WriteTarget{Kind: ScanAttributes, Name: c.Name, T: types.Of(types.JSONB)}
		return w, nil
	}
	if err := b.checkFreeName(c); err != nil {
		return w, err
	}
	w.declared = -1
	w.target = WriteTarget{Kind: ScanAttr, Name: c.Name, Free: true, T: types.Of(0)}
	a, ok, err := b.env.Catalog.Attribute(t, c.Name)
	if err != nil {
		return w, err
	}
	if ok {
		w.target.Attr, w.known = a.ID, a.T
	}
	b.deps.Attrs = append(b.deps.Attrs, AttrDep{Table: dep, Name: c.Name, T: a.T, Unknown: !ok})
	return w, nil
}

func declaredTarget(t *catalog.Table, i int, at ast.Pos) writeColumn {
	sc := scanColumnOf(t, i)
	return writeColumn{declared: i, at: at, target: WriteTarget{Kind: sc.Kind, Key: sc.Key, Attr: sc.Attr, Name: sc.Name, T: sc.T}}
}

// checkFreeName refuses names that no free attribute may have.
func (b *binder) checkFreeName(c *ast.InsertColumn) error {
	if catalog.IsSystemColumn(c.Name) {
		return pgerr.New(pgerr.FeatureNotSupported, "cannot assign to system column \"%s\"", c.Name).At(b.pos(c.At))
	}
	if strings.HasPrefix(c.Name, attributesName) || strings.HasPrefix(c.Name, bucketName) {
		return pgerr.New(pgerr.ReservedName, "column name \"%s\" is reserved", c.Name).
			WithDetail("Names that begin with %s or %s belong to Sparrow.", attributesName, bucketName).At(b.pos(c.At))
	}
	return pgerr.At(catalog.CheckColumnName(b.env.Limits, c.Name), b.pos(c.At))
}

// checkTwice refuses a column that is named twice, but for elements of an array.
func (b *binder) checkTwice(list []writeColumn, refuse func(w *writeColumn) error) error {
	seen := make(map[string]int, len(list))
	for i := range list {
		name := list[i].target.Name
		if at, again := seen[name]; again && !(list[i].partial() && list[at].partial()) {
			return refuse(&list[i])
		}
		seen[name] = i
	}
	return nil
}

// assign converts a value to what the target column takes (PostgreSQL's
// transformAssignedExpr).
func (b *binder) assign(w *writeColumn, e expr.Expr, pos int) (expr.Expr, error) {
	if len(w.steps) > 0 {
		return b.assignElement(w, e, pos)
	}
	t := e.Type()
	if w.parts != nil {
		return b.assignPart(w, e, pos)
	}
	if w.target.Kind == ScanAttributes {
		if t.OID == types.JSON {
			return b.coerce(e, w.target.T, types.Assignment, pos)
		}
	} else if w.declared < 0 {
		return b.assignFree(w, e, pos)
	}
	to := w.target.T
	if t.OID != types.Unknown {
		if method, need := types.CanCast(t.OID, to.OID); method == types.CastNone || need > types.Assignment {
			e := pgerr.New(pgerr.DatatypeMismatch, "column \"%s\" is of type %s but expression is of type %s", w.target.Name, types.TypeName(to.OID), types.TypeName(t.OID)).
				WithHint("You will need to rewrite or cast the expression.").At(pos)
			if t.OID == types.Variant {
				e.Hint = fn.VariantHint(to.OID)
			}
			return nil, e
		}
	}
	return b.coerce(e, to, types.Assignment, pos)
}

// assignFree keeps the value's own type. A parameter without a type takes the
// one type seen, else text; an untyped literal is text.
func (b *binder) assignFree(w *writeColumn, e expr.Expr, pos int) (expr.Expr, error) {
	t := e.Type()
	if t.OID == types.Record || t.OID == types.RecordArray || t.OID == types.Void {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "attribute \"%s\" cannot hold a value of type %s", w.target.Name, types.TypeName(t.OID)).At(pos)
	}
	if t.OID != types.Unknown {
		return e, nil
	}
	if _, ok := e.(*untypedParam); ok && w.known.OID != 0 && w.known.OID != types.Variant {
		return b.coerce(e, w.known, types.Assignment, pos)
	}
	return b.coerce(e, textT, types.Assignment, pos)
}

// wantedTypes are the types that unknown literals of a source query take.
func wantedTypes(list []writeColumn) wanted {
	w := make(wanted, len(list))
	for i := range list {
		switch {
		case len(list[i].steps) > 0:
		case list[i].declared >= 0 || list[i].target.Kind == ScanAttributes:
			w[i] = types.Of(list[i].target.T.OID)
		case list[i].known.OID != 0 && list[i].known.OID != types.Variant:
			w[i] = textT
		}
	}
	return w
}

// canonical is the type that a free cell of a value of type t has
// (design.md section 2).
func canonical(t types.OID) types.OID {
	switch t {
	case types.Int2, types.Int4:
		return types.Int8
	case types.Float4:
		return types.Float8
	case types.VarChar, types.BPChar, types.Char, types.Name, types.Unknown:
		return types.Text
	case types.JSON:
		return types.JSONB
	}
	return t
}

// writeFree tells row what type a free attribute may have once the statement
// has written values of type t, for RETURNING and the like.
func (row *tableRel) writeFree(w *writeColumn, t types.OID) {
	if w.declared >= 0 || w.target.Kind == ScanAttributes {
		return
	}
	next := canonical(t)
	if known := w.known.OID; known != 0 {
		next = catalog.AttrType([]types.OID{known, next})
		if known == types.Variant {
			next = types.Variant
		}
	}
	if row.written == nil {
		row.written = map[string]ScanColumn{}
	}
	if _, again := row.written[w.target.Name]; !again {
		row.writtenNames = append(row.writtenNames, w.target.Name)
	}
	row.written[w.target.Name] = ScanColumn{Kind: ScanAttr, Attr: w.target.Attr, T: types.Of(next), Name: w.target.Name}
}
