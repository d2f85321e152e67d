package sql

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/catalog"
)

func TestChangedMuch(t *testing.T) {
	assert.False(t, changedMuch(nil, 500))
	assert.True(t, changedMuch(nil, 501))
	known := &catalog.TableStatistics{Rows: 10000}
	for rows, want := range map[float64]bool{10000: false, 12500: false, 12501: true, 7500: false, 7499: true, 0: true} {
		assert.Equal(t, want, changedMuch(known, rows), "%v rows", rows)
	}
}

// TestAnalyzeChanged: tables are analyzed when they have grown much, and not again
// before they have once more.
func TestAnalyzeChanged(t *testing.T) {
	f := newClockFixture(t, false)
	ctx := context.Background()
	f.runIn("main", "CREATE TABLE t (k int PRIMARY KEY);\nINSERT INTO t (k, v) SELECT i, i % 3 FROM generate_series(1, 700) i;\nCREATE TABLE small (k int PRIMARY KEY);\n")
	statistics := func(name string) *catalog.TableStatistics {
		require.NoError(t, f.engine.analyzeChanged(ctx))
		snap, err := f.cat.Snapshot(ctx)
		require.NoError(t, err)
		for _, table := range snap.Tables(catalog.DefaultInstanceID) {
			if table.Name == name {
				s, err := f.cat.Dictionary().Statistics(ctx, table.ID)
				require.NoError(t, err)
				return s
			}
		}
		return nil
	}
	assert.Nil(t, statistics("small"))
	s := statistics("t")
	require.NotNil(t, s)
	assert.True(t, s.Auto)
	assert.Equal(t, 700.0, s.Rows)
	require.Len(t, s.Columns, 2)
	assert.Equal(t, -1.0, s.Columns[0].Distinct)
	assert.Equal(t, 3.0, s.Columns[1].Distinct, "of a free attribute")
	f.runIn("main", "INSERT INTO t (k) SELECT i FROM generate_series(1001, 1100) i;\n")
	assert.Same(t, s, statistics("t"), "100 rows more are not many")
	f.runIn("main", "INSERT INTO t (k) SELECT i FROM generate_series(2001, 2700) i;\n")
	assert.Equal(t, 1500.0, statistics("t").Rows)
	f.runIn("main", "ALTER SYSTEM SET autovacuum = off;\nDELETE FROM t;\n")
	assert.Equal(t, 1500.0, statistics("t").Rows)
}
