package local

import (
	"fmt"
	"maps"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// crashPoint is the disk as one power cut would have left it, and what a
// restart must and may find there.
type crashPoint struct {
	what  string
	disk  *vfs.Mem
	acked int // changes acknowledged before
	begun int // changes begun before
}

// TestCrashEverywhere runs commits, splits, merges, range deletions and
// checkpoints, cuts the power before every single operation that changes the
// disk, and opens what is left: all acknowledged commits must be there, in
// order, and at most the one that was under way besides. Of what was not synced
// nothing survives, or beginnings, or any selection of sectors.
func TestCrashEverywhere(t *testing.T) {
	seeds := int64(6)
	if *crashSweep {
		seeds = 60
	}
	for seed := range seeds {
		crashEverywhere(t, seed)
	}
}

func crashEverywhere(t *testing.T, seed int64) {
	cuts := rand.New(rand.NewSource(seed))
	disk := vfs.NewMem()
	var points []crashPoint
	acked, begun := 0, 0
	hook := func(op vfs.Op) error {
		if !op.Mutates() {
			return nil
		}
		ways := []vfs.Survival{vfs.Nothing, vfs.Beginning, vfs.Sectors}
		if !*crashSweep {
			n := cuts.Intn(len(ways))
			ways = ways[n : n+1]
		}
		for _, way := range ways {
			what := fmt.Sprintf("seed %d, point %d before %s %s, survival %d", seed, len(points), op.Kind, op.Name, way)
			points = append(points, crashPoint{what, disk.Crash(way, cuts), acked, begun})
		}
		return nil
	}
	s, err := Open(crashOptions(&vfs.Faulty{FS: disk, Inject: hook}))
	require.NoError(t, err)
	w := &crashWorkload{rng: rand.New(rand.NewSource(seed))}
	model := map[string]string{}
	states := []map[string]string{{}} // by number of changes
	for range 80 {
		step := w.next()
		if step.effect != nil {
			step.effect(model)
			begun++
			states = append(states, maps.Clone(model))
		}
		require.NoError(t, step.do(s))
		acked = begun
	}
	require.NoError(t, s.Close())
	require.Greater(t, len(points), 150)
	for _, p := range points {
		verifyCrash(t, p, states)
	}
}

// verifyCrash opens a crashed disk, checks it, writes to it, and opens it again
// after another crash.
func verifyCrash(t *testing.T, p crashPoint, states []map[string]string) {
	opts := crashOptions(p.disk)
	opts.SegmentBytes = 4096
	verifyCheck(t, p.what, p.disk)
	s, err := Open(opts)
	require.NoError(t, err, p.what)
	got := dumpMap(t, s)
	ok := false
	for _, want := range states[p.acked : p.begun+1] {
		ok = ok || maps.Equal(want, got)
	}
	require.True(t, ok, "%s: found %v, expected %v or up to %v", p.what, got, states[p.acked], states[p.begun])
	require.NoError(t, putAll(s, map[string]string{"k99": "again"}), p.what)
	got["k99"] = "again"
	opts.FS = p.disk.CrashClone(nil)
	require.NoError(t, s.Close(), p.what)
	s, err = Open(opts)
	require.NoError(t, err, p.what)
	require.Equal(t, got, dumpMap(t, s), p.what)
	require.NoError(t, s.Close(), p.what)
}
