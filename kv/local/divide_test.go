package local

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
)

func TestDividingKeyWaitsForNoCheckpoint(t *testing.T) {
	ctx := context.Background()
	s, err := Open(Options{Dir: t.TempDir(), Logger: quiet(), BlockBytes: 1000, Codec: plainCodec{}})
	require.NoError(t, err)
	defer s.Close()
	none, err := s.DividingKey(ctx, kv.Span{})
	require.NoError(t, err)
	require.Nil(t, none)
	tx, err := s.Begin(ctx, kv.TxnOptions{})
	require.NoError(t, err)
	key := func(i int) []byte { return []byte(fmt.Sprintf("k%04d", i)) }
	for i := range 1000 {
		require.NoError(t, tx.Put(ctx, key(i), []byte("some value")))
	}
	_, err = tx.Commit(ctx)
	require.NoError(t, err)
	check := func(span kv.Span, from, to int) {
		t.Helper()
		middle, err := s.DividingKey(ctx, span)
		require.NoError(t, err)
		require.True(t, bytes.Compare(key(from), middle) <= 0 && bytes.Compare(middle, key(to)) <= 0, "%s", middle)
	}
	check(kv.Span{}, 500, 500)
	check(kv.Span{Start: key(100), End: key(300)}, 200, 200)
	require.True(t, s.mostlyInDeltas(kv.Span{}))
	require.NoError(t, s.Checkpoint(ctx))
	check(kv.Span{}, 450, 550)
	check(kv.Span{Start: key(100), End: key(300)}, 150, 250)
}
