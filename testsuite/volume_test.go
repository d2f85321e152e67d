package testsuite

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
	"github.com/sparrowdb/sparrow/testsuite/sparse"
)

var (
	volumeRows   = flag.Int64("volume-rows", 30_000, "rows of TestVolume")
	volumeMemory = flag.String("volume-memory", "64MiB", "memory of TestVolume's server")
	volumeDir    = flag.String("volume-dir", "", "where TestVolume keeps its folders; by default a temporary one")
)

// volumeWriters load at once, each its own part of the keys.
const volumeWriters = 2

// volumeBatch is how many rows are committed together.
const volumeBatch = 5000

// volumeSums is what the loader knows of the rows, attribute attr_0 being in
// many of them and attr_1990 in few.
type volumeSums struct{ rows, with0, sum0, with1990 int64 }

// TestVolume loads many sparse rows into a server of little memory and then
// reads, splits, backs up, kills, restores and checks them; times are logged. The
// full size is a flag: -volume-rows 50000000 -volume-memory 2GiB.
func TestVolume(t *testing.T) {
	base := *volumeDir
	if base == "" {
		base = t.TempDir()
	}
	server := harness.Start(t, harness.Args("--memory", *volumeMemory), harness.DataIn(base))
	v := &volume{t: t, server: server, memory: *volumeMemory}
	conn := connect(t, server.URL(""))
	execute(t, conn, "CREATE TABLE v (k bigint PRIMARY KEY)")
	want := v.load()
	v.step("checkpoint", func() { execute(t, conn, "CHECKPOINT") })
	t.Logf("data folder %d MiB, peak of resident memory %d MiB", size(t, server.Data())>>20, residentPeak(t, server)>>20)
	v.gets(server, 5000)
	v.sums(server, want)
	v.step("4 splits", func() {
		for i := range int64(4) {
			execute(t, conn, fmt.Sprintf("ALTER TABLE v SPLIT AT VALUES (%d)", 1+(i+1)*want.rows/6))
		}
	})
	v.gets(server, 1000)
	folder := filepath.Join(base, "backup")
	v.step("backup", func() { t.Log(mustRun(t, "backup", folder, "--url", server.URL(""), "--quiet")) })
	execute(t, conn, "UPDATE v SET marked = true WHERE k % 1000 = 1 AND k < 100000")
	v.step("second backup", func() { t.Log(mustRun(t, "backup", folder, "--url", server.URL(""), "--quiet", "--keep", "1")) })
	conn.Close(t.Context())
	server.Kill(t)
	v.step("start after a kill", func() { server.Restart(t) })
	v.sums(server, want)
	t.Logf("peak of resident memory since %d MiB", residentPeak(t, server)>>20)
	server.Stop(t)

	restored := filepath.Join(base, "restored")
	require.NoError(t, os.MkdirAll(restored, 0o755))
	v.step("restore", func() {
		t.Log(mustRun(t, "restore", folder, "--data", filepath.Join(restored, "data"), "--quiet"))
	})
	for name, dir := range map[string]string{"check": server.Data(), "check of the restored folder": filepath.Join(restored, "data")} {
		v.step(name, func() { t.Log(mustRun(t, "check", dir)) })
	}
	other := harness.Start(t, harness.Args("--memory", *volumeMemory), harness.DataIn(restored))
	v.gets(other, 1000)
	v.sums(other, want)
	assert.Equal(t, []string{text(min(want.rows, 100_000)/1000 + min(want.rows%1000, 1))},
		answers(t, connect(t, other.URL("")), "SELECT count(marked) FROM v"))
}

// volume is a run of TestVolume.
type volume struct {
	t      *testing.T
	server *harness.Server
	memory string
}

// step does something and logs how long it took.
func (v *volume) step(name string, do func()) {
	began := time.Now()
	do()
	v.t.Logf("%s: %.2f s", name, time.Since(began).Seconds())
}

// load writes rows 1 to -volume-rows.
func (v *volume) load() (sums volumeSums) {
	began := time.Now()
	var mu sync.Mutex
	var loaders sync.WaitGroup
	part := (*volumeRows + volumeWriters - 1) / volumeWriters
	for w := range int64(volumeWriters) {
		loaders.Go(func() {
			s := v.loadPart(1+w*part, min(*volumeRows, (w+1)*part))
			mu.Lock()
			defer mu.Unlock()
			sums.rows, sums.with0, sums.sum0, sums.with1990 = sums.rows+s.rows, sums.with0+s.with0, sums.sum0+s.sum0, sums.with1990+s.with1990
		})
	}
	loaders.Wait()
	require.Equal(v.t, *volumeRows, sums.rows)
	v.t.Logf("loaded %d rows of %d attributes in %.1f s, %.0f rows/s", sums.rows, sparse.PerRow, time.Since(began).Seconds(), float64(sums.rows)/time.Since(began).Seconds())
	return sums
}

func (v *volume) loadPart(from, to int64) (s volumeSums) {
	conn := connect(v.t, v.server.URL(""))
	var data []byte
	var row []sparse.Attribute
	for k := from; k <= to; {
		data = data[:0]
		for end := min(to+1, k+volumeBatch); k < end; k++ {
			row = sparse.Row(k, row)
			s.rows++
			for _, a := range row {
				switch a.ID {
				case 0:
					n, _ := strconv.ParseInt(a.Value, 10, 64)
					s.with0, s.sum0 = s.with0+1, s.sum0+n
				case 1990:
					s.with1990++
				}
			}
			data = append(strconv.AppendInt(data, k, 10), '\t')
			data = append(sparse.AppendJSON(data, row), '\n')
		}
		_, err := conn.PgConn().CopyFrom(v.t.Context(), bytes.NewReader(data), "COPY v (k, _attributes) FROM STDIN")
		if !assert.NoError(v.t, err) {
			return s
		}
	}
	return s
}

// gets reads random rows and compares them whole.
func (v *volume) gets(server *harness.Server, n int) {
	conn := connect(v.t, server.URL(""))
	random := rand.New(rand.NewPCG(1, uint64(n)))
	var row []sparse.Attribute
	v.step(fmt.Sprintf("%d random gets of rows, and as many of two attributes", n), func() {
		for range n {
			k := 1 + random.Int64N(*volumeRows)
			row = sparse.Row(k, row)
			got := answers(v.t, conn, "SELECT _attributes = $2::jsonb FROM v WHERE k = $1", k, string(sparse.AppendJSON(nil, row)))
			if got[0] != "true" {
				got = answers(v.t, conn, "SELECT _attributes - 'marked' = $2::jsonb FROM v WHERE k = $1", k, string(sparse.AppendJSON(nil, row)))
			}
			require.Equal(v.t, []string{"true"}, got, "row %d", k)
			a, b := row[0], row[1]
			got = answers(v.t, conn, fmt.Sprintf("SELECT %s, %s FROM v WHERE k = %d", a.Name(), b.Name(), k))
			require.Equal(v.t, []string{a.Value + " | " + b.Value}, got, "row %d", k)
		}
	})
}

// sums compares what scans find with what was loaded.
func (v *volume) sums(server *harness.Server, want volumeSums) {
	conn := connect(v.t, server.URL(""))
	for query, answer := range map[string]string{
		"SELECT count(*) FROM v":                                 text(want.rows),
		"SELECT count(attr_0) FROM v":                            text(want.with0),
		"SELECT sum(attr_0)::bigint FROM v":                      text(want.sum0),
		"SELECT count(*) FROM v WHERE attr_1990 IS NOT NULL":     text(want.with1990),
		"SELECT count(*) FROM v WHERE attr_0 < 0":                text(int64(0)),
		"SELECT count(*) FROM (SELECT FROM v WHERE k > 10) AS x": text(want.rows - 10),
	} {
		v.step(query, func() { assert.Equal(v.t, []string{answer}, answers(v.t, conn, query), query) })
	}
}

// residentPeak is the most memory that the server ever had, in bytes.
func residentPeak(t *testing.T, server *harness.Server) (bytes int64) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", server.PID()))
	require.NoError(t, err)
	for line := range strings.Lines(string(status)) {
		fmt.Sscanf(line, "VmHWM: %d kB", &bytes)
	}
	return bytes << 10
}
