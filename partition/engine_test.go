package partition

import (
	"bytes"
	"context"
	"slices"
	"sort"
	"sync"

	"github.com/sparrowdb/sparrow/kv"
)

// engine is a kv.Store for the tests of this package: one version of each key,
// held in a sorted slice, and real partitions. Methods that the tests don't
// reach are those of the nil Store inside.
type engine struct {
	kv.Store
	mu     sync.Mutex
	keys   []string
	values map[string]int // length of the value
	starts []string       // of partitions, in order; the first is ""
	ids    []uint64
	nextID uint64
}

func newEngine() *engine {
	return &engine{values: map[string]int{}, starts: []string{""}, ids: []uint64{1}, nextID: 2}
}

func (e *engine) put(key string, bytes int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, found := e.values[key]; !found {
		i, _ := slices.BinarySearch(e.keys, key)
		e.keys = slices.Insert(e.keys, i, key)
	}
	e.values[key] = bytes
}

func (e *engine) span(i int) kv.Span {
	var s kv.Span
	if i > 0 {
		s.Start = []byte(e.starts[i])
	}
	if i+1 < len(e.starts) {
		s.End = []byte(e.starts[i+1])
	}
	return s
}

func (e *engine) Partitions(_ context.Context, span kv.Span) ([]kv.PartitionInfo, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.partitions(span), nil
}

func (e *engine) partitions(span kv.Span) []kv.PartitionInfo {
	var out []kv.PartitionInfo
	for i := range e.starts {
		info := kv.PartitionInfo{ID: e.ids[i], Span: e.span(i), CompressedBytes: -1}
		if !info.Span.Overlaps(span) {
			continue
		}
		for _, k := range e.keys {
			if info.Span.Contains([]byte(k)) {
				info.Rows++
				info.RawBytes += int64(len(k) + e.values[k])
			}
		}
		out = append(out, info)
	}
	return out
}

func (e *engine) Split(_ context.Context, keys [][]byte) ([]kv.PartitionInfo, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var out []kv.PartitionInfo
	for _, key := range keys {
		i, found := slices.BinarySearch(e.starts, string(key))
		if !found {
			e.starts = slices.Insert(e.starts, i, string(key))
			e.ids = slices.Insert(e.ids, i, e.nextID)
			e.nextID++
		}
	}
	for _, key := range keys {
		out = append(out, e.partitions(kv.PointSpan(key))...)
	}
	sort.Slice(out, func(i, j int) bool { return bytes.Compare(out[i].Span.Start, out[j].Span.Start) < 0 })
	return out, nil
}

func (e *engine) Merge(_ context.Context, left, right uint64) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	i := slices.Index(e.ids, left)
	if i < 0 || slices.Index(e.ids, right) < 0 {
		return kv.ErrNotFound
	}
	if i+1 >= len(e.ids) || e.ids[i+1] != right {
		return kv.ErrInvalid
	}
	e.starts = slices.Delete(e.starts, i+1, i+2)
	e.ids = slices.Delete(e.ids, i+1, i+2)
	return nil
}

func (e *engine) DeleteRange(_ context.Context, span kv.Span) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.keys = slices.DeleteFunc(e.keys, func(k string) bool { return span.Contains([]byte(k)) })
	return nil
}

func (e *engine) Snapshot(context.Context, kv.TS) (kv.Snapshot, error) {
	return &snapshot{e: e}, nil
}

func (e *engine) Close() error { return nil }

type snapshot struct {
	kv.Snapshot
	e *engine
}

func (s *snapshot) Scan(_ context.Context, span kv.Span, _ kv.ScanOptions) kv.Iterator {
	s.e.mu.Lock()
	defer s.e.mu.Unlock()
	it := &iterator{}
	for _, k := range s.e.keys {
		if span.Contains([]byte(k)) {
			it.keys = append(it.keys, k)
			it.sizes = append(it.sizes, s.e.values[k])
		}
	}
	return it
}

func (s *snapshot) Close() {}

type iterator struct {
	keys  []string
	sizes []int
	n     int
}

func (it *iterator) Next() bool    { it.n++; return it.n <= len(it.keys) }
func (it *iterator) Key() []byte   { return []byte(it.keys[it.n-1]) }
func (it *iterator) Value() []byte { return make([]byte, it.sizes[it.n-1]) }
func (it *iterator) Err() error    { return nil }
func (it *iterator) Close()        {}
