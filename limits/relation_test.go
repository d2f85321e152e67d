package limits

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRows holds what every row promises.
func TestRows(t *testing.T) {
	s := NewSet()
	for _, l := range All() {
		require.NotEmpty(t, l.Name)
		require.NotEmpty(t, l.Scope, l.Name)
		require.NotEmpty(t, l.Unit, l.Name)
		require.NotEmpty(t, l.Help, l.Name)
		require.Len(t, l.SQLSTATE, 5, l.Name)
		require.LessOrEqual(t, l.Min, l.Default, l.Name)
		require.LessOrEqual(t, l.Default, l.Max, l.Name)
		require.Equal(t, l.Adjustable, l.Max > l.Default, l.Name)
		require.Equal(t, l.Default, l.Value(s), l.Name)
		require.Same(t, l, Lookup(l.Name))
	}
	require.Nil(t, Lookup("no_such_limit"))
}

// TestRelations holds how limits relate: whatever one allows, the next must be
// able to carry.
func TestRelations(t *testing.T) {
	const (
		kvKeyBytesMax   = 16 << 10 // kv.KeyBytesMax
		kvValueBytesMax = 8 << 20  // kv.ValueBytesMax
		tablePrefix     = 64       // table, bucket and chunk ids around a key
	)
	require.LessOrEqual(t, 2*PrimaryKeyColumns.Max*PrimaryKeyValueBytes.Max+tablePrefix, int64(kvKeyBytesMax),
		"a key of escaped values must fit the engine")
	require.Less(t, AttributeValueBytes.Max, RowWriteBytes.Max, "the largest attribute must fit a row write")
	require.LessOrEqual(t, PrimaryKeyColumns.Max*PrimaryKeyValueBytes.Max, RowWriteBytes.Max)
	require.Less(t, RowWriteBytes.Max, int64(kvValueBytesMax), "a row write must fit one engine value")
	require.LessOrEqual(t, TimedRowBytes.Max, int64(kvValueBytesMax), "a timed row is one engine value")
	require.Less(t, RowWriteBytes.Max, TimedRowBytes.Max, "a row write must fit one timed row")
	require.Less(t, RowWriteBytes.Default, MessageBytes.Default, "a row write must fit one message, hex text too")
	require.LessOrEqual(t, 2*AttributeValueBytes.Default, MessageBytes.Default)
	require.LessOrEqual(t, SQLTextBytes.Default, MessageBytes.Default)
	require.Less(t, StartupPacketBytes.Max, MessageBytes.Min)
	require.LessOrEqual(t, StatementMemoryBytes.Default, ServerMemoryBytes.Default)
	require.LessOrEqual(t, ConnectionMemoryBytes.Default, ServerMemoryBytes.Default)
	require.LessOrEqual(t, MessageBytes.Default, ConnectionMemoryBytes.Default)
	require.Less(t, RowWriteBytes.Default, TransactionBytes.Min)
	require.LessOrEqual(t, SelectStarAttributes.Max, TargetListEntries.Max)
	require.LessOrEqual(t, DeclaredColumns.Max, SelectStarAttributes.Max)
	require.LessOrEqual(t, AttributesPerWrite.Max, SelectStarAttributes.Max)
	require.LessOrEqual(t, TargetListEntries.Max, int64(1<<15-1), "RowDescription counts fields in 16 bits")
	require.LessOrEqual(t, PartitionKeyCU.Default, ReservedCUPerTable.Default)
}
