package local

import (
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// faultPlan makes operations that change the disk fail: those from number first
// on, times of them, with failure.
type faultPlan struct {
	first, times int
	failure      error
}

// TestFaultEverywhere runs the workload of the crash tests while operations of
// the disk fail, at every point, once or for a while, in several ways. Whatever
// is told that it failed has not happened; after the fault all works again
// without a restart; a power cut at any time loses nothing acknowledged.
func TestFaultEverywhere(t *testing.T) {
	failures := []error{syscall.EIO, syscall.ENOSPC, syscall.EROFS, vfs.Late(syscall.EIO)}
	seeds, stride := int64(2), 17
	if *crashSweep {
		seeds, stride = 6, 1
	}
	for seed := range seeds {
		n := faultRun(t, seed, faultPlan{first: -1})
		require.Greater(t, n, 150)
		for i := int(seed); i < n; i += stride {
			for f, failure := range failures {
				for _, times := range []int{1, 2 + i%7, 40} {
					if !*crashSweep && (i/stride+f+times)%3 != 0 {
						continue
					}
					faultRun(t, seed, faultPlan{first: i, times: times, failure: failure})
				}
			}
		}
	}
}

// faultRun runs the workload once and returns how many operations changed the
// disk.
func faultRun(t *testing.T, seed int64, plan faultPlan) int {
	what := fmt.Sprintf("seed %d, %+v", seed, plan)
	disk := vfs.NewMem()
	n, failed := -1, 0
	var mu sync.Mutex // a checkpoint may run in the background
	s, err := Open(crashOptions(&vfs.Faulty{FS: disk, Inject: func(op vfs.Op) error {
		if !op.Mutates() || op.Kind == "lock" {
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		n++
		if plan.first >= 0 && n >= plan.first && failed < plan.times {
			failed++
			return plan.failure
		}
		return nil
	}}))
	if err != nil {
		require.NotZero(t, failed, what)
		return n
	}
	w := &crashWorkload{rng: rand.New(rand.NewSource(seed))}
	cuts := rand.New(rand.NewSource(seed + int64(plan.first)))
	model := map[string]string{}
	maybe := []map[string]string{} // what else a restart may find
	for i := range 80 {
		step := w.next()
		err := step.do(s)
		switch {
		case step.effect == nil:
			// A checkpoint or a split; each begins with mending the log.
		case err == nil:
			step.effect(model)
			maybe = nil
		case errors.Is(err, kv.ErrOutcomeUnknown):
			other := maps.Clone(model)
			step.effect(other)
			maybe = append(maybe, other)
		}
		if err != nil {
			mu.Lock()
			require.NotZero(t, failed, "%s: step %d: %v", what, i, err)
			mu.Unlock()
			known := errors.Is(err, kv.ErrOutcomeUnknown) || errors.Is(err, kv.ErrDiskFull) || errors.Is(err, kv.ErrUnavailable)
			require.True(t, known, "%s: step %d: %v", what, i, err)
			require.Equal(t, model, dumpMap(t, s), "%s: step %d", what, i)
		}
		if err != nil || cuts.Intn(20) == 0 {
			verifyFault(t, fmt.Sprintf("%s: crash after step %d", what, i), disk.Crash(vfs.Survival(cuts.Intn(3)), cuts), append(maybe, model))
		}
	}
	mu.Lock()
	failed = plan.times // all is well again
	mu.Unlock()
	require.NoError(t, putAll(s, map[string]string{"k50": "healed"}), what)
	model["k50"] = "healed"
	verifyFault(t, what+": healed", disk.CrashClone(nil), []map[string]string{model})
	_ = s.Checkpoint(t.Context())
	require.NoError(t, s.Checkpoint(t.Context()), what)
	require.Equal(t, model, dumpMap(t, s), what)
	require.NoError(t, s.Close(), what)
	verifyFault(t, what+": closed", disk.CrashClone(nil), []map[string]string{model})
	return n
}

func verifyFault(t *testing.T, what string, disk *vfs.Mem, states []map[string]string) {
	verifyCheck(t, what, disk)
	s, err := Open(crashOptions(disk))
	require.NoError(t, err, what)
	got := dumpMap(t, s)
	ok := false
	for _, want := range states {
		ok = ok || maps.Equal(want, got)
	}
	require.True(t, ok, "%s: found %v, expected one of %v", what, got, states)
	require.NoError(t, s.Close(), what)
}
