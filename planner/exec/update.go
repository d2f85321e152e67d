package exec

import (
	"errors"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// update changes the rows of its source, all of them at the first Next. A row
// that the source gives twice is changed once, as in PostgreSQL.
type update struct {
	rt   *Runtime
	node *planner.Update
	w    *rowWriter
	list *rowList
	seen map[string]bool
}

func (u *update) Next() (*datum.Batch, error) {
	if u.list == nil {
		u.list = newRowList(columnTypes(u.node.Out))
		if err := u.run(); err != nil {
			return nil, err
		}
	}
	return u.list.next(), nil
}

func (u *update) run() error {
	u.w = newRowWriter(u.rt, u.node.Table, u.node.Shape, u.node.Checks)
	u.w.returning = u.node.Returning != nil
	u.seen = map[string]bool{}
	for _, a := range u.node.Set {
		u.w.name(a.Target)
	}
	src, err := Build(u.rt, u.node.Source)
	if err != nil {
		return err
	}
	defer src.Close()
	if err := eachRow(src, u.write); err != nil {
		return err
	}
	u.w.finish()
	return nil
}

func (u *update) write(row datum.Row) error {
	if err := u.rt.interrupted(); err != nil {
		return err
	}
	key, err := u.w.keyOf(row)
	if err != nil {
		return err
	}
	if u.seen[string(key)] {
		return nil
	}
	u.seen[string(key)] = true
	value, err := u.w.latest(key)
	if errors.Is(err, kv.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	old, err := u.w.load(key, value)
	if err != nil {
		return err
	}
	if _, err := u.w.change(key, old, u.node.Set, u.node.Generated, row); err != nil {
		return err
	}
	u.rt.Affected++
	if u.node.Returning == nil {
		return nil
	}
	after := cloneRow(row)
	copy(after, u.w.row)
	return appendReturning(u.rt, u.list, u.node.Returning, after)
}

func (u *update) Close() {}
