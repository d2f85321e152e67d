package conformance

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
)

// A history is what concurrent clients did: each operation one transaction that
// read some keys and wrote others. It passes if there is an order of the
// transactions, consistent with real time, in which each read what the ones
// before had written.
type historyOp struct {
	reads  []string
	writes map[string]string
}

// historyModel is a map of keys; the answer to an operation is the values of
// its reads, "" for absent.
var historyModel = porcupine.Model{
	Init: func() any { return map[string]string{} },
	Step: func(state, input, output any) (bool, any) {
		have, op := state.(map[string]string), input.(historyOp)
		for i, got := range output.([]string) {
			if have[op.reads[i]] != got {
				return false, nil
			}
		}
		if len(op.writes) == 0 {
			return true, have
		}
		next := maps.Clone(have)
		maps.Copy(next, op.writes)
		return true, next
	},
	Equal: func(a, b any) bool { return maps.Equal(a.(map[string]string), b.(map[string]string)) },
}

const (
	historyClients = 4
	historyTxns    = 40
	historyCheck   = 20 * time.Second
)

// runHistories checks serializable transactions of many keys, and snapshot
// isolation's of one key (more it does not promise), while partitions split and
// checkpoints run.
func runHistories(t *testing.T, open func(t *testing.T) kv.Store) {
	for _, c := range []struct {
		name      string
		isolation kv.Isolation
		keys      int
	}{{"serializable", kv.Serializable, 3}, {"register", kv.SnapshotIsolation, 1}, {"locked", kv.ReadCommitted, 3}} {
		t.Run(c.name, func(t *testing.T) {
			store := open(t)
			defer func() { require.NoError(t, store.Close()) }()
			txn, err := store.Begin(context.Background(), kv.TxnOptions{Isolation: c.isolation})
			if errors.Is(err, kv.ErrUnsupported) {
				t.Skip("the engine does not offer this isolation")
			}
			require.NoError(t, err)
			txn.Rollback()
			h := recordHistory(t, store, c.isolation, c.keys)
			require.Greater(t, len(h), historyTxns/2)
			require.Equal(t, porcupine.Ok, porcupine.CheckOperationsTimeout(historyModel, h, historyCheck))
		})
	}
}

// recordHistory runs the clients and returns what committed.
func recordHistory(t *testing.T, store kv.Store, isolation kv.Isolation, keys int) []porcupine.Operation {
	var mu sync.Mutex
	var history []porcupine.Operation
	began := time.Now()
	var wg sync.WaitGroup
	for client := range historyClients {
		wg.Go(func() {
			rng := rand.New(rand.NewSource(int64(client)))
			for n := range historyTxns {
				op := randomOp(rng, keys, fmt.Sprintf("c%d-%d", client, n))
				call := time.Since(began)
				values, err := runOp(store, isolation, op)
				ret := time.Since(began)
				if errors.Is(err, kv.ErrConflict) || errors.Is(err, kv.ErrDeadlock) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				history = append(history, porcupine.Operation{ClientId: client, Input: op, Call: int64(call), Output: values, Return: int64(ret)})
				mu.Unlock()
			}
		})
	}
	wg.Go(func() {
		for i := range 6 {
			_, err := store.Split(context.Background(), [][]byte{fmt.Appendf(nil, "h%d", i%3)})
			if err = errors.Join(err, store.Checkpoint(context.Background())); err != nil {
				t.Error(err)
			}
		}
	})
	wg.Wait()
	return history
}

func randomOp(rng *rand.Rand, keys int, value string) historyOp {
	op := historyOp{writes: map[string]string{}}
	for i := range keys {
		k := fmt.Sprintf("h%d", i)
		if keys == 1 || rng.Intn(2) == 0 {
			op.reads = append(op.reads, k)
		}
		if rng.Intn(3) == 0 {
			op.writes[k] = value
		}
	}
	return op
}

// runOp runs op as one transaction: reads by lookup or scan, then writes. Under
// READ COMMITTED it locks all keys first and reads the newest values.
func runOp(store kv.Store, isolation kv.Isolation, op historyOp) ([]string, error) {
	ctx := context.Background()
	txn, err := store.Begin(ctx, kv.TxnOptions{Isolation: isolation})
	if err != nil {
		return nil, err
	}
	defer txn.Rollback()
	read := txn.Get
	if isolation == kv.ReadCommitted {
		read = txn.GetLatest
		if _, err := txn.Lock(ctx, [][]byte{[]byte("h0"), []byte("h1"), []byte("h2")}, kv.LockOptions{}); err != nil {
			return nil, err
		}
	}
	values := make([]string, len(op.reads))
	if isolation == kv.Serializable && len(op.reads) == 3 {
		it := txn.Scan(ctx, kv.Span{Start: []byte("h"), End: []byte("i")}, kv.ScanOptions{Reverse: len(op.writes) == 1})
		for it.Next() {
			values[it.Key()[1]-'0'] = string(it.Value())
		}
		it.Close()
		if err := it.Err(); err != nil {
			return nil, err
		}
	} else {
		for i, k := range op.reads {
			v, err := read(ctx, []byte(k))
			if err != nil && !errors.Is(err, kv.ErrNotFound) {
				return nil, err
			}
			values[i] = string(v)
		}
	}
	for k, v := range op.writes {
		if err := txn.Put(ctx, []byte(k), []byte(v)); err != nil {
			return nil, err
		}
	}
	_, err = txn.Commit(ctx)
	return values, err
}
