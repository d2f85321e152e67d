package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// members is the list of an IN as the cells of a vector hold its values.
type members struct {
	ints    map[int64]struct{}
	strs    map[string]struct{}
	fewInts []int64
	fewStrs []string
	null    bool
}

// fewMembers is up to how many values looking at each beats hashing.
const fewMembers = 6

// inListBatch is IN with a list that reads no column, over words or strings; ok is
// false for other lists and types.
func inListBatch(c *Context, e *InList, b *datum.Batch, sel []int32) (v *datum.Vector, ok bool, err error) {
	words := false
	switch e.Left.Type().OID {
	case types.Bool, types.Int2, types.Int4, types.Int8, types.Oid, types.Date, types.Time, types.Timestamp, types.TimestampTZ:
		words = true
	case types.Text, types.VarChar, types.Name, types.Bytea, types.UUID:
	default:
		return nil, false, nil
	}
	m, ok, err := c.membersOf(e, words)
	if !ok || err != nil {
		return nil, ok, err
	}
	left, err := evalSel(c, e.Left, b, sel)
	if err != nil {
		return nil, true, err
	}
	if words != (left.Kind == datum.KindInt) || !words && left.Kind != datum.KindString {
		return nil, false, nil
	}
	out := newVector(boolT, b.N)
	err = forEach(sel, b.N, func(i int) error {
		switch {
		case left.IsNull(i):
			setNull(out, i, b.N)
			return nil
		case words && m.hasInt(left.Ints[i]), !words && m.hasStr(left.Strs[i]):
			if !e.Not {
				out.Ints[i] = 1
			}
		case m.null:
			setNull(out, i, b.N)
		case e.Not:
			out.Ints[i] = 1
		}
		return nil
	})
	return out, true, err
}

// membersOf reads a list once per execution; ok is false if it reads columns.
func (c *Context) membersOf(e *InList, words bool) (m *members, ok bool, err error) {
	if m, ok := c.lists[e]; ok {
		return m, m != nil, nil
	}
	if c.lists == nil {
		c.lists = map[*InList]*members{}
	}
	c.lists[e] = nil
	m = &members{}
	for _, x := range e.List {
		switch x.(type) {
		case *Const, *Param:
		default:
			return nil, false, nil
		}
		v, err := x.Eval(c, nil)
		switch {
		case err != nil:
			return nil, true, err
		case v.IsNull():
			m.null = true
		case words:
			m.fewInts = append(m.fewInts, v.I)
		default:
			m.fewStrs = append(m.fewStrs, v.S)
		}
	}
	if len(m.fewInts) > fewMembers {
		m.ints = make(map[int64]struct{}, len(m.fewInts))
		for _, x := range m.fewInts {
			m.ints[x] = struct{}{}
		}
	}
	if len(m.fewStrs) > fewMembers {
		m.strs = make(map[string]struct{}, len(m.fewStrs))
		for _, x := range m.fewStrs {
			m.strs[x] = struct{}{}
		}
	}
	c.lists[e] = m
	return m, true, nil
}

func (m *members) hasInt(x int64) bool {
	if m.ints != nil {
		_, ok := m.ints[x]
		return ok
	}
	for _, y := range m.fewInts {
		if x == y {
			return true
		}
	}
	return false
}

func (m *members) hasStr(x string) bool {
	if m.strs != nil {
		_, ok := m.strs[x]
		return ok
	}
	for _, y := range m.fewStrs {
		if x == y {
			return true
		}
	}
	return false
}
