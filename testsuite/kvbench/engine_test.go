package kvbench

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand"
	"os"
	"path/filepath"
	"testing"

	"github.com/cockroachdb/pebble/v2"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local"
)

// rowsFlag is the number of rows of the data set, in key order row00000000 on.
var rowsFlag = flag.Int("rows", 1_000_000, "rows of the data set")

// engine is what the benchmarks ask of either store. Each call of get or scan
// is a read of its own, with no snapshot kept from call to call.
type engine interface {
	load(b *testing.B)
	get(key []byte) error
	// scan reads n rows from key on and returns their bytes.
	scan(key []byte, n int) (int64, error)
	// put commits one row durably.
	put(key, value []byte) error
	close() error
}

// opens are the engines, by name.
var opens = map[string]func(dir string, cacheBytes int64) (engine, error){"sparrow": openLocal, "pebble": openPebble}

// engines opens one engine after the other, empty, with so much memory for
// blocks.
func engines(b *testing.B, cacheBytes int64, run func(b *testing.B, e engine)) {
	for _, name := range []string{"sparrow", "pebble"} {
		b.Run(name, func(b *testing.B) { inDir(b, name, b.TempDir(), cacheBytes, run) })
	}
}

// loadedEngines opens one engine after the other over the data set, which is
// loaded once a process.
func loadedEngines(b *testing.B, cacheBytes int64, run func(b *testing.B, e engine)) {
	for _, name := range []string{"sparrow", "pebble"} {
		dir := filepath.Join(dataDir, name)
		if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
			inDir(b, name, dir, cacheBytes, func(b *testing.B, e engine) { e.load(b) })
		}
		b.Run(name, func(b *testing.B) { inDir(b, name, dir, cacheBytes, run) })
	}
}

func inDir(b *testing.B, name, dir string, cacheBytes int64, run func(b *testing.B, e engine)) {
	e, err := opens[name](dir, cacheBytes)
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		b.StopTimer()
		if err := e.close(); err != nil {
			b.Error(err)
		}
	}()
	run(b, e)
}

// dataDir holds the loaded data sets.
var dataDir string

func TestMain(m *testing.M) {
	var err error
	if dataDir, err = os.MkdirTemp("", "kvbench"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(dataDir)
	os.Exit(code)
}

func rowKey(i int) []byte { return fmt.Appendf(nil, "table/row%08d", i) }

// rowValue is about a hundred bytes, half of which repeat from row to row.
func rowValue(rng *rand.Rand, i int) []byte {
	return fmt.Appendf(nil, "name-%d some text that repeats, as rows do %016x %016x", i, rng.Uint64(), rng.Uint64())
}

type localEngine struct{ store *local.Store }

func openLocal(dir string, cacheBytes int64) (engine, error) {
	s, err := local.Open(local.Options{Dir: dir, CacheBytes: cacheBytes, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	return &localEngine{s}, err
}

func (e *localEngine) load(b *testing.B) {
	ctx, rng := context.Background(), rand.New(rand.NewSource(1))
	for i := 0; i < *rowsFlag; {
		tx, err := e.store.Begin(ctx, kv.TxnOptions{})
		if err != nil {
			b.Fatal(err)
		}
		for end := i + 10_000; i < end; i++ {
			if err := tx.Put(ctx, rowKey(i), rowValue(rng, i)); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := tx.Commit(ctx); err != nil {
			b.Fatal(err)
		}
	}
	if err := e.store.Checkpoint(ctx); err != nil {
		b.Fatal(err)
	}
}

func (e *localEngine) get(key []byte) error {
	ctx := context.Background()
	snap, err := e.store.Snapshot(ctx, 0)
	if err != nil {
		return err
	}
	defer snap.Close()
	_, err = snap.Get(ctx, key)
	return err
}

func (e *localEngine) scan(key []byte, n int) (bytes int64, err error) {
	ctx := context.Background()
	snap, err := e.store.Snapshot(ctx, 0)
	if err != nil {
		return 0, err
	}
	defer snap.Close()
	it := snap.Scan(ctx, kv.Span{Start: key}, kv.ScanOptions{Limit: n})
	defer it.Close()
	for it.Next() {
		bytes += int64(len(it.Key()) + len(it.Value()))
	}
	return bytes, it.Err()
}

func (e *localEngine) put(key, value []byte) error {
	ctx := context.Background()
	tx, err := e.store.Begin(ctx, kv.TxnOptions{})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := tx.Put(ctx, key, value); err != nil {
		return err
	}
	_, err = tx.Commit(ctx)
	return err
}

func (e *localEngine) close() error { return e.store.Close() }

type pebbleEngine struct{ db *pebble.DB }

func openPebble(dir string, cacheBytes int64) (engine, error) {
	cache := pebble.NewCache(cacheBytes)
	defer cache.Unref()
	db, err := pebble.Open(dir, &pebble.Options{Cache: cache, Logger: quietLogger{}, MemTableSize: 64 << 20})
	return &pebbleEngine{db}, err
}

func (e *pebbleEngine) load(b *testing.B) {
	rng := rand.New(rand.NewSource(1))
	for i := 0; i < *rowsFlag; {
		batch := e.db.NewBatch()
		for end := i + 10_000; i < end; i++ {
			if err := batch.Set(rowKey(i), rowValue(rng, i), nil); err != nil {
				b.Fatal(err)
			}
		}
		if err := batch.Commit(pebble.Sync); err != nil {
			b.Fatal(err)
		}
	}
	if err := errors.Join(e.db.Flush(), e.db.Compact(context.Background(), []byte("a"), []byte("z"), false)); err != nil {
		b.Fatal(err)
	}
}

func (e *pebbleEngine) get(key []byte) error {
	_, closer, err := e.db.Get(key)
	if err != nil {
		return err
	}
	return closer.Close()
}

func (e *pebbleEngine) scan(key []byte, n int) (bytes int64, err error) {
	it, err := e.db.NewIter(&pebble.IterOptions{LowerBound: key})
	if err != nil {
		return 0, err
	}
	for ok := it.First(); ok && n > 0; ok = it.Next() {
		bytes += int64(len(it.Key()) + len(it.Value()))
		n--
	}
	return bytes, errors.Join(it.Error(), it.Close())
}

func (e *pebbleEngine) put(key, value []byte) error { return e.db.Set(key, value, pebble.Sync) }

func (e *pebbleEngine) close() error { return e.db.Close() }

// quietLogger swallows what Pebble tells about its work; a fatal error panics.
type quietLogger struct{}

func (quietLogger) Infof(string, ...any)  {}
func (quietLogger) Errorf(string, ...any) {}
func (quietLogger) Fatalf(format string, args ...any) {
	panic(fmt.Sprintf(format, args...))
}
