package sysview

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/catalog"
)

// TestPostgresColumns holds that every view of pg_catalog and information_schema
// exists with PostgreSQL 15's OID, kind and columns.
func TestPostgresColumns(t *testing.T) {
	data, err := os.ReadFile("testdata/postgres15.txt")
	require.NoError(t, err)
	n := 0
	for line := range strings.Lines(string(data)) {
		want := emptyView(line)
		got, ok := Lookup(want.Schema, want.Name)
		require.True(t, ok, want.Name)
		require.Equal(t, want.ID, got.ID, want.Name)
		require.Equal(t, want.Kind, got.Kind, want.Name)
		require.Equal(t, want.Columns, got.Columns, want.Name)
		n++
	}
	require.Equal(t, 208, n)
}

// TestRegistry holds that views are found by name and OID, and that each view of
// our own is described.
func TestRegistry(t *testing.T) {
	var before *catalog.View
	for _, v := range Views() {
		found, ok := Lookup(v.Schema, v.Name)
		require.True(t, ok)
		require.Same(t, v, found)
		require.Same(t, v, ByOID(v.ID))
		require.NotNil(t, v.Rows, v.Name)
		if before != nil {
			require.Less(t, before.Schema+"."+before.Name, v.Schema+"."+v.Name)
		}
		before = v
		schema, ok := SchemaID(v.Schema)
		require.True(t, ok, v.Schema)
		back, ok := SchemaName(schema)
		require.True(t, ok)
		require.Equal(t, v.Schema, back)
		if v.Schema != "sparrow" {
			continue
		}
		require.NotEmpty(t, v.Comment, v.Name)
		for _, c := range v.Columns {
			require.NotEmpty(t, c.Comment, v.Name+"."+c.Name)
		}
	}
	_, ok := Lookup("pg_catalog", "nothing")
	require.False(t, ok)
	require.Nil(t, ByOID(1))
}

func TestProcs(t *testing.T) {
	id, ok := ProcOID("array_in")
	require.True(t, ok)
	require.EqualValues(t, 750, id)
	back, ok := ProcName(750)
	require.True(t, ok)
	require.Equal(t, "array_in", back)
	_, ok = ProcOID("nothing")
	require.False(t, ok)
}
