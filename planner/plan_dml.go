package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
)

// dml plans the body of an INSERT, UPDATE, DELETE or MERGE.
func (p *physical) dml(q *query, d *dml) (Node, *layout, error) {
	var node Node
	var err error
	switch {
	case d.insert != nil:
		node, err = p.insert(d.insert, p.columns(d.ids))
	case d.merge != nil:
		node, err = p.merge(d.merge)
	case d.update != nil:
		node, err = p.update(d.update, p.columns(d.ids))
	default:
		node, err = p.delete(d.delete, p.columns(d.ids))
	}
	return node, &layout{ids: d.ids}, err
}

func (p *physical) insert(n *insertStmt, out []Column) (Node, error) {
	node := &Insert{Table: n.table, Out: out}
	var err error
	switch {
	case n.feed != nil:
		node.Source = &Feed{Out: n.feed}
	case n.source == nil:
		node.Source = &Values{Rows: [][]expr.Expr{{}}}
	default:
		var l *layout
		if node.Source, l, err = p.query(n.source, nil); err != nil {
			return nil, err
		}
		if node.Source, err = p.convertSource(node.Source, l, n); err != nil {
			return nil, err
		}
	}
	for i := range n.targets {
		node.Targets = append(node.Targets, n.targets[i].target)
	}
	p.mirror(n)
	l := &layout{ids: n.row.ids}
	if node.Defaults, err = p.finishAssignments(n.defaults, nil); err != nil {
		return nil, err
	}
	if node.Generated, err = p.finishAssignments(n.generated, l); err != nil {
		return nil, err
	}
	if node.Checks, err = p.finishChecks(n.checks, l); err != nil {
		return nil, err
	}
	if node.Returning, err = p.finishReturning(n.returning, l); err != nil {
		return nil, err
	}
	if n.conflict != nil {
		both := l
		if n.excluded != nil {
			both = joined(l, &layout{ids: n.excluded.ids})
		}
		c := &Conflict{DoNothing: n.conflict.DoNothing, Replace: n.conflict.Replace, Lock: n.conflict.Lock}
		if c.Set, err = p.finishAssignments(n.conflict.Set, both); err != nil {
			return nil, err
		}
		if c.Where, err = p.finish(p.fold(n.conflict.Where), both); err != nil {
			return nil, err
		}
		node.Conflict = c
	}
	node.Shape = n.row.cols
	return node, nil
}

// mirror makes excluded have the columns of row, in the same order: the
// executor sees Shape twice.
func (p *physical) mirror(n *insertStmt) {
	if n.excluded == nil {
		return
	}
	b := p.b
	for i := range n.excluded.cols {
		if n.row.find(n.excluded.cols[i].Name) < 0 {
			n.row.add(b, n.excluded.cols[i], 0)
		}
	}
	ids := make([]int, len(n.row.cols))
	for i := range n.row.cols {
		if at := n.excluded.find(n.row.cols[i].Name); at >= 0 {
			ids[i] = n.excluded.ids[at]
		} else {
			ids[i] = b.newColumn(colInfo{name: n.row.cols[i].Name, t: n.row.cols[i].T})
		}
	}
	n.excluded.cols, n.excluded.ids, n.excluded.byName = n.row.cols, ids, nil
}

// convertSource converts the columns of a source that could not be converted
// where they are computed.
func (p *physical) convertSource(node Node, l *layout, n *insertStmt) (Node, error) {
	needed := false
	for i, e := range n.coerce {
		c, ok := e.(*expr.Column)
		needed = needed || e != nil && (!ok || c.Index != l.ids[i])
	}
	if !needed {
		return node, nil
	}
	pr := &Project{Input: node}
	for i, e := range n.coerce {
		x, err := p.finish(e, l)
		if err != nil {
			return nil, err
		}
		pr.Exprs = append(pr.Exprs, x)
		pr.Out = append(pr.Out, Column{Name: n.targets[i].target.Name, T: x.Type()})
	}
	return pr, nil
}

func (p *physical) finishAssignments(list []Assignment, l *layout) ([]Assignment, error) {
	out := make([]Assignment, len(list))
	for i, a := range list {
		v, err := p.finish(p.fold(a.Value), l)
		if err != nil {
			return nil, err
		}
		out[i] = Assignment{Target: a.Target, Value: v}
	}
	return out, nil
}

func (p *physical) finishChecks(list []Check, l *layout) ([]Check, error) {
	out := make([]Check, len(list))
	for i, c := range list {
		out[i] = c
		var err error
		if out[i].Cond, err = p.finish(p.fold(c.Cond), l); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (p *physical) finishReturning(list []target, l *layout) ([]expr.Expr, error) {
	if list == nil {
		return nil, nil
	}
	out := make([]expr.Expr, len(list))
	for i := range list {
		var err error
		if out[i], err = p.finish(p.fold(list[i].e), l); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// source plans the rows of an UPDATE or DELETE: the target's columns first.
func (p *physical) source(row *tableRel, from []relation, where []expr.Expr, visit func(mark func(int))) (Node, *layout, error) {
	used := make([]bool, len(p.b.cols))
	mark := func(id int) { markUsed(used, id) }
	for _, id := range row.ids {
		mark(id)
	}
	visit(mark)
	var locks *rowLocks
	rels := append([]relation{row}, from...)
	if len(from) > 0 {
		if locks = p.takeLocks(rels, where, false); locks != nil {
			locks.mark(used)
		}
	}
	node, l, _, err := p.from(rels, where, used, fromHint{})
	if err != nil {
		return nil, nil, err
	}
	if locks != nil {
		if node, err = p.above(locks, node, l, nil); err != nil {
			return nil, nil, err
		}
	}
	node, l = p.shapeFirst(row, node, l)
	return node, l, nil
}

// shapeFirst puts the columns of a written table in front of the others.
func (p *physical) shapeFirst(row *tableRel, node Node, l *layout) (Node, *layout) {
	first := len(l.ids) >= len(row.ids)
	for i, id := range row.ids {
		first = first && l.ids[i] == id
	}
	if first {
		return node, l
	}
	ids := append([]int(nil), row.ids...)
	for _, id := range l.ids {
		if !containsInt(row.ids, id) {
			ids = append(ids, id)
		}
	}
	pr := &Project{Input: node, Out: p.columns(ids)}
	for _, id := range ids {
		c := &p.b.cols[id]
		pr.Exprs = append(pr.Exprs, &expr.Column{Index: l.find(id), Name: c.name, T: c.t})
	}
	return pr, &layout{ids: ids}
}

func (p *physical) update(u *updateStmt, out []Column) (Node, error) {
	src, l, err := p.source(u.row, u.from, u.where, func(mark func(int)) {
		for _, a := range u.set {
			walkColumns(a.Value, mark)
		}
		for i := range u.returning {
			walkColumns(u.returning[i].e, mark)
		}
	})
	if err != nil {
		return nil, err
	}
	node := &Update{Table: u.table, Source: src, Shape: u.row.cols, Out: out}
	shape := &layout{ids: u.row.ids}
	if node.Set, err = p.finishAssignments(u.set, l); err != nil {
		return nil, err
	}
	if node.Generated, err = p.finishAssignments(u.generated, shape); err != nil {
		return nil, err
	}
	if node.Checks, err = p.finishChecks(u.checks, shape); err != nil {
		return nil, err
	}
	node.Returning, err = p.finishReturning(u.returning, l)
	return node, err
}

func (p *physical) delete(d *deleteStmt, out []Column) (Node, error) {
	src, l, err := p.source(d.row, d.from, d.where, func(mark func(int)) {
		for i := range d.returning {
			walkColumns(d.returning[i].e, mark)
		}
	})
	if err != nil {
		return nil, err
	}
	node := &Delete{Table: d.table, Source: src, Shape: d.row.cols, Out: out}
	node.Returning, err = p.finishReturning(d.returning, l)
	return node, err
}
