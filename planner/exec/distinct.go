package exec

import (
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// distinct drops rows whose key was seen before: the whole row, or the On
// expressions. When work_mem is used up, rows with keys that are not in the
// table wait in files, by hash, for a table of their own.
type distinct struct {
	rt      *Runtime
	ts      []types.T // of the input
	on      []expr.Expr
	in      Operator
	account *limits.Account
	table   *keyTable
	numbers []int32
	sel     []int32

	level   int // of the table: how often its rows have been spread
	parts   *partitions
	waiting []spilledRows
	reading spilledRows // nothing: the input
	reader  *spill.Reader
}

// spilledRows are rows in a file that have been spread level times.
type spilledRows struct {
	file  *spill.File
	level int
}

func newDistinct(rt *Runtime, n *planner.Distinct, in Operator) Operator {
	keys := columnTypes(n.Columns())
	ts := keys
	if n.On != nil {
		keys = nil
		for _, e := range n.On {
			keys = append(keys, e.Type())
		}
		if n.Sorted {
			return &distinctSorted{rt: rt, on: n.On, in: in, last: datum.NewBatch(keys)}
		}
	}
	account := rt.newHashWork()
	return &distinct{rt: rt, ts: ts, on: n.On, in: in, account: account, table: newKeyTable(keys, account)}
}

func (d *distinct) Next() (*datum.Batch, error) {
	for {
		if err := d.rt.interrupted(); err != nil {
			return nil, err
		}
		b, err := d.input()
		if err != nil {
			return nil, err
		}
		if b == nil {
			if more, err := d.nextFile(); err != nil || !more {
				return nil, err
			}
			continue
		}
		cols, err := keyVectors(d.rt, d.on, b)
		if err != nil {
			return nil, err
		}
		known := int32(d.table.len())
		d.numbers = number(d.numbers, b.N)
		d.table.assign(cols, b.N, b.Sel, d.numbers)
		fresh, unknown := freshRows(b, d.numbers, known, d.sel[:0])
		d.sel = fresh
		if len(unknown) > 0 {
			if err := d.spread(b, unknown); err != nil {
				return nil, err
			}
		}
		if len(fresh) > 0 {
			b.Sel = fresh
			return b, nil
		}
	}
}

// keyVectors are the vectors of the key expressions, or all of the batch's.
func keyVectors(rt *Runtime, on []expr.Expr, b *datum.Batch) ([]*datum.Vector, error) {
	if on == nil {
		return b.Cols, nil
	}
	cols := make([]*datum.Vector, len(on))
	for i, e := range on {
		v, err := expr.EvalBatch(rt.Ctx, e, b)
		if err != nil {
			return nil, err
		}
		cols[i] = v
	}
	return cols, nil
}

func (d *distinct) input() (*datum.Batch, error) {
	if d.reader != nil {
		return d.reader.Next()
	}
	return d.in.Next()
}

// spread makes rows wait for a later table.
func (d *distinct) spread(b *datum.Batch, rows []int32) error {
	if d.level > partitionLevels {
		return d.table.refused
	}
	if d.parts == nil {
		d.parts = newPartitions(d.rt, d.ts, d.level)
	}
	return d.parts.write(b, rows, d.table.hashes)
}

// nextFile turns to the next rows that wait; false if there are none.
func (d *distinct) nextFile() (bool, error) {
	d.closeFile()
	if d.parts != nil {
		files, err := d.parts.take()
		if err != nil {
			return false, err
		}
		for _, f := range files {
			d.waiting = append(d.waiting, spilledRows{file: f, level: d.level + 1})
		}
		d.parts = nil
	}
	d.table.reset()
	if len(d.waiting) == 0 {
		return false, nil
	}
	last := len(d.waiting) - 1
	d.reading, d.waiting = d.waiting[last], d.waiting[:last]
	d.level, d.reader = d.reading.level, d.reading.file.Read()
	if d.level > partitionLevels {
		// The hash cannot spread them any more: at the statement's expense.
		d.table.store.account = limits.NewAccount("operator", d.rt.Memory, nil)
	}
	return true, nil
}

func (d *distinct) closeFile() {
	if d.reader != nil {
		d.reading.file.Close()
		d.reader = nil
	}
	if d.table.store.account != d.account {
		d.table.reset()
		d.table.store.account = d.account
	}
}

func (d *distinct) Close() {
	d.in.Close()
	d.closeFile()
	if d.parts != nil {
		d.parts.close()
		d.parts = nil
	}
	for _, w := range d.waiting {
		w.file.Close()
	}
	d.waiting = nil
	d.table.reset()
	d.account.Close()
}
