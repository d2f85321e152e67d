package planner

import "github.com/sparrowdb/sparrow/sql/expr"

// merge plans MERGE: the data source joined with the table, each source row once
// at least if rows that match nothing are of interest.
func (p *physical) merge(m *mergeStmt) (Node, error) {
	kind := JoinInner
	node := &Merge{Table: m.table, Lock: &RowLock{Strength: LockNoKeyUpdate}}
	for i := range m.whens {
		w := &m.whens[i]
		if !w.matched && w.action != MergeNothing {
			kind = JoinLeft
		}
		for _, a := range w.set {
			if a.Target.Kind == ScanKey {
				node.Lock.Strength = LockUpdate
			}
		}
		if w.action == MergeDelete {
			node.Lock.Strength = LockUpdate
		}
	}
	used := make([]bool, len(p.b.cols))
	mark := func(id int) { markUsed(used, id) }
	for _, id := range m.row.ids {
		mark(id)
	}
	markConds(m.on, used)
	for i := range m.whens {
		m.whens[i].walk(func(e expr.Expr) { walkColumns(e, mark) })
	}
	src, l, _, err := p.from([]relation{&joinRel{kind: kind, left: m.source, right: m.row, on: m.on}}, nil, used, fromHint{})
	if err != nil {
		return nil, err
	}
	src, l = p.shapeFirst(m.row, src, l)
	node.Source, node.Shape = src, m.row.cols
	if node.On, err = p.finish(expr.AndOf(p.foldConds(m.on)), l); err != nil {
		return nil, err
	}
	for i := range m.whens {
		w, err := p.mergeWhen(m, &m.whens[i], l)
		if err != nil {
			return nil, err
		}
		node.Whens = append(node.Whens, w)
	}
	return node, nil
}

// walk calls f for the expressions over the source's rows.
func (w *mergeWhen) walk(f func(expr.Expr)) {
	if w.cond != nil {
		f(w.cond)
	}
	for _, a := range w.set {
		f(a.Value)
	}
	for _, v := range w.values {
		f(v)
	}
}

func (p *physical) mergeWhen(m *mergeStmt, w *mergeWhen, l *layout) (out MergeWhen, err error) {
	out = MergeWhen{Matched: w.matched, Action: w.action}
	if w.cond != nil {
		if out.Cond, err = p.finish(p.fold(w.cond), l); err != nil {
			return out, err
		}
	}
	shape := &layout{ids: m.row.ids}
	if out.Set, err = p.finishAssignments(w.set, l); err != nil {
		return out, err
	}
	if out.Generated, err = p.finishAssignments(w.generated, shape); err != nil {
		return out, err
	}
	if out.Checks, err = p.finishChecks(w.checks, shape); err != nil {
		return out, err
	}
	if w.insert == nil {
		return out, nil
	}
	for _, v := range w.values {
		e, err := p.finish(p.fold(v), l)
		if err != nil {
			return out, err
		}
		out.Values = append(out.Values, e)
	}
	node, err := p.insert(w.insert, nil)
	if err != nil {
		return out, err
	}
	out.Insert = node.(*Insert)
	return out, nil
}

// mergeExprs are the expressions of the WHEN clauses.
func mergeExprs(n *Merge) []expr.Expr {
	var out []expr.Expr
	for i := range n.Whens {
		w := &n.Whens[i]
		if w.Cond != nil {
			out = append(out, w.Cond)
		}
		for _, a := range w.Set {
			out = append(out, a.Value)
		}
		out = append(out, w.Values...)
	}
	return out
}
