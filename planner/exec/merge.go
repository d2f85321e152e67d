package exec

import (
	"errors"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// merge writes what its WHEN clauses say for the rows of its source, all of
// them at the first Next.
type merge struct {
	rt    *Runtime
	node  *planner.Merge
	dec   *rowDecoder
	find  *rowWriter // encodes keys
	whens []*mergeWhen
	touch map[string]bool // keys of rows changed
	shape datum.Row
}

// mergeWhen is a WHEN clause at work.
type mergeWhen struct {
	*planner.MergeWhen
	update *rowWriter
	insert *insert
	remove *deleteRows
	values datum.Row
}

func (m *merge) Next() (*datum.Batch, error) {
	if m.touch != nil {
		return nil, nil
	}
	m.touch = map[string]bool{}
	return nil, m.run()
}

func (m *merge) run() error {
	m.dec = newRowDecoder(m.rt, m.node.Table, m.node.Shape)
	m.find = newRowWriter(m.rt, m.node.Table, m.node.Shape, nil)
	m.shape = make(datum.Row, len(m.node.Shape))
	for i := range m.node.Whens {
		m.whens = append(m.whens, m.newWhen(&m.node.Whens[i]))
	}
	src, err := Build(m.rt, m.node.Source)
	if err != nil {
		return err
	}
	defer src.Close()
	if err := eachRow(src, m.row); err != nil {
		return err
	}
	for _, w := range m.whens {
		w.finish()
	}
	return nil
}

func (m *merge) newWhen(n *planner.MergeWhen) *mergeWhen {
	w := &mergeWhen{MergeWhen: n}
	switch n.Action {
	case planner.MergeUpdate:
		w.update = newRowWriter(m.rt, m.node.Table, m.node.Shape, n.Checks)
		for _, a := range n.Set {
			w.update.name(a.Target)
		}
	case planner.MergeDelete:
		w.remove = &deleteRows{
			rt: m.rt, node: &planner.Delete{Table: m.node.Table, Shape: m.node.Shape},
			w: newRowWriter(m.rt, m.node.Table, m.node.Shape, nil),
		}
	case planner.MergeInsert:
		w.insert = &insert{rt: m.rt, node: n.Insert}
		w.insert.begin()
		w.values = make(datum.Row, len(n.Values))
	}
	return w
}

func (w *mergeWhen) finish() {
	switch {
	case w.update != nil:
		w.update.finish()
	case w.insert != nil:
		w.insert.w.finish()
	case w.remove != nil:
		w.remove.w.finish()
	}
}

// row handles one row of the source.
func (m *merge) row(row datum.Row) error {
	if err := m.rt.interrupted(); err != nil {
		return err
	}
	row = cloneRow(row)
	if !m.matched(row) {
		return m.notMatched(row)
	}
	w, err := m.when(row, true)
	if err != nil || w == nil || w.Action == planner.MergeNothing {
		return err
	}
	key, err := m.find.keyOf(row)
	if err != nil {
		return err
	}
	if m.touch[string(key)] {
		return pgerr.New(pgerr.CardinalityViolation, "MERGE command cannot affect row a second time").
			WithHint("Ensure that not more than one source row matches any one target row.")
	}
	value, keep, err := lockRow(m.dec, m.node.Lock, key)
	switch {
	case err != nil:
		return err
	case !keep:
		return m.unmatch(row)
	case value != nil:
		// Somebody has changed the row: does it still match, and what then?
		if _, err := m.dec.decode(key, value, m.shape); err != nil {
			return err
		}
		copy(row, m.shape)
		if ok, err := m.stillMatches(row); err != nil {
			return err
		} else if !ok {
			return m.unmatch(row)
		}
		if w, err = m.when(row, true); err != nil || w == nil {
			return err
		}
	}
	m.touch[string(key)] = true
	return m.act(w, key, row)
}

// matched reports whether the row has a row of the table in it, whose key cannot
// be NULL.
func (m *merge) matched(row datum.Row) bool {
	for i, c := range m.node.Shape {
		if c.Kind == planner.ScanKey {
			return !row[i].IsNull()
		}
	}
	return false
}

func (m *merge) stillMatches(row datum.Row) (bool, error) {
	if m.node.On == nil {
		return true, nil
	}
	return isTrue(m.rt, m.node.On, row)
}

// when finds the clause that is in charge of a row; nil if none is.
func (m *merge) when(row datum.Row, matched bool) (*mergeWhen, error) {
	for _, w := range m.whens {
		if w.Matched != matched {
			continue
		}
		if w.Cond != nil {
			if ok, err := isTrue(m.rt, w.Cond, row); err != nil {
				return nil, err
			} else if !ok {
				continue
			}
		}
		return w, nil
	}
	return nil, nil
}

// unmatch handles a row whose row of the table is gone or matches no more.
func (m *merge) unmatch(row datum.Row) error {
	clear(row[:len(m.node.Shape)])
	return m.notMatched(row)
}

func (m *merge) notMatched(row datum.Row) error {
	w, err := m.when(row, false)
	if err != nil || w == nil || w.Action == planner.MergeNothing {
		return err
	}
	for i, e := range w.Values {
		if w.values[i], err = e.Eval(m.rt.Ctx, row); err != nil {
			return err
		}
	}
	return w.insert.write(w.values)
}

// act changes or removes the locked row of a key.
func (m *merge) act(w *mergeWhen, key []byte, row datum.Row) error {
	switch w.Action {
	case planner.MergeNothing:
		return nil
	case planner.MergeDelete:
		return w.remove.write(row)
	}
	value, err := w.update.latest(key)
	if errors.Is(err, kv.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	old, err := w.update.load(key, value)
	if err != nil {
		return err
	}
	moved, err := w.update.change(key, old, w.Set, w.Generated, row)
	if err != nil {
		return err
	}
	m.touch[string(moved)] = true
	m.rt.Affected++
	return nil
}

func (m *merge) Close() {}
