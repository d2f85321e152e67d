package planner

import "github.com/sparrowdb/sparrow/sql/expr"

// windowUse is a window of a block with those of its calls that are read, and the
// keys that its input has to be sorted by.
type windowUse struct {
	spec  *windowSpec
	calls []*windowRef
	keys  []SortKey
}

type windowUses []windowUse

// neededWindows lists the windows whose results the targets read, in the order in
// which they are computed: one whose rows come sorted already directly after that
// for which they were, and towards the end what sorts as ORDER BY does.
func (p *physical) neededWindows(bl *block, targets []target, order []SortKey) windowUses {
	if len(bl.calls) == 0 {
		return nil
	}
	read := map[int]bool{}
	for i := range targets {
		walkColumns(targets[i].e, func(id int) { read[id] = true })
	}
	var left windowUses
	for i := range bl.windows {
		u := windowUse{spec: &bl.windows[i]}
		for k := range bl.calls {
			if c := &bl.calls[k]; c.spec == i && read[c.id] {
				u.calls = append(u.calls, c)
			}
		}
		if u.calls != nil {
			u.keys = windowKeys(u.spec)
			left = append(left, u)
		}
	}
	var out windowUses
	var sorted []SortKey
	for len(left) > 0 {
		next := 0
		for i := range left {
			u, best := &left[i], &left[next]
			switch {
			case sortsAlike(sorted, best.keys):
			case sortsAlike(sorted, u.keys), len(u.keys) > len(best.keys) && !sortsAlike(u.keys, order):
				next = i
			case len(u.keys) >= len(best.keys) && len(order) > 0 && sortsAlike(best.keys, order) && !sortsAlike(u.keys, order):
				next = i
			}
		}
		if !sortsAlike(sorted, left[next].keys) {
			sorted = left[next].keys
		}
		out = append(out, left[next])
		left = append(left[:next], left[next+1:]...)
	}
	return out
}

// windowKeys are the keys of PARTITION BY, then of ORDER BY, without constants and
// repetitions.
func windowKeys(w *windowSpec) []SortKey {
	var keys []SortKey
	add := func(k SortKey) {
		if _, isConst := k.Expr.(*expr.Const); isConst {
			return
		}
		for i := range keys {
			if sameExpr(keys[i].Expr, k.Expr) && !expr.IsVolatile(k.Expr) {
				return
			}
		}
		keys = append(keys, k)
	}
	for _, e := range w.partition {
		add(SortKey{Expr: e})
	}
	for _, k := range w.order {
		add(k)
	}
	return keys
}

// sortsAlike reports whether rows that are sorted by some keys are sorted by those
// wanted.
func sortsAlike(sorted, wanted []SortKey) bool {
	if len(wanted) > len(sorted) {
		return false
	}
	for i := range wanted {
		if !sameKey(sorted[i], wanted[i]) {
			return false
		}
	}
	return true
}

// mark notes the columns that the windows read.
func (list windowUses) mark(note func(id int)) {
	for _, u := range list {
		for _, e := range u.spec.partition {
			walkColumns(e, note)
		}
		for _, k := range u.spec.order {
			walkColumns(k.Expr, note)
		}
		for _, c := range u.calls {
			for _, a := range c.call.Args {
				walkColumns(a, note)
			}
			if c.call.Filter != nil {
				walkColumns(c.call.Filter, note)
			}
		}
	}
}

// keys are those that the input of the first sort needs: a window that sorts nothing
// keeps the order of its rows.
func (list windowUses) keys() []SortKey {
	for _, u := range list {
		if len(u.keys) > 0 {
			return u.keys
		}
	}
	return nil
}

// windows puts the windows on a node, whose rows come sorted by keys if sorted says
// so. The result tells the same of order.
func (p *physical) windows(list windowUses, node Node, l *layout, sorted bool, order []SortKey) (Node, *layout, bool, error) {
	var by []SortKey
	if sorted {
		by = list.keys()
	}
	for _, u := range list {
		if !sortsAlike(by, u.keys) {
			keys, err := p.finishKeys(u.keys, l)
			if err != nil {
				return nil, nil, false, err
			}
			node, by = &Sort{Input: node, Keys: keys}, u.keys
		}
		var err error
		if node, l, err = p.window(u, node, l); err != nil {
			return nil, nil, false, err
		}
	}
	return node, l, sortsAlike(by, order), nil
}

func (p *physical) window(u windowUse, node Node, l *layout) (Node, *layout, error) {
	w := &Window{Input: node, Frame: u.spec.frame}
	var err error
	if w.Partition, err = p.finishList(u.spec.partition, l); err != nil {
		return nil, nil, err
	}
	if w.Order, err = p.finishKeys(u.spec.order, l); err != nil {
		return nil, nil, err
	}
	for _, end := range []*FrameBound{&w.Frame.Start, &w.Frame.End} {
		if end.Offset, err = p.finish(p.fold(end.Offset), nil); err != nil {
			return nil, nil, err
		}
	}
	out := &layout{ids: append([]int(nil), l.ids...)}
	w.Out = append([]Column(nil), node.Columns()...)
	for _, ref := range u.calls {
		c := WindowCall{F: ref.call.F, T: ref.call.T}
		args := make([]expr.Expr, len(ref.call.Args))
		for i, a := range ref.call.Args {
			args[i] = p.fold(a)
		}
		if c.Args, err = p.finishList(args, l); err != nil {
			return nil, nil, err
		}
		if c.Filter, err = p.finish(p.fold(ref.call.Filter), l); err != nil {
			return nil, nil, err
		}
		w.Calls = append(w.Calls, c)
		out.ids = append(out.ids, ref.id)
		w.Out = append(w.Out, p.column(ref.id))
	}
	return w, out, nil
}
