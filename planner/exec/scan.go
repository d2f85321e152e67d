package exec

import (
	"bytes"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/partition"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// firstBatch is the size of the first batch of a limited scan, in rows; the
// following ones double, so that a small limit reads little.
const firstBatch = 64

// scan reads a table by key ranges, or whole.
type scan struct {
	rt      *Runtime
	node    *planner.Scan
	dec     *rowDecoder
	opts    kv.ScanOptions
	spans   []kv.Span
	it      *rowScan // row by row, or
	runs    *rowRuns // in runs
	run     *kv.Run
	at      int // rows of run that have been given out
	skips   blockSkips
	part    *partition.Partition
	read    *partition.RangeRead
	batch   *datum.Batch
	size    int
	left    int64 // rows still wanted; -1 is all
	started bool
}

// newScan makes the operator of a Scan node: one for each way of access.
func newScan(rt *Runtime, n *planner.Scan) (Operator, error) {
	if n.Empty {
		return &values{rt: rt, node: &planner.Values{Out: n.Out}}, nil
	}
	dec := newRowDecoder(rt, n.Table, n.Cols)
	var op Operator
	if n.Points != nil {
		op = &pointScan{rt: rt, node: n, dec: dec}
	} else {
		op = &scan{rt: rt, node: n, dec: dec, opts: kv.ScanOptions{Reverse: n.Reverse, KeysOnly: dec.keysOnly()}, size: datum.BatchRows}
	}
	if n.Lock == nil {
		return op, nil
	}
	src, ok := op.(keyedSource)
	if !ok {
		return nil, pgerr.New(pgerr.InternalError, "scan %T can't lock", op)
	}
	return &lockScan{rt: rt, node: n, src: src, dec: dec}, nil
}

func (s *scan) start() error {
	s.started = true
	var err error
	if s.rt.pieces == nil {
		s.spans, err = scanSpans(s.rt, s.node, s.dec.codec)
	}
	if err != nil {
		return err
	}
	s.left = -1
	if s.node.Lock == nil { // else the lock counts: it may drop rows
		if s.left, err = rowCount(s.rt, s.node.Limit, -1, pgerr.InvalidRowCountInLimit, "LIMIT"); err != nil {
			return err
		}
	}
	if s.left >= 0 {
		s.size = firstBatch
		if s.node.Filter == nil {
			s.size = int(min(s.left, datum.BatchRows))
		}
	}
	s.batch = datum.NewBatch(columnTypes(s.node.Out))
	s.skips, err = newBlockSkips(s.rt, s.node)
	return err
}

func (s *scan) Next() (*datum.Batch, error) {
	if !s.started {
		if err := s.start(); err != nil {
			return nil, err
		}
	}
	for s.left != 0 {
		if err := s.rt.interrupted(); err != nil {
			return nil, err
		}
		s.batch.Reset()
		if err := s.fill(); err != nil {
			return nil, err
		}
		if s.batch.N == 0 {
			return nil, nil
		}
		s.size = min(2*s.size, datum.BatchRows)
		if s.node.Filter != nil {
			if err := expr.FilterBatch(s.rt.Ctx, s.node.Filter, s.batch); err != nil {
				return nil, err
			}
		}
		if n := s.batch.Rows(); n > 0 {
			if s.left >= 0 {
				s.left = max(0, s.left-int64(n))
			}
			return s.batch, nil
		}
	}
	return nil, nil
}

// fill appends rows to the batch until it is full or there are no more.
func (s *scan) fill() error {
	for s.batch.N < s.size {
		more, err := s.nextRun()
		if err != nil || !more {
			return err
		}
		n := min(s.run.Rows-s.at, s.size-s.batch.N)
		if s.left >= 0 && s.node.Filter == nil {
			if n = min(n, int(s.left)-s.batch.N); n <= 0 {
				return nil
			}
		}
		if s.batch.N == 0 && len(s.batch.Cols) == 0 {
			n = s.run.Rows - s.at // rows without columns take no room
			if s.left >= 0 {
				n = min(n, int(s.left))
			}
		}
		had := s.batch.N
		bytes, err := s.dec.appendRun(s.batch, s.run, s.at, n)
		if err != nil {
			return err
		}
		s.read.Rows(int64(s.batch.N-had), bytes)
		s.at += n
	}
	return nil
}

// nextRun moves to the next run that has rows to give out, over the spans.
// Blocks whose bounds the filter rules out are counted as read, and not decoded.
func (s *scan) nextRun() (bool, error) {
	if s.run != nil && s.at < s.run.Rows {
		return true, nil
	}
	for {
		s.run, s.at = nil, 0
		if s.runs == nil {
			if !s.nextSpan() {
				return false, nil
			}
			s.runs = scanRowRuns(s.dec, s.spans[0], s.dec.options(s.node))
			s.enter(s.spans[0])
			s.spans = s.spans[1:]
		}
		if !s.runs.Next() {
			err := s.runs.Err()
			s.runs.Close()
			s.runs = nil
			s.read.Close()
			if err != nil {
				return false, err
			}
			continue
		}
		s.run = s.runs.Run()
		s.locate(s.run.At)
		if s.dec.hides(s.run) || !s.skips.rulesOut(s.run) {
			return true, nil
		}
		bytes, err := s.dec.runBytes(s.run)
		if err != nil {
			return false, err
		}
		s.read.Rows(int64(s.run.Rows), bytes)
	}
}

// nextSpan reports whether there is a span to go on with. One of several goroutines
// takes the next piece.
func (s *scan) nextSpan() bool {
	if len(s.spans) == 0 && s.rt.pieces != nil {
		s.spans = s.rt.pieces.next()
	}
	return len(s.spans) > 0
}

// advance moves the iterator to the next row, over the spans.
func (s *scan) advance() (bool, error) {
	for {
		if s.it == nil {
			if len(s.spans) == 0 {
				return false, nil
			}
			s.it = scanRows(s.dec, s.spans[0], s.opts)
			s.enter(s.spans[0])
			s.spans = s.spans[1:]
		}
		if s.it.Next() {
			return true, nil
		}
		err := s.it.Err()
		s.it.Close()
		s.it = nil
		s.read.Close()
		if err != nil {
			return false, err
		}
	}
}

// enter begins the metering of a span where its first key lies.
func (s *scan) enter(span kv.Span) {
	at := span.Start
	if s.node.Reverse && span.End != nil {
		if parts := s.rt.Store.Of(span); len(parts) > 0 {
			at = parts[len(parts)-1].Span.Start
			if bytes.Compare(at, span.Start) < 0 {
				at = span.Start
			}
		}
	}
	s.part = s.rt.Store.Locate(at)
	s.read = s.rt.Meter.RangeRead(s.part)
}

// count meters the row under the iterator.
func (s *scan) count(bytes int64) {
	s.locate(s.it.Key())
	s.read.Row(bytes)
}

// locate says that what is read next lies in key's partition.
func (s *scan) locate(key []byte) {
	if !s.part.Span.Contains(key) {
		s.part = s.rt.Store.Locate(key)
		s.read.Enter(s.part)
	}
}

// nextKeyed implements keyedSource.
func (s *scan) nextKeyed(row datum.Row) (key []byte, ok bool, err error) {
	if !s.started {
		if err := s.start(); err != nil {
			return nil, false, err
		}
	}
	for {
		if err := s.rt.interrupted(); err != nil {
			return nil, false, err
		}
		more, err := s.advance()
		if err != nil || !more {
			return nil, false, err
		}
		n, err := s.dec.decode(s.it.Key(), s.it.Value(), row)
		if err != nil {
			return nil, false, err
		}
		s.count(n)
		if s.node.Filter != nil {
			keep, err := isTrue(s.rt, s.node.Filter, row)
			if err != nil {
				return nil, false, err
			}
			if !keep {
				continue
			}
		}
		return bytes.Clone(s.it.Key()), true, nil
	}
}

func (s *scan) Close() {
	if s.it != nil {
		s.it.Close()
		s.it = nil
	}
	if s.runs != nil {
		s.runs.Close()
		s.runs, s.run = nil, nil
	}
	if s.read != nil {
		s.read.Close()
	}
	s.spans, s.left = nil, 0
}
