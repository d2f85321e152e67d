package exec

import (
	"context"
	"errors"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
)

// batchGetter reads chunks of wide rows: a kv.Reader, or latest.
type batchGetter interface {
	BatchGet(ctx context.Context, keys [][]byte) ([][]byte, error)
}

// latest reads what GetLatest does: the newest commits under the transaction's
// own writes. The row's lock holds its chunks, too: they are never written
// without it.
type latest struct{ txn kv.Txn }

func (l latest) BatchGet(ctx context.Context, keys [][]byte) ([][]byte, error) {
	values := make([][]byte, len(keys))
	for i, key := range keys {
		value, err := l.txn.GetLatest(ctx, key)
		if err != nil && !errors.Is(err, kv.ErrNotFound) {
			return nil, err
		}
		values[i] = value
	}
	return values, nil
}

// openWide opens a wide row whose chunks from reads. The caller closes it.
func openWide(rt *Runtime, from batchGetter, key, head []byte) (*rowenc.WideRow, error) {
	return rowenc.OpenWide(head, func(starts []catalog.AttrID) ([][]byte, error) {
		return from.BatchGet(rt.context(), chunkKeys(key, starts))
	}, rt.Memory)
}

// chunkKeys are the keys of a row's chunks.
func chunkKeys(rowKey []byte, starts []catalog.AttrID) [][]byte {
	keys := make([][]byte, len(starts))
	for i, s := range starts {
		keys[i] = rowenc.AppendChunkKey(nil, rowKey, s)
	}
	return keys
}

// whole gives the value of a row to decode: value itself or, if it is the head
// of a wide row, one put together of the chunks that the columns lie in.
func (d *rowDecoder) whole(from batchGetter, key, value []byte) ([]byte, error) {
	if !rowenc.IsWide(value) || d.want.None() {
		return value, nil
	}
	return assemble(d.rt, from, key, value, d.want)
}

// assemble puts the wide row whose head is given together.
func assemble(rt *Runtime, from batchGetter, key, head []byte, want rowenc.Projection) ([]byte, error) {
	w, err := openWide(rt, from, key, head)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	return w.Assemble(want)
}
