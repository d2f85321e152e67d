package local

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strconv"
	"testing"

	"github.com/klauspost/compress/s2"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// FuzzReplay opens a store whose only log segment is arbitrary bytes behind a
// good header: it opens, or says that the log is corrupt.
func FuzzReplay(f *testing.F) {
	frame := func(flags uint32, seq uint64, rec []byte) []byte {
		b := make([]byte, frameHeaderBytes)
		stamp(rec, kv.TS(seq))
		putFrameHeader(b, frameSeed(1), flags, seq, len(rec), rec)
		return append(b, rec...)
	}
	var w writeBuffer
	w.set([]byte("a"), &write{value: []byte("1"), fresh: true})
	w.set([]byte("b"), &write{deleted: true})
	good := frame(frameAfterSync, 1, w.record())
	f.Add(good)
	f.Add(append(good[:len(good)-1:len(good)-1], 0))
	f.Add(append(good, frame(0, 2, splitRecord([]uint64{7}, [][]byte{[]byte("k")}))...))
	f.Add(append(good, frame(0, 2, mergeRecord(1, 2))...))
	f.Add(frame(0, 1, deleteRangeRecord(kv.Span{Start: []byte("a")})))
	block := s2.Encode(nil, bytes.Repeat(w.record(), 1)) // its timestamp is 0: malformed
	f.Add(append(good, frame(frameCompressed, 2, block)...))
	f.Fuzz(func(t *testing.T, log []byte) {
		disk := vfs.NewMem()
		file, err := disk.Create("d/" + segmentName(1))
		require.NoError(t, err)
		_, err = file.WriteAt(append(segmentHeader(1, 1), log...), 0)
		require.NoError(t, err)
		require.NoError(t, replaceFile(disk, "d", formatFile, []byte(formatPrefix+strconv.Itoa(FormatVersion)+"\n")))
		s, err := Open(Options{Dir: "d", FS: disk, Logger: quiet(), SegmentBytes: 256})
		if err != nil {
			require.ErrorIs(t, err, kv.ErrCorrupt)
			return
		}
		before := dumpMap(t, s)
		require.NoError(t, s.Close())
		s, err = Open(Options{Dir: "d", FS: disk, Logger: quiet()})
		require.NoError(t, err)
		require.Equal(t, before, dumpMap(t, s))
		require.NoError(t, s.Close())
	})
}

// FuzzFrame reads an arbitrary frame: it is refused or has the bounds it claims,
// no payload decodes to more than the bound, and a frame of another segment is
// none.
func FuzzFrame(f *testing.F) {
	rec := mergeRecord(1, 2)
	head := make([]byte, frameHeaderBytes)
	putFrameHeader(head, frameSeed(3), frameAfterSync, 9, len(rec), rec)
	f.Add(append(head, rec...))
	block := s2.Encode(nil, bytes.Repeat(rec, 200))
	head = make([]byte, frameHeaderBytes)
	putFrameHeader(head, frameSeed(3), frameCompressed, 9, len(block), block)
	f.Add(append(head, block...))
	f.Fuzz(func(t *testing.T, b []byte) {
		h, payload, ok := parseFrame(b, frameSeed(3))
		if !ok {
			return
		}
		require.Equal(t, h.bytes(), frameHeaderBytes+len(payload))
		_, _, other := parseFrame(b, frameSeed(4))
		require.False(t, other)
		if records, err := framePayload(h, payload); err == nil && h.flags&frameCompressed != 0 {
			require.LessOrEqual(t, len(records), frameCompressMax)
		}
	})
}

// FuzzCheck examines a store whose log is a frame of an arbitrary payload under a
// good checksum and arbitrary bytes behind. Check finds problems just if Open
// does; after Repair both are content.
func FuzzCheck(f *testing.F) {
	rec := splitRecord([]uint64{7}, [][]byte{[]byte("k")})
	stamp(rec, 1)
	merge := mergeRecord(1, 7)
	stamp(merge, 2)
	var w writeBuffer
	w.set([]byte("a"), &write{value: []byte("1"), fresh: true})
	commit := w.record()
	stamp(commit, 3)
	all := append(append(rec, merge...), commit...)
	f.Add(all, uint32(frameAfterSync), []byte("SPWF"))
	f.Add(s2.Encode(nil, all), uint32(frameCompressed), all)
	f.Fuzz(func(t *testing.T, payload []byte, flags uint32, behind []byte) {
		head := make([]byte, frameHeaderBytes)
		putFrameHeader(head, frameSeed(1), flags, 1, len(payload), payload)
		disk := vfs.NewMem()
		log := slices.Concat(segmentHeader(1, 1), head, payload, behind)
		require.NoError(t, replaceFile(disk, "d", segmentName(1), log))
		require.NoError(t, replaceFile(disk, "d", formatFile, formatContent()))
		opts := Options{Dir: "d", FS: disk.CrashClone(nil), Logger: quiet(), SegmentBytes: 256}
		s, openErr := Open(opts)
		if openErr == nil {
			require.NoError(t, s.Close())
		} else {
			require.ErrorIs(t, openErr, kv.ErrCorrupt)
		}
		opts.FS = disk
		found, err := Check(opts, func(Problem) {})
		require.NoError(t, err)
		require.Equal(t, openErr != nil, found.Problems > 0, "%v, %+v", openErr, found)
		_, err = Repair(opts, func(Problem) {})
		require.NoError(t, err)
		after, err := Check(opts, func(Problem) {})
		require.NoError(t, err)
		require.Zero(t, after.Problems)
		s, err = Open(opts)
		require.NoError(t, err)
		require.NoError(t, s.Close())
	})
}

// FuzzRecords decodes arbitrary payloads: the checksum of a frame only proves
// that it is what was written.
func FuzzRecords(f *testing.F) {
	f.Add(splitRecord([]uint64{7, 8}, [][]byte{[]byte("k"), []byte("l")}))
	f.Add(mergeRecord(1, 2))
	f.Add(deleteRangeRecord(kv.Span{Start: []byte("a"), End: []byte("b")}))
	f.Fuzz(func(t *testing.T, payload []byte) {
		if err := decodeRecords(payload, func(*record) error { return nil }); err != nil {
			require.ErrorIs(t, err, errMalformedRecord)
		}
	})
}

// FuzzBlock decodes arbitrary bytes under a good checksum; what decodes must
// read in order and encode to the same rows again.
func FuzzBlock(f *testing.F) {
	seal := func(t require.TestingT, rows []blockRow) []byte {
		b, _, err := encodeBlock(nil, nil, rows, appendValues(nil, rows), appendKeySection(nil, rows))
		require.NoError(t, err)
		return b[4:]
	}
	f.Add(seal(f, []blockRow{
		{[]byte("key1"), []blockVersion{{ts: 9, value: []byte("x")}, {ts: 7, deleted: true}}},
		{[]byte("key2"), []blockVersion{{ts: 8, value: []byte("yy")}}},
	}))
	f.Add(seal(f, []blockRow{{[]byte("key1"), []blockVersion{{ts: 9, value: []byte("x")}}}}))
	f.Fuzz(func(t *testing.T, body []byte) {
		rows, ok := explodeBytes(body)
		if !ok {
			return
		}
		again, ok := explodeBytes(seal(t, rows))
		require.True(t, ok)
		require.Equal(t, rows, again)
	})
}

// explodeBytes decodes a block that follows its checksum.
func explodeBytes(body []byte) ([]blockRow, bool) {
	b := binary.LittleEndian.AppendUint32(nil, crc32.Checksum(body, castagnoli))
	e, err := parseBlock(append(b, body...))
	if err != nil {
		return nil, false
	}
	d, err := e.decode(nil)
	if err != nil {
		return nil, false
	}
	k, err := d.keys()
	if err != nil {
		return nil, false
	}
	rows, err := (&flush{}).explode(blockRef{block: &block{file: &blockFile{}}}, d)
	if err != nil || len(rows) != k.rows() {
		return nil, false
	}
	return rows, true
}

// FuzzManifest decodes arbitrary payloads under a good checksum.
func FuzzManifest(f *testing.F) {
	m := &manifest{ts: 5, segment: 2, seq: 3, nextPartition: 4, nextFile: 2, files: []manifestFileEntry{{1, 100}}, partitions: []manifestPartition{
		{id: 1, refs: []manifestRef{{lo: []byte("a"), hi: []byte("c"), lastKey: []byte("d"), file: 1, length: 100, rawBytes: 300, rows: 3, maxTS: 4, cut: true, cutRows: 2}}},
		{id: 3, start: []byte("m")},
	}}
	f.Add(m.encode()[manifestHeaderBytes:])
	f.Fuzz(func(t *testing.T, payload []byte) {
		b := sealManifest(append(make([]byte, manifestHeaderBytes), payload...))
		m, err := decodeManifest("MANIFEST", b)
		if err != nil {
			require.ErrorIs(t, err, kv.ErrCorrupt)
			return
		}
		again, err := decodeManifest("MANIFEST", m.encode())
		require.NoError(t, err)
		again.snapshotEnd, again.end = m.snapshotEnd, m.end
		require.Equal(t, m, again)
	})
}
