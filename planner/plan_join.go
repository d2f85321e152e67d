package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
)

// joinSpec is how two inputs are joined: by what conditions, and what is known
// about the cost.
type joinSpec struct {
	kind       JoinKind
	nullAware  bool
	conds      []expr.Expr // on both sides
	rightConds []expr.Expr // on the right side only
	lookup     bool        // look the right rows up for each left one
	buildLeft  bool
	rows       float64 // estimate; 0: none
}

// joinWith joins a planned left side with a relation.
func (p *physical) joinWith(left Node, ll *layout, r relation, s joinSpec, used []bool) (Node, *layout, error) {
	if dependsOn(r, layoutIDs(ll)) {
		return p.lateralJoin(left, ll, r, s, used)
	}
	if s.lookup {
		s.rightConds = append(append([]expr.Expr(nil), s.rightConds...), s.conds...)
		s.conds = nil
		return p.lateralJoin(left, ll, r, s, used)
	}
	right, rl, _, err := p.from([]relation{r}, s.rightConds, used, fromHint{})
	if err != nil {
		return nil, nil, err
	}
	return p.joinNodes(left, ll, right, rl, s)
}

func layoutIDs(l *layout) map[int]bool {
	out := make(map[int]bool, len(l.ids))
	for _, id := range l.ids {
		out[id] = true
	}
	return out
}

// joinNodes joins two planned sides: by hash if there are equalities of both.
func (p *physical) joinNodes(left Node, ll *layout, right Node, rl *layout, s joinSpec) (Node, *layout, error) {
	j := &Join{Kind: s.kind, Left: left, Right: right, NullAware: s.nullAware, EstRows: s.rows}
	leftIDs, rightIDs := layoutIDs(ll), layoutIDs(rl)
	var rest []expr.Expr
	for _, c := range s.conds {
		lk, rk, ok := p.hashKeys(c, leftIDs, rightIDs)
		if !ok {
			rest = append(rest, c)
			continue
		}
		var err error
		if lk, err = p.finish(lk, ll); err != nil {
			return nil, nil, err
		}
		if rk, err = p.finish(rk, rl); err != nil {
			return nil, nil, err
		}
		j.LeftKeys, j.RightKeys = append(j.LeftKeys, lk), append(j.RightKeys, rk)
	}
	var err error
	if j.On, err = p.finish(expr.AndOf(rest), joined(ll, rl)); err != nil {
		return nil, nil, err
	}
	j.BuildLeft = s.buildLeft && len(j.LeftKeys) > 0
	orderForMerge(j)
	return j, p.joinOut(j, ll, rl), nil
}

// joinOut sets the columns of a join: semi and anti joins have the left ones only.
func (p *physical) joinOut(j *Join, ll, rl *layout) *layout {
	if j.Kind == JoinSemi || j.Kind == JoinAnti {
		j.Out = j.Left.Columns()
		return ll
	}
	j.Out = append(append([]Column(nil), j.Left.Columns()...), j.Right.Columns()...)
	return joined(ll, rl)
}

// lateralJoin runs the right side anew for each row of the left one.
func (p *physical) lateralJoin(left Node, ll *layout, r relation, s joinSpec, used []bool) (Node, *layout, error) {
	p.outer = append(p.outer, ll)
	right, rl, _, err := p.from([]relation{r}, s.rightConds, used, fromHint{})
	p.outer = p.outer[:len(p.outer)-1]
	if err != nil {
		return nil, nil, err
	}
	j := &Join{Kind: s.kind, Left: left, Right: right, Lateral: true, EstRows: s.rows}
	if j.On, err = p.finish(expr.AndOf(s.conds), joined(ll, rl)); err != nil {
		return nil, nil, err
	}
	return j, p.joinOut(j, ll, rl), nil
}
