package local

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestCheckCounts makes the manifest say something else about sound blocks: Check
// finds each such thing, Repair sets it right and loses nothing.
func TestCheckCounts(t *testing.T) {
	ctx := context.Background()
	disk := vfs.NewMem()
	opts := Options{Dir: "d", FS: disk, Logger: quiet(), CheckpointInterval: -1, BlockBytes: 200, Codec: plainCodec{}}
	s, err := Open(opts)
	require.NoError(t, err)
	want := map[string]string{}
	for i := range 40 {
		want[fmt.Sprintf("k%02d", i)] = fmt.Sprintf("value %d", i)
	}
	require.NoError(t, putAll(s, want))
	require.NoError(t, s.Checkpoint(ctx))
	_, err = s.Split(ctx, [][]byte{[]byte("k03")})
	require.NoError(t, err)
	require.NoError(t, s.DeleteRange(ctx, kv.Span{Start: []byte("k20"), End: []byte("k23")}))
	for i := 20; i < 23; i++ {
		delete(want, fmt.Sprintf("k%02d", i))
	}
	require.NoError(t, s.Close())
	sound, err := readManifest(disk, "d")
	require.NoError(t, err)
	first := func(choose func(manifestRef) bool, change func(*manifestRef)) func(*manifest) {
		return func(m *manifest) {
			for _, p := range m.partitions {
				for i := range p.refs {
					if choose(p.refs[i]) {
						change(&p.refs[i])
						return
					}
				}
			}
			t.Error("nothing to change")
		}
	}
	whole := func(r manifestRef) bool { return !r.cut }
	cut := func(r manifestRef) bool { return r.cut }
	for _, c := range []struct {
		change func(*manifest)
		says   string
	}{
		{first(whole, func(r *manifestRef) { r.rows++ }), "rows, 0 of them deleted, where the manifest counts"},
		{first(whole, func(r *manifestRef) { r.dead++ }), "rows, 0 of them deleted, where the manifest counts"},
		{first(whole, func(r *manifestRef) { r.versions-- }), "versions"},
		{first(whole, func(r *manifestRef) { r.keyBytes++ }), "bytes of keys"},
		{first(whole, func(r *manifestRef) { r.rawBytes++ }), "bytes in all"},
		{first(whole, func(r *manifestRef) { r.columns = !r.columns }), "block has columns"},
		{first(whole, func(r *manifestRef) { r.maxTS-- }), "block has versions up to"},
		{first(cut, func(r *manifestRef) { r.cutRows++ }), "rows in the range"},
		{first(cut, func(r *manifestRef) { r.cut = false }), "rows in the range"},
	} {
		m, err := readManifest(disk, "d")
		require.NoError(t, err)
		require.Equal(t, sound.partitions, m.partitions, c.says)
		c.change(m)
		require.NoError(t, replaceFile(disk, "d", manifestFile, m.encode()))
		var found []string
		tell := func(p Problem) { found = append(found, p.Reason) }
		sum, err := Check(opts, tell)
		require.NoError(t, err)
		require.NotZero(t, sum.Problems, c.says)
		require.Contains(t, strings.Join(found, "\n"), c.says)
		sum, err = Repair(opts, tell)
		require.NoError(t, err)
		require.NotEmpty(t, sum.Saved)
		require.Contains(t, found[len(found)-1], "set right; nothing is lost", c.says)
		sum, err = Check(opts, tell)
		require.NoError(t, err)
		require.Zero(t, sum.Problems, c.says)
	}
	s, err = Open(opts)
	require.NoError(t, err)
	require.Equal(t, want, dumpMap(t, s))
	require.NoError(t, s.Close())
}

// TestCheckValues damages a value of a block of columns under a good checksum:
// only its codec can tell.
func TestCheckValues(t *testing.T) {
	disk := vfs.NewMem()
	opts := Options{Dir: "d", FS: disk, Logger: quiet(), CheckpointInterval: -1, Codec: plainCodec{}}
	s, err := Open(opts)
	require.NoError(t, err)
	require.NoError(t, putAll(s, map[string]string{"a": "one", "b": "two"}))
	require.NoError(t, s.Close())
	name := "d/" + blockFileName(1)
	content, err := readFile(disk, name)
	require.NoError(t, err)
	e, err := parseBlock(content)
	require.NoError(t, err)
	content[e.keysEnd]++ // the number of values
	binary.LittleEndian.PutUint32(content, crc32.Checksum(content[4:], castagnoli))
	f, err := disk.Open(name)
	require.NoError(t, err)
	_, err = f.WriteAt(content, 0)
	require.NoError(t, err)
	var found []string
	_, err = Check(opts, func(p Problem) { found = append(found, p.String()) })
	require.NoError(t, err)
	require.Equal(t, []string{name + " at offset 0: malformed"}, found)
	// Without the codec nobody can tell; then Repair takes nothing out either.
	opts.Codec = nil
	sum, err := Repair(opts, func(p Problem) { t.Error(p) })
	require.NoError(t, err)
	require.Empty(t, sum.Saved)
}
