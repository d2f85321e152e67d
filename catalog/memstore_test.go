package catalog

import (
	"bytes"
	"context"
	"slices"
	"sort"
	"sync"
	"time"

	"github.com/sparrowdb/sparrow/kv"
)

// memStore is a kv.Store for the tests of this package: all versions in a
// map, locks that wait, watches that are called at commit. Methods that the
// tests don't reach are those of the nil Store inside.
type memStore struct {
	kv.Store
	mu      sync.Mutex
	freed   *sync.Cond
	now     kv.TS
	horizon kv.TS // no snapshot may be opened before
	history map[string][]memVersion
	locks   map[string]*memTxn
	watches []memWatch
}

type memVersion struct {
	ts    kv.TS
	value []byte // nil: deleted
}

type memWatch struct {
	span kv.Span
	fn   func(kv.TS, [][]byte)
}

func newMemStore() *memStore {
	s := &memStore{now: 1, history: map[string][]memVersion{}, locks: map[string]*memTxn{}}
	s.freed = sync.NewCond(&s.mu)
	return s
}

func (s *memStore) Now(context.Context) (kv.TS, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now, nil
}

func (s *memStore) Watch(ctx context.Context, span kv.Span, fn func(kv.TS, [][]byte)) error {
	s.mu.Lock()
	s.watches = append(s.watches, memWatch{span, fn})
	s.mu.Unlock()
	<-ctx.Done()
	return nil
}

func (s *memStore) DeleteRange(_ context.Context, span kv.Span) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k := range s.history {
		if span.Contains([]byte(k)) {
			delete(s.history, k)
		}
	}
	return nil
}

func (s *memStore) Snapshot(_ context.Context, ts kv.TS) (kv.Snapshot, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ts == 0 {
		ts = s.now
	}
	if ts < s.horizon {
		return nil, kv.ErrSnapshotTooOld
	}
	return &memSnapshot{store: s, ts: ts}, nil
}

func (s *memStore) Begin(context.Context, kv.TxnOptions) (kv.Txn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &memTxn{memSnapshot: memSnapshot{store: s, ts: s.now}}, nil
}

// at returns the version of key at ts; s.mu is held.
func (s *memStore) at(key string, ts kv.TS) memVersion {
	versions := s.history[key]
	for i := len(versions) - 1; i >= 0; i-- {
		if versions[i].ts <= ts {
			return versions[i]
		}
	}
	return memVersion{}
}

type memSnapshot struct {
	store *memStore
	ts    kv.TS
	own   func(key string) (value []byte, written bool)
}

func (r *memSnapshot) ReadTS() kv.TS { return r.ts }
func (r *memSnapshot) Close()        {}

func (r *memSnapshot) get(key string) []byte {
	if r.own != nil {
		if v, ok := r.own(key); ok {
			return v
		}
	}
	return r.store.at(key, r.ts).value
}

func (r *memSnapshot) Get(_ context.Context, key []byte) ([]byte, error) {
	r.store.mu.Lock()
	defer r.store.mu.Unlock()
	if v := r.get(string(key)); v != nil {
		return v, nil
	}
	return nil, kv.ErrNotFound
}

func (r *memSnapshot) BatchGet(_ context.Context, keys [][]byte) ([][]byte, error) {
	r.store.mu.Lock()
	defer r.store.mu.Unlock()
	values := make([][]byte, len(keys))
	for i, k := range keys {
		values[i] = r.get(string(k))
	}
	return values, nil
}

func (r *memSnapshot) scan(span kv.Span, more map[string]bool) kv.Iterator {
	r.store.mu.Lock()
	defer r.store.mu.Unlock()
	for k := range r.store.history {
		more[k] = true
	}
	it := &memIterator{at: -1}
	for k := range more {
		if v := r.get(k); v != nil && span.Contains([]byte(k)) {
			it.pairs = append(it.pairs, [2][]byte{[]byte(k), v})
		}
	}
	sort.Slice(it.pairs, func(i, j int) bool { return bytes.Compare(it.pairs[i][0], it.pairs[j][0]) < 0 })
	return it
}

func (r *memSnapshot) Scan(_ context.Context, span kv.Span, _ kv.ScanOptions) kv.Iterator {
	return r.scan(span, map[string]bool{})
}

type memIterator struct {
	pairs [][2][]byte
	at    int
}

func (it *memIterator) Next() bool    { it.at++; return it.at < len(it.pairs) }
func (it *memIterator) Key() []byte   { return it.pairs[it.at][0] }
func (it *memIterator) Value() []byte { return it.pairs[it.at][1] }
func (it *memIterator) Err() error    { return nil }
func (it *memIterator) Close()        {}

// memTxn keeps its writes in order, so that a savepoint is a length.
type memTxn struct {
	memSnapshot
	writes []memWrite
	done   bool
}

type memWrite struct {
	key       string
	value     []byte
	unchecked bool
}

func (t *memTxn) find(key string) ([]byte, bool) {
	for i := len(t.writes) - 1; i >= 0; i-- {
		if t.writes[i].key == key {
			return t.writes[i].value, true
		}
	}
	return nil, false
}

func (t *memTxn) write(key, value []byte, unchecked bool) error {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	t.own = t.find
	t.writes = append(t.writes, memWrite{string(key), bytes.Clone(value), unchecked})
	return nil
}

func (t *memTxn) Put(_ context.Context, key, value []byte) error {
	return t.write(key, value, false)
}

func (t *memTxn) PutUnchecked(_ context.Context, key, value []byte) error {
	return t.write(key, value, true)
}

func (t *memTxn) Delete(_ context.Context, key []byte) error { return t.write(key, nil, false) }

func (t *memTxn) Scan(_ context.Context, span kv.Span, _ kv.ScanOptions) kv.Iterator {
	own := map[string]bool{}
	for _, w := range t.writes {
		own[w.key] = true
	}
	return t.scan(span, own)
}

func (t *memTxn) Lock(_ context.Context, keys [][]byte, opts kv.LockOptions) ([]kv.LockResult, error) {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	if opts.Mode == kv.LockExclusive {
		for _, k := range keys {
			t.lock(string(k))
		}
	}
	return slices.Repeat([]kv.LockResult{{Locked: true}}, len(keys)), nil
}

func (t *memTxn) SetLockTimeout(time.Duration) {}

func (t *memTxn) lock(key string) {
	for owner := t.store.locks[key]; owner != nil && owner != t; owner = t.store.locks[key] {
		t.store.freed.Wait()
	}
	t.store.locks[key] = t
}

func (t *memTxn) PutIfAbsent(_ context.Context, key, value []byte) error {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	t.lock(string(key))
	v, own := t.find(string(key))
	if !own {
		v = t.store.at(string(key), kv.MaxTS).value
	}
	if v != nil {
		return kv.ErrExists
	}
	t.own = t.find
	t.writes = append(t.writes, memWrite{key: string(key), value: bytes.Clone(value)})
	return nil
}

func (t *memTxn) GetLatest(_ context.Context, key []byte) ([]byte, error) {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	v, own := t.find(string(key))
	if !own {
		v = t.store.at(string(key), kv.MaxTS).value
	}
	if v == nil {
		return nil, kv.ErrNotFound
	}
	return v, nil
}

func (t *memTxn) View() (kv.Snapshot, error) {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	writes := slices.Clone(t.writes)
	frozen := &memTxn{memSnapshot: t.memSnapshot, writes: writes}
	frozen.own = frozen.find
	return frozen, nil
}

func (t *memTxn) Refresh(context.Context) error {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	t.ts = t.store.now
	return nil
}

func (t *memTxn) Savepoint() int { return len(t.writes) }

func (t *memTxn) RollbackTo(sp int) error {
	t.writes = t.writes[:sp]
	return nil
}

func (t *memTxn) Size() int { return len(t.writes) }

func (t *memTxn) Commit(context.Context) (kv.TS, error) {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	if t.done {
		return 0, kv.ErrTxnDone
	}
	defer t.end()
	for _, w := range t.writes {
		if newest := t.store.at(w.key, kv.MaxTS); newest.ts > t.ts && !w.unchecked && t.store.locks[w.key] != t {
			return 0, kv.ErrConflict
		}
	}
	if len(t.writes) == 0 {
		return t.ts, nil
	}
	t.store.now++
	var keys []string
	for _, w := range t.writes {
		t.store.history[w.key] = append(t.store.history[w.key], memVersion{t.store.now, w.value})
		keys = append(keys, w.key)
	}
	slices.Sort(keys)
	t.notify(slices.Compact(keys))
	return t.store.now, nil
}

func (t *memTxn) notify(keys []string) {
	for _, w := range t.store.watches {
		var in [][]byte
		for _, k := range keys {
			if w.span.Contains([]byte(k)) {
				in = append(in, []byte(k))
			}
		}
		if len(in) > 0 {
			w.fn(t.store.now, in)
		}
	}
}

func (t *memTxn) end() {
	t.done = true
	for k, owner := range t.store.locks {
		if owner == t {
			delete(t.store.locks, k)
		}
	}
	t.store.freed.Broadcast()
}

func (t *memTxn) Rollback() {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	if !t.done {
		t.end()
	}
}
