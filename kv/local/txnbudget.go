package local

import (
	"fmt"
	"sync/atomic"

	"github.com/sparrowdb/sparrow/kv"
)

// txnBudget bounds the write buffers of all running transactions together.
// Transactions take from it in pieces, so that small writes don't meet here.
type txnBudget struct {
	limit int64
	used  atomic.Int64
}

// txnPiece is what a transaction takes at least, in bytes.
const txnPiece = 16 << 10

// grow takes at least n bytes and returns how many, or kv.ErrNoMemory.
func (b *txnBudget) grow(n int64) (int64, error) {
	n = max(n, min(txnPiece, b.limit/64))
	if used := b.used.Add(n); used > b.limit {
		b.used.Add(-n)
		return 0, fmt.Errorf("%w: they take %d of %d bytes", kv.ErrNoMemory, used-n, b.limit)
	}
	return n, nil
}

func (b *txnBudget) shrink(n int64) {
	if n > 0 {
		b.used.Add(-n)
	}
}
