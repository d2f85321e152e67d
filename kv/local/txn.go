package local

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sparrowdb/sparrow/kv"
)

// txn is a transaction: it reads at readTS under its buffered writes.
type txn struct {
	store     *Store
	readTS    kv.TS
	isolation kv.Isolation
	readOnly  bool
	done      bool
	bytesMax  int
	// lockTimeout bounds waits for locks; 0 is no bound.
	lockTimeout time.Duration

	writes     writeBuffer
	reserved   int64 // of the store's budget for write buffers
	owner      lockOwner
	savepoints []savepoint
	// reads is what a serializable transaction has read from the store.
	reads []kv.Span
}

type savepoint struct{ undo, locks int }

// Begin starts a transaction.
func (s *Store) Begin(ctx context.Context, opts kv.TxnOptions) (kv.Txn, error) {
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	if opts.Isolation > kv.Serializable {
		return nil, kv.ErrUnsupported
	}
	ts, err := s.pins.pin(opts.ReadTS)
	if err != nil {
		return nil, err
	}
	bound := s.opts.TxnBytesMax
	if opts.BytesMax > 0 {
		bound = min(bound, opts.BytesMax)
	}
	return &txn{
		store: s, readTS: ts, isolation: opts.Isolation, readOnly: opts.ReadOnly, bytesMax: bound, owner: lockOwner{id: opts.Owner},
	}, nil
}

func (t *txn) ReadTS() kv.TS { return t.readTS }

func (t *txn) Size() int { return t.writes.bytes + t.owner.bytes }

// grow checks that n more bytes are within the transaction's bound and that of
// all.
func (t *txn) grow(n int) error {
	size := t.Size() + n
	if size > t.bytesMax {
		return &kv.TooLargeError{Size: int64(size), Limit: int64(t.bytesMax)}
	}
	return t.reserve(int64(size))
}

// check is the common beginning of all methods.
func (t *txn) check(ctx context.Context) error {
	if t.done {
		return kv.ErrTxnDone
	}
	return t.store.check(ctx)
}

// checkWrite also vets a key and a value to be written.
func (t *txn) checkWrite(ctx context.Context, key, value []byte, deletes bool) error {
	if err := t.check(ctx); err != nil {
		return err
	}
	if t.readOnly {
		return kv.ErrReadOnly
	}
	if err := checkKey(key); err != nil {
		return err
	}
	if !deletes && (len(value) == 0 || len(value) > kv.ValueBytesMax) {
		return fmt.Errorf("%w: value of %d bytes", kv.ErrInvalid, len(value))
	}
	return t.grow(len(key) + len(value) + writeOverhead)
}

// reserve takes from the budget of all write buffers what this one needs to hold
// size bytes.
func (t *txn) reserve(size int64) error {
	if size <= t.reserved {
		return nil
	}
	n, err := t.store.txns.grow(size - t.reserved)
	t.reserved += n
	return err
}

func checkKey(key []byte) error {
	if len(key) == 0 || len(key) > kv.KeyBytesMax || key[0] == 0xFF {
		return fmt.Errorf("%w: key of %d bytes, or one that begins with 0xFF", kv.ErrInvalid, len(key))
	}
	return nil
}

// own copies key and value into one piece of memory.
func own(key, value []byte) (k, v []byte) {
	buf := make([]byte, len(key)+len(value))
	n := copy(buf, key)
	copy(buf[n:], value)
	return buf[:n:n], buf[n:]
}

func (t *txn) Get(ctx context.Context, key []byte) ([]byte, error) {
	if err := t.check(ctx); err != nil {
		return nil, err
	}
	if w := t.writes.get(key); w != nil {
		return w.read()
	}
	return t.readStore(key, t.readTS)
}

// readStore reads a key that the transaction has not written.
func (t *txn) readStore(key []byte, ts kv.TS) ([]byte, error) {
	if t.tracksReads() {
		t.track(kv.PointSpan(key))
	}
	return t.store.getAt(key, ts)
}

func (t *txn) BatchGet(ctx context.Context, keys [][]byte) ([][]byte, error) {
	return batchGet(ctx, t, keys)
}

// tracksReads reports whether Commit will validate what is read.
func (t *txn) tracksReads() bool { return t.isolation == kv.Serializable && !t.readOnly }

// trackedSpansMax bounds what a serializable transaction remembers of its reads;
// past it, it counts as having read everything.
const trackedSpansMax = 1 << 16

func (t *txn) track(span kv.Span) {
	if len(t.reads) == trackedSpansMax {
		t.reads = append(t.reads[:0], kv.Span{})
	}
	t.reads = append(t.reads, span)
}

func (t *txn) Put(ctx context.Context, key, value []byte) error {
	return t.write(ctx, key, value, write{})
}

func (t *txn) PutUnchecked(ctx context.Context, key, value []byte) error {
	return t.write(ctx, key, value, write{unchecked: true})
}

func (t *txn) Delete(ctx context.Context, key []byte) error {
	return t.write(ctx, key, nil, write{deleted: true})
}

func (t *txn) write(ctx context.Context, key, value []byte, w write) error {
	if err := t.checkWrite(ctx, key, value, w.deleted); err != nil {
		return err
	}
	w.readTS = t.readTS
	w.locked = t.store.locks.writes(&t.owner, key)
	key, w.value = own(key, value)
	t.writes.set(key, &w)
	return nil
}

func (t *txn) PutIfAbsent(ctx context.Context, key, value []byte) error {
	if err := t.checkWrite(ctx, key, value, false); err != nil {
		return err
	}
	held := len(t.owner.held)
	deletedHere, err := t.absent(ctx, key)
	if err != nil {
		t.store.locks.release(&t.owner, held)
		return err
	}
	t.store.locks.writes(&t.owner, key)
	w := &write{locked: true, fresh: !deletedHere, readTS: t.readTS}
	key, w.value = own(key, value)
	t.writes.set(key, w)
	return nil
}

// absent locks key and returns ErrExists when a row lives there. deletedHere
// reports that the transaction itself has deleted it.
func (t *txn) absent(ctx context.Context, key []byte) (deletedHere bool, err error) {
	if w := t.writes.get(key); w != nil {
		if w.deleted {
			return true, nil
		}
		return false, kv.ErrExists
	}
	if err := t.claim(ctx, key); err != nil {
		return false, err
	}
	if _, err := t.store.settled(key, t.readTS); err != nil {
		return false, err
	}
	f, _, err := t.store.locate(key, t.store.pins.now())
	switch {
	case err != nil:
		return false, err
	case f.live():
		return false, kv.ErrExists
	case f.exists && f.ts > t.readTS && t.isolation != kv.ReadCommitted:
		return false, fmt.Errorf("%w: the row was deleted at %d, after the snapshot of %d", kv.ErrConflict, f.ts, t.readTS)
	}
	return false, nil
}

// claim locks a key to be inserted. A row that lives there and that others only
// locked is in the way whatever they do: ErrExists.
func (t *txn) claim(ctx context.Context, key []byte) error {
	if err := t.grow(len(key) + lockOverhead); err != nil {
		return err
	}
	_, err := t.store.locks.acquire(ctx, &t.owner, key, kv.LockOptions{Policy: kv.NoWait})
	if !errors.Is(err, kv.ErrLocked) {
		return err
	}
	if !t.store.locks.written(&t.owner, key) {
		if f, _, err := t.store.locate(key, t.store.pins.now()); err != nil || f.live() {
			return cmp.Or(err, kv.ErrExists)
		}
	}
	_, err = t.store.locks.acquire(ctx, &t.owner, key, kv.LockOptions{Timeout: t.lockTimeout})
	return err
}

func (t *txn) SetLockTimeout(d time.Duration) { t.lockTimeout = d }

func (t *txn) Lock(ctx context.Context, keys [][]byte, opts kv.LockOptions) ([]kv.LockResult, error) {
	if err := t.check(ctx); err != nil {
		return nil, err
	}
	if t.readOnly {
		return nil, kv.ErrReadOnly
	}
	if opts.Timeout == 0 {
		opts.Timeout = t.lockTimeout
	}
	results := make([]kv.LockResult, len(keys))
	for i, key := range keys {
		if err := checkKey(key); err != nil {
			return nil, err
		}
		if err := t.grow(len(key) + lockOverhead); err != nil {
			return nil, err
		}
		locked, err := t.store.locks.acquire(ctx, &t.owner, key, opts)
		if err != nil {
			return nil, err
		}
		if !locked {
			continue
		}
		results[i].Locked = true
		newest, err := t.store.settled(key, t.readTS)
		if err != nil {
			return nil, err
		}
		results[i].Changed = newest > t.readTS
	}
	return results, nil
}

func (t *txn) GetLatest(ctx context.Context, key []byte) ([]byte, error) {
	if err := t.check(ctx); err != nil {
		return nil, err
	}
	if w := t.writes.get(key); w != nil {
		return w.read()
	}
	return t.readStore(key, t.store.pins.now())
}

func (t *txn) Refresh(ctx context.Context) error {
	if err := t.check(ctx); err != nil {
		return err
	}
	if t.isolation != kv.ReadCommitted {
		return kv.ErrUnsupported
	}
	ts, err := t.store.pins.pin(0)
	if err != nil {
		return err
	}
	t.store.pins.unpin(t.readTS)
	t.readTS = ts
	return nil
}

func (t *txn) Savepoint() int {
	t.savepoints = append(t.savepoints, savepoint{undo: len(t.writes.undo), locks: len(t.owner.held)})
	return len(t.savepoints) - 1
}

func (t *txn) RollbackTo(sp int) error {
	if t.done {
		return kv.ErrTxnDone
	}
	if sp < 0 || sp >= len(t.savepoints) {
		return fmt.Errorf("%w: no savepoint %d", kv.ErrInvalid, sp)
	}
	t.writes.rollback(t.savepoints[sp].undo)
	t.store.locks.release(&t.owner, t.savepoints[sp].locks)
	t.savepoints = slices.Delete(t.savepoints, sp+1, len(t.savepoints))
	return nil
}

func (t *txn) Rollback() {
	if !t.done {
		t.finish()
	}
}

// finish ends the transaction in any way.
func (t *txn) finish() {
	t.done = true
	t.store.locks.release(&t.owner, 0)
	t.store.pins.unpin(t.readTS)
	t.store.txns.shrink(t.reserved)
	t.reserved = 0
	t.writes, t.reads, t.savepoints = writeBuffer{}, nil, nil
}
