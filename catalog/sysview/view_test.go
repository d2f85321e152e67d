package sysview

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// TestViews runs the scripts of testdata/views on a world. The only command is
//
//	view NAME [where=(column,value)] [role=NAME]
//	column column …
//
// which prints those columns of the rows whose column has that text.
func TestViews(t *testing.T) {
	w := newWorld(t)
	datadriven.Walk(t, "testdata/views", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			role := "sparrow"
			d.MaybeScanArgs(t, "role", &role)
			r, ok := w.snap.RoleByName(role)
			require.True(t, ok)
			w.role = r.ID
			return show(t, w, d)
		})
	})
}

func show(t *testing.T, w *world, d *datadriven.TestData) string {
	schema, name, _ := strings.Cut(d.CmdArgs[0].Key, ".")
	v, ok := Lookup(schema, name)
	require.True(t, ok, d.CmdArgs[0].Key)
	column := func(name string) int {
		for i, c := range v.Columns {
			if c.Name == name {
				return i
			}
		}
		t.Fatalf("%s: no column %s", d.Pos, name)
		return -1
	}
	where, value := -1, ""
	if arg := d.CmdArgs[len(d.CmdArgs)-1]; arg.Key == "where" {
		where, value = column(arg.Vals[0]), arg.Vals[1]
	}
	var b strings.Builder
	err := v.Rows(context.Background(), w, func(row datum.Row) error {
		if where >= 0 && types.TextOf(row[where], types.DefaultFormat) != value {
			return nil
		}
		var cells []string
		for _, name := range strings.Fields(d.Input) {
			cell := row[column(name)]
			if cell.IsNull() {
				cells = append(cells, "NULL")
			} else {
				cells = append(cells, types.TextOf(cell, types.DefaultFormat))
			}
		}
		fmt.Fprintln(&b, strings.Join(cells, " | "))
		return nil
	})
	require.NoError(t, err)
	return b.String()
}

// TestEveryRow holds that the rows of every view have the columns' number and
// types, and that no procedure is NULL.
func TestEveryRow(t *testing.T) {
	w := newWorld(t)
	var filled []string
	for _, v := range Views() {
		n := 0
		require.NoError(t, v.Rows(context.Background(), w, func(row datum.Row) error {
			require.Len(t, row, len(v.Columns), v.Name)
			for i, cell := range row {
				c := v.Columns[i]
				if cell.IsNull() {
					require.NotEqual(t, types.Regproc, c.T.OID, v.Name+"."+c.Name)
					continue
				}
				require.Equal(t, c.T.OID, cell.OID, v.Name+"."+c.Name)
				_, err := types.AppendBinary(nil, cell)
				if c.T.OID != types.ACLItemArray && c.T.OID != types.PgNodeTree {
					require.NoError(t, err, v.Name+"."+c.Name)
				}
			}
			n++
			return nil
		}), v.Name)
		if n > 0 {
			filled = append(filled, v.Schema+"."+v.Name)
		}
	}
	for _, views := range [][]string{{"sparrow.tables", "pg_catalog.pg_class", "information_schema.columns"}} {
		for _, name := range views {
			require.True(t, slices.Contains(filled, name), name)
		}
	}
	stop := fmt.Errorf("enough")
	err := pgClass.Rows(context.Background(), w, func(datum.Row) error { return stop })
	require.ErrorIs(t, err, stop, "an error of emit ends the view")
	require.Error(t, pgClass.Rows(context.Background(), nil, nil))
}
