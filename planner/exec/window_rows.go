package exec

import (
	"errors"
	"sort"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// partitionRows are the rows of one partition, numbered from 0, and the groups of
// peers among them: rows that ORDER BY does not tell apart. Rows are read from the input only
// when somebody asks for them, go to a file where work_mem ends, and are dropped when
// nobody will ask for them again.
type partitionRows struct {
	rt      *Runtime
	ts      []types.T
	account *limits.Account
	input   *windowInput
	whole   bool // all rows of the partition are here

	rows    int
	chunks  []windowChunk
	spare   *rowStore // of the partition before, empty
	file    *spill.File
	cache   [4]cachedChunk
	evict   int
	dropped int // chunks

	starts []int // first row of each group from number base on
	base   int
}

// windowChunk is chunkRows rows of a partition.
type windowChunk struct {
	store *rowStore // nil: in the file, or dropped
	frame int       // of the file
	large int64     // bytes at the statement's expense, where work_mem had no room
}

// cachedChunk is a chunk that was read back.
type cachedChunk struct {
	chunk int
	batch *datum.Batch
	bytes int64
}

func newPartitionRows(rt *Runtime, ts []types.T, input *windowInput) *partitionRows {
	return &partitionRows{rt: rt, ts: ts, account: rt.newWork(), input: input}
}

// has reports whether there is a row i, and reads on as far as it has to.
func (p *partitionRows) has(i int) (bool, error) {
	for i >= p.rows && !p.whole {
		if err := p.more(); err != nil {
			return false, err
		}
	}
	return i < p.rows, nil
}

func (p *partitionRows) more() error {
	more, err := p.input.take(p)
	p.whole = !more
	return err
}

// count reads the partition to its end and returns how many rows it has.
func (p *partitionRows) count() (int, error) {
	for !p.whole {
		if err := p.more(); err != nil {
			return 0, err
		}
	}
	return p.rows, nil
}

// group notes that a group begins n rows behind the last one.
func (p *partitionRows) group(n int) error {
	if err := p.rt.grow(8); err != nil {
		return err
	}
	p.starts = append(p.starts, p.rows+n)
	return nil
}

// append copies rows of a batch.
func (p *partitionRows) append(cols []*datum.Vector, sel []int32) error {
	for len(sel) > 0 {
		last := len(p.chunks) - 1
		if last < 0 || p.rows&chunkMask == 0 {
			store := p.spare
			if p.spare = nil; store == nil {
				store = newRowStore(p.ts, p.account)
			}
			p.chunks = append(p.chunks, windowChunk{store: store})
			last++
		}
		n := min(len(sel), chunkRows-p.rows&chunkMask)
		if err := p.put(last, cols, sel[:n]); err != nil {
			return err
		}
		p.rows += n
		sel = sel[n:]
	}
	return nil
}

func (p *partitionRows) put(chunk int, cols []*datum.Vector, sel []int32) error {
	s := p.chunks[chunk].store
	err := s.appendCols(cols, sel)
	if !errors.Is(err, limits.ErrMemory) {
		return err
	}
	if err := p.spill(chunk); err != nil {
		return err
	}
	if err = s.appendCols(cols, sel); !errors.Is(err, limits.ErrMemory) {
		return err
	}
	// A chunk is worked on as a whole, even if work_mem has no room for it.
	bytes := storedBytes(cols, sel)
	if err := p.rt.grow(bytes); err != nil {
		return err
	}
	p.chunks[chunk].large += bytes
	s.account = nil
	err = s.appendCols(cols, sel)
	s.account, s.bytes = p.account, s.bytes-bytes
	return err
}

// spill moves all chunks before one to the file.
func (p *partitionRows) spill(before int) error {
	for i := p.dropped; i < before; i++ {
		c := &p.chunks[i]
		if c.store == nil {
			continue
		}
		if p.file == nil {
			p.file = p.rt.newFile(p.ts)
		}
		c.frame = p.file.Frames()
		if err := p.file.Write(c.store.chunk(0)); err != nil {
			return err
		}
		p.release(c)
	}
	return nil
}

// release gives a chunk's memory back.
func (p *partitionRows) release(c *windowChunk) {
	if c.store != nil {
		c.store.reset()
		c.store = nil
	}
	p.rt.Memory.Shrink(c.large)
	c.large = 0
}

// chunk is the batch that row i is in, as its row i&chunkMask.
func (p *partitionRows) chunk(i int) (*datum.Batch, error) {
	at := i >> chunkShift
	if s := p.chunks[at].store; s != nil {
		return s.chunk(0), nil
	}
	for k := range p.cache {
		if c := &p.cache[k]; c.batch != nil && c.chunk == at {
			return c.batch, nil
		}
	}
	b := datum.NewBatch(p.ts)
	if err := p.file.Frame(p.chunks[at].frame, b); err != nil {
		return nil, err
	}
	p.evict = (p.evict + 1) % len(p.cache)
	c := &p.cache[p.evict]
	p.rt.Memory.Shrink(c.bytes)
	*c = cachedChunk{}
	bytes := int64(b.Size())
	if err := p.rt.grow(bytes); err != nil {
		return nil, err
	}
	*c = cachedChunk{chunk: at, batch: b, bytes: bytes}
	return b, nil
}

// row is row i, put into buf.
func (p *partitionRows) row(i int, buf datum.Row) (datum.Row, error) {
	b, err := p.chunk(i)
	if err != nil {
		return nil, err
	}
	return b.Row(i&chunkMask, buf), nil
}

// cell is a column of row i.
func (p *partitionRows) cell(col, i int) (datum.Datum, error) {
	b, err := p.chunk(i)
	if err != nil {
		return datum.Null, err
	}
	return b.Cols[col].Get(i & chunkMask), nil
}

// eval evaluates an expression over row i, for which buf is memory.
func (p *partitionRows) eval(e expr.Expr, i int, buf *datum.Row) (datum.Datum, error) {
	switch x := e.(type) {
	case *expr.Column:
		return p.cell(x.Index, i)
	case *expr.Const:
		return x.V, nil
	}
	var err error
	if *buf, err = p.row(i, *buf); err != nil {
		return datum.Null, err
	}
	return e.Eval(p.rt.Ctx, *buf)
}

// groupOf is the number of the group of row i, which is there.
func (p *partitionRows) groupOf(i int) int {
	if n := len(p.starts); i >= p.starts[n-1] {
		return p.base + n - 1
	}
	return p.base + sort.SearchInts(p.starts, i+1) - 1
}

// hasGroup reports whether there is a group g, reading on as far as it has to.
func (p *partitionRows) hasGroup(g int) (bool, error) {
	for g >= p.base+len(p.starts) && !p.whole {
		if err := p.more(); err != nil {
			return false, err
		}
	}
	return g < p.base+len(p.starts), nil
}

// start is the first row of a group that is there.
func (p *partitionRows) start(g int) int { return p.starts[g-p.base] }

// end is the row behind a group.
func (p *partitionRows) end(g int) (int, error) {
	next, err := p.hasGroup(g + 1)
	if err != nil || !next {
		return p.rows, err
	}
	return p.start(g + 1), nil
}

// forget says that rows before low, and groups before that of row at, will not be
// asked for again.
func (p *partitionRows) forget(low int) {
	for ; p.dropped < low>>chunkShift; p.dropped++ {
		p.release(&p.chunks[p.dropped])
		n := p.groupOf(p.dropped<<chunkShift) - p.base
		p.starts = p.starts[n:]
		p.base += n
		p.rt.Memory.Shrink(8 * int64(n))
	}
}

// reset makes room for the next partition.
func (p *partitionRows) reset() {
	if len(p.chunks) > 0 {
		p.keepSpare(p.chunks[0].store)
	}
	for i := range p.chunks {
		p.release(&p.chunks[i])
	}
	for k := range p.cache {
		p.rt.Memory.Shrink(p.cache[k].bytes)
		p.cache[k] = cachedChunk{}
	}
	p.rt.Memory.Shrink(8 * int64(len(p.starts)))
	if p.file != nil {
		p.file.Close()
		p.file = nil
	}
	p.chunks, p.starts = p.chunks[:0], p.starts[:0]
	p.rows, p.dropped, p.base, p.whole = 0, 0, 0, false
}

// keepSpare empties a store for the next partition: many are small, and vectors
// need not be made anew for each.
func (p *partitionRows) keepSpare(s *rowStore) {
	if s == nil || len(s.chunks) == 0 {
		return
	}
	p.chunks[0].store = nil
	p.account.Shrink(s.bytes)
	s.chunks[0].Reset()
	s.rows, s.bytes = 0, 0
	p.spare = s
}
