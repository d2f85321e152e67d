package sql

import (
	"context"
	"errors"
	"slices"

	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// literalPlan is the plan of all texts of one shape (parser.Shape): that of the
// statement with parameters in place of some literals. A text of that shape needs no
// parsing and no planning.
//
// It is made when a shape comes for the second time, and only for statements that
// read or write rows by their whole keys: for others planning is little of the
// work, and the values matter to the planner.
type literalPlan struct {
	prepared
	refused bool          // texts of the shape are planned one by one
	slots   []literalSlot // by literal of the shape
}

// literalSlot says what a literal of a shape is in the plan.
type literalSlot struct {
	param    int    // number of the parameter, from 1; 0: the literal is part of the plan
	negative bool   // a minus belongs to the number
	text     string // of a literal that is part of the plan
}

// matchLiterals finds the plan for a text by its shape; nil if it is to be parsed. seen
// says that the shape has come before.
func (s *Session) matchLiterals(text string) (lp *literalPlan, key planKey, seen bool) {
	if len(text) > planCacheTextBytes || s.tablestoreDialect() { // shapes are PostgreSQL's
		return nil, key, false
	}
	var ok bool
	s.shape, s.cut, ok = parser.Shape(text, s.shape[:0], s.cut[:0])
	if !ok || len(s.cut) == 0 {
		return nil, key, false
	}
	key = s.planKey(string(s.shape), simpleHints)
	lp = s.literals.get(key)
	switch {
	case lp == nil:
		s.literals.put(key, &literalPlan{})
		return nil, key, false
	case lp.plan == nil:
		return nil, key, !lp.refused
	}
	for i := range lp.slots {
		if slot := &lp.slots[i]; slot.param == 0 && slot.text != s.cut[i].Text {
			return nil, key, false
		}
	}
	return lp, key, true
}

// learnLiterals plans the statement of a script with parameters in place of
// literals, for later texts of its shape.
func (s *Session) learnLiterals(ctx context.Context, key planKey, text string, planned *prepared) {
	lp := &literalPlan{refused: true}
	if planned.plan.Cacheable && planned.plan.OnlyPoints() && !planned.ownDDL {
		if made, err := s.planLiterals(ctx, text, planned); err == nil && made != nil {
			lp = made
		}
	}
	s.literals.put(key, lp)
}

// planLiterals makes the plan; nil if there is none, or it would mean something else
// than the statement as it is.
func (s *Session) planLiterals(ctx context.Context, text string, planned *prepared) (*literalPlan, error) {
	_, cut, ok := parser.Shape(text, nil, nil)
	stmts, err := parser.Parse(text)
	if err != nil || !ok || len(stmts) != 1 {
		return nil, err
	}
	f := &literalFinder{cut: cut, free: map[string]bool{}, slots: make([]literalSlot, len(cut))}
	for _, a := range planned.plan.Deps.Attrs {
		f.free[a.Name] = true
	}
	for i := range cut {
		f.slots[i].text = cut[i].Text
	}
	f.statement(stmts[0].Tree)
	if len(f.hints) == 0 {
		return nil, nil
	}
	st := statement{tree: selectInto(stmts[0].Tree), script: text, text: stmts[0].Text(text), params: len(f.hints)}
	lp := &literalPlan{prepared: prepared{statement: st, hints: f.hints}, slots: f.slots}
	if err := s.planInto(ctx, &lp.prepared, nil); err != nil {
		return nil, err
	}
	if !lp.plan.Cacheable || !lp.plan.OnlyPoints() || !sameShape(lp.columns, planned.columns) {
		return nil, nil
	}
	return lp, nil
}

// runLiterals runs a text by the plan of its shape. done is false if it has to be
// planned by itself: nothing has happened then.
func (s *Session) runLiterals(ctx context.Context, st statement, sink pgwire.Sink) (done bool, err error) {
	lp := st.literal
	if err := s.checkNotFailed(lp.tree); err != nil {
		return true, err
	}
	if _, err := s.storage(ctx); err != nil {
		return true, err
	}
	ok, view, err := s.stillValid(ctx, &lp.prepared)
	if err != nil || !ok || !slices.Equal(lp.stars, view.starVersions(lp.plan)) {
		s.literals.drop(st.key)
		return false, nil
	}
	params, ok := lp.values(st.cut, s.format)
	if !ok {
		return false, nil
	}
	err = s.runPlanned(ctx, &lp.prepared, params, sink)
	if e := (*pgerr.Error)(nil); errors.As(err, &e) {
		e.Position = 0 // it would count in the text that the plan was made of
	}
	return true, err
}

// values reads the literals that are parameters; ok is false if one does not fit, of
// which planning the text tells more.
func (lp *literalPlan) values(cut []parser.Literal, f *types.Format) (params []datum.Datum, ok bool) {
	params = make([]datum.Datum, len(lp.params))
	for i := range lp.slots {
		slot := &lp.slots[i]
		if slot.param == 0 {
			continue
		}
		text := cut[i].Text
		if slot.negative {
			text = "-" + text
		}
		v, err := types.ParseText(lp.params[slot.param-1], text, -1, f)
		if err != nil {
			return nil, false
		}
		params[slot.param-1] = v
	}
	return params, true
}

// literalFinder puts parameters in place of literals where that changes nothing
// but the value: what a column is compared with, and values to be written.
type literalFinder struct {
	cut   []parser.Literal
	free  map[string]bool // attributes whose type the catalog doesn't declare
	slots []literalSlot
	hints []types.OID
}

func (f *literalFinder) statement(tree ast.Statement) {
	switch n := tree.(type) {
	case *ast.Query:
		if sel, ok := n.Body.(*ast.SelectClause); ok && n.With == nil && n.Into == nil {
			f.condition(sel.Where)
		}
	case *ast.Insert:
		f.insert(n)
	case *ast.Update:
		for i := range n.Set {
			if set := &n.Set[i]; len(set.Targets) == 1 && !set.Multi {
				f.replace(&set.Value, set.Targets[0].Name)
			}
		}
		f.condition(n.Where)
	case *ast.Delete:
		f.condition(n.Where)
	}
}

// insert takes the values of the columns that are named.
func (f *literalFinder) insert(n *ast.Insert) {
	if n.Source == nil || n.With != nil {
		return
	}
	values, ok := n.Source.Body.(*ast.ValuesClause)
	if !ok {
		return
	}
	for _, row := range values.Rows {
		for i := range row {
			if i < len(n.Columns) {
				f.replace(&row[i], n.Columns[i].Name)
			}
		}
	}
}

func (f *literalFinder) condition(e ast.Expr) {
	switch e := e.(type) {
	case *ast.And:
		for _, a := range e.Args {
			f.condition(a)
		}
	case *ast.Binary:
		if e.Op.Schema == "" && slices.Contains([]string{"=", "<>", "<", ">", "<=", ">="}, e.Op.Name) {
			if name, ok := columnName(e.Left); ok {
				f.replace(&e.Right, name)
			} else if name, ok := columnName(e.Right); ok {
				f.replace(&e.Left, name)
			}
		}
	case *ast.Between:
		if name, ok := columnName(e.Arg); ok {
			f.replace(&e.Low, name)
			f.replace(&e.High, name)
		}
	case *ast.InList:
		if name, ok := columnName(e.Arg); ok {
			for i := range e.List {
				f.replace(&e.List[i], name)
			}
		}
	}
}

func columnName(e ast.Expr) (string, bool) {
	c, ok := e.(*ast.ColumnRef)
	if !ok || c.Star || len(c.Parts) == 0 {
		return "", false
	}
	return c.Parts[len(c.Parts)-1], true
}

// replace makes a literal that stands for a value of a column a parameter.
func (f *literalFinder) replace(e *ast.Expr, column string) {
	k, ok := (*e).(*ast.Const)
	if !ok {
		return
	}
	negative := (k.Kind == ast.Integer || k.Kind == ast.Float) && k.Text != "" && k.Text[0] == '-'
	at := slices.IndexFunc(f.cut, func(l parser.Literal) bool {
		return l.Kind == k.Kind && (l.Pos == k.At || negative && l.Pos > k.At && "-"+l.Text == k.Text)
	})
	if at < 0 || f.slots[at].param != 0 {
		return
	}
	hint := types.OID(0)
	switch f.cut[at].Class() {
	case 's':
		// What a string is to a free attribute, a parameter may not be.
		if f.free[column] {
			return
		}
	case 'i':
		hint = types.Int4
	case 'l':
		hint = types.Int8
	default:
		hint = types.Numeric
	}
	f.hints = append(f.hints, hint)
	f.slots[at] = literalSlot{param: len(f.hints), negative: negative}
	*e = &ast.Param{Loc: k.Loc, Number: len(f.hints)}
}
