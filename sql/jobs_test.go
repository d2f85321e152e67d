package sql

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/catalog/sysview"
)

// TestJobTable holds that running jobs stay and of the others the newest.
func TestJobTable(t *testing.T) {
	var table jobTable
	running := table.start(sysview.Job{Kind: "backup"})
	for i := range jobsKept + 3 {
		table.finish(table.start(sysview.Job{Kind: "backup", Object: fmt.Sprint(i)}), nil)
	}
	table.progress(running, "copying", 1, 2)
	list := table.list()
	require.Len(t, list, jobsKept+1)
	require.Equal(t, "copying", list[0].State)
	require.True(t, list[0].FinishedAt.IsZero())
	require.Equal(t, "3", list[1].Object)
	require.EqualValues(t, jobsKept+4, list[jobsKept].ID)
	table.finish(running, fmt.Errorf("stopped: %w", context.Canceled))
	table.finish(table.start(sysview.Job{}), errors.New("broken"))
	list = table.list()
	require.Len(t, list, jobsKept)
	require.Equal(t, "failed", list[jobsKept-1].State)
	require.Equal(t, "broken", list[jobsKept-1].Error)
}
