package local

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/sparrowdb/sparrow/kv"
)

// logDamage is where the log stops to be sound, and what lies behind.
type logDamage struct {
	found bool
	// The sound part ends in segment, at offset `at`; at 0 leaves none of it.
	segment uint64
	at      int
	seq     uint64 // of the first frame that is lost
	// Of the frames behind, these can be read, but not be applied without those
	// that can't.
	frames, commits int
	minTS, maxTS    kv.TS
	next            uint64 // behind the last frame that is known of
	// headers are the segments whose header is damaged, but no frame, with their
	// first frame.
	headers map[uint64]uint64
}

// logChecker walks the log, past damage too.
type logChecker struct {
	*checker
	seq   uint64
	ts    kv.TS
	parts *Store // the partitions, without content; nil when they are not known
}

// checkLog verifies the segments that the manifest needs; without a manifest,
// all there are.
func (c *checker) checkLog() error {
	numbers, err := listSegments(c.opts.FS, c.opts.Dir)
	if err != nil {
		return err
	}
	l := &logChecker{checker: c}
	next := uint64(0)
	if m := c.manifest; m != nil {
		l.seq, l.ts, next = m.seq, m.ts, m.segment
		l.parts = emptyPartitions(m)
	}
	for i, n := range numbers {
		if n < next {
			c.skip(n)
			continue
		}
		if next != 0 && n > next {
			missing := c.path(segmentName(next))
			c.problem(missing, 0, "log segment is missing")
			l.damaged(next, 0)
		}
		if err := l.checkSegment(n, i == len(numbers)-1); err != nil {
			return err
		}
		next = n + 1
	}
	return nil
}

func (c *checker) skip(n uint64) {
	if size, err := fileSize(c.opts.FS, c.path(segmentName(n))); err == nil {
		c.progress(size)
	}
}

// damaged notes that the log is sound up to here only.
func (l *logChecker) damaged(segment uint64, at int) {
	d := &l.log
	if !d.found {
		d.found, d.segment, d.at, d.seq = true, segment, at, l.seq
	}
}

// damagedBefore notes that frames are missing between the segment before, whose
// end was noted, and this one.
func (l *logChecker) damagedBefore(segment uint64) {
	if l.log.segment == 0 {
		l.damaged(segment, 0)
		return
	}
	l.damaged(l.log.segment, l.log.at)
}

// emptyPartitions is a store that has the partitions of a manifest and nothing
// in them.
func emptyPartitions(m *manifest) *Store {
	s := &Store{retired: map[*delta]bool{}}
	s.nextPartition.Store(m.nextPartition)
	parts := &partitionMap{}
	for i, p := range m.partitions {
		span := kv.Span{Start: p.start}
		if i+1 < len(m.partitions) {
			span.End = m.partitions[i+1].start
		}
		parts.list = append(parts.list, newPartition(p.id, span, &content{active: newDelta(), base: newBaseIndex()}))
	}
	s.parts.Store(parts)
	return s
}

func (l *logChecker) checkSegment(n uint64, last bool) error {
	s, err := readSegment(l.opts.FS, l.opts.Dir, n)
	if s == nil {
		return err
	}
	if err := l.corrupt(err); err != nil {
		return err
	}
	readable := err == nil
	l.sum.Segments++
	defer l.progress(int64(len(s.content)))
	switch err := s.parseHeader(last && readable); {
	case errors.Is(err, errUnborn):
		l.harmless(s.name, "log segment that was being created")
		return nil
	case errors.Is(err, kv.ErrCorrupt):
		l.corrupt(err)
		l.header(s)
	case err != nil:
		return err
	}
	switch {
	case l.seq == 0:
		l.seq = s.first
	case s.first > l.seq:
		l.problem(s.name, 24, "%s damaged or missing before this segment", frameRange(l.seq, s.first-1))
		l.damagedBefore(n)
	case s.first < l.seq:
		l.problem(s.name, 24, "log segment begins with frame %d where %d was expected", s.first, l.seq)
		l.damaged(n, 0)
	}
	l.seq = s.first
	l.checkFrames(s, last, readable)
	return nil
}

// header finds out where a segment with a damaged header begins: its frames know
// their numbers.
func (l *logChecker) header(s *segment) {
	first := uint64(0)
	if len(s.content) > segmentHeaderBytes {
		if h, _, ok := parseFrame(s.content[segmentHeaderBytes:], frameSeed(s.no)); ok {
			first = h.seq
		}
	}
	if first == 0 {
		l.damaged(s.no, 0)
		s.first = l.seq
		return
	}
	s.first = first
	if l.log.headers == nil {
		l.log.headers = map[uint64]uint64{}
	}
	l.log.headers[s.no] = first
}

// checkFrames walks the frames of a segment, past damaged ones.
func (l *logChecker) checkFrames(s *segment, last, readable bool) {
	at := min(segmentHeaderBytes, len(s.content))
	for {
		next, end, _ := s.frames(at, l.seq, func(at int, h frameHeader, payload []byte) error {
			l.sum.Frames++
			l.sum.LogBytes += int64(h.bytes())
			l.checkFrame(s, at, h, payload)
			l.seq = h.seq + 1
			return nil
		})
		l.seq, at = next, end
		flags := uint32(frameAfterSync)
		if l.log.found {
			flags = 0
		}
		off := s.frameFrom(at+1, flags, l.seq)
		if off < 0 {
			break
		}
		following := binary.LittleEndian.Uint64(s.content[off+16:])
		l.problem(s.name, int64(at), "%s damaged, but a good one follows at offset %d", frameRange(l.seq, following-1), off)
		l.damaged(s.no, at)
		l.seq, at = following, off
	}
	if !readable {
		l.damaged(s.no, at)
		return
	}
	if torn, _ := s.tail(at, l.seq); last && torn {
		l.harmless(s.name, fmt.Sprintf("unfinished write at offset %d, which is cut off", at))
	}
	l.end(s, at)
}

// end remembers where a sound segment ends: whether frames are missing there is
// seen in the next one.
func (l *logChecker) end(s *segment, at int) {
	if !l.log.found {
		l.log.segment, l.log.at = s.no, at
	}
}

// checkFrame decodes the records of a frame.
func (l *logChecker) checkFrame(s *segment, at int, h frameHeader, payload []byte) {
	commits := 0
	first := kv.TS(0)
	records, err := framePayload(h, payload)
	if err == nil {
		err = decodeRecords(records, func(rec *record) error {
			if rec.ts <= l.ts {
				return fmt.Errorf("record has timestamp %d where one above %d was expected", rec.ts, l.ts)
			}
			l.ts = rec.ts
			if first == 0 {
				first = rec.ts
			}
			if rec.kind == recordCommit {
				commits++
				return nil
			}
			// Behind damage the partitions are not known.
			if l.parts == nil || l.log.found {
				return nil
			}
			return l.parts.applyRearrangement(rec)
		})
	}
	l.sum.Commits += commits
	if err != nil {
		l.problem(s.name, int64(at), "log frame %d: %v", h.seq, err)
		l.seq = h.seq
		l.damaged(s.no, at)
	}
	if d := &l.log; d.found {
		d.frames++
		d.commits += commits
		if d.minTS == 0 {
			d.minTS = first
		}
		d.maxTS, d.next = max(d.maxTS, l.ts), h.seq+1
	}
}
