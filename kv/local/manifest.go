package local

import (
	"encoding/binary"
	"hash/crc32"
	"path"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

const (
	manifestFile        = "MANIFEST"
	manifestMagic       = "SPRWMAN\n"
	manifestHeaderBytes = 24
)

// manifest is the root of the data directory: which blocks in which files make
// up which partitions, and where the log goes on. The file is a snapshot of it
// and the edits that checkpoints have made since (FORMAT.md).
type manifest struct {
	ts            kv.TS  // all commits up to here are in the blocks
	segment, seq  uint64 // the log's first needed segment and frame
	nextPartition uint64
	nextFile      uint64
	files         []manifestFileEntry
	partitions    []manifestPartition

	// Of the file that it was read from: where the snapshot and the last whole
	// edit end, the number of the next edit, and the last one as it is in the file:
	// nothing behind it proves that it is on disk.
	snapshotEnd, end int64
	nextEdit         uint64
	lastEdit         []byte
}

type manifestFileEntry struct {
	id   uint64
	size int64
}

type manifestPartition struct {
	id    uint64
	start []byte // empty for the first
	refs  []manifestRef
}

type manifestRef struct {
	lo, hi, lastKey  []byte
	file             uint64
	offset           int64
	length, rawBytes int32
	rows, dead       int32
	versions         int32
	keyBytes         int32
	maxTS            kv.TS
	cut              bool // see blockRef
	cutRows          int32
	columns          bool // see block
}

// blockID tells blocks apart: the file, and where in it.
type blockID struct {
	file   uint64
	offset int64
}

func (r manifestRef) id() blockID { return blockID{r.file, r.offset} }

// Flags of a reference.
const (
	refHasHi = 1
	refIsCut = 2
	// refHasColumns: the block is one of columns.
	refHasColumns = 4
)

func (m *manifest) encode() []byte {
	b := make([]byte, manifestHeaderBytes)
	put := func(v uint64) { b = binary.AppendUvarint(b, v) }
	put(uint64(m.ts))
	put(m.segment)
	put(m.seq)
	put(m.nextPartition)
	put(m.nextFile)
	b = appendFiles(b, m.files)
	put(uint64(len(m.partitions)))
	for _, p := range m.partitions {
		put(p.id)
		b = appendBytes(b, p.start)
		b = appendRefs(b, p.refs)
	}
	return sealManifest(b)
}

func appendFiles(b []byte, files []manifestFileEntry) []byte {
	b = binary.AppendUvarint(b, uint64(len(files)))
	for _, f := range files {
		b = binary.AppendUvarint(binary.AppendUvarint(b, f.id), uint64(f.size))
	}
	return b
}

func appendRefs(b []byte, refs []manifestRef) []byte {
	b = binary.AppendUvarint(b, uint64(len(refs)))
	for _, r := range refs {
		b = appendBytes(appendBytes(b, r.lo), r.lastKey)
		var flags byte
		if r.hi != nil {
			flags |= refHasHi
		}
		if r.cut {
			flags |= refIsCut
		}
		if r.columns {
			flags |= refHasColumns
		}
		b = append(b, flags)
		if r.hi != nil {
			b = appendBytes(b, r.hi)
		}
		if r.cut {
			b = binary.AppendUvarint(b, uint64(r.cutRows))
		}
		for _, v := range []uint64{r.file, uint64(r.offset), uint64(r.length), uint64(r.rawBytes), uint64(r.rows), uint64(r.dead), uint64(r.versions), uint64(r.keyBytes), uint64(r.maxTS)} {
			b = binary.AppendUvarint(b, v)
		}
	}
	return b
}

// sealManifest fills the header before the payload.
func sealManifest(b []byte) []byte {
	copy(b, manifestMagic)
	binary.LittleEndian.PutUint32(b[12:], FormatVersion)
	binary.LittleEndian.PutUint64(b[16:], uint64(len(b)-manifestHeaderBytes))
	binary.LittleEndian.PutUint32(b[8:], crc32.Checksum(b[12:], castagnoli))
	return b
}

// decodeManifest reads a manifest file: what encode wrote, and the edits behind
// it. An edit that was being written when the machine stopped is left out.
func decodeManifest(name string, b []byte) (*manifest, error) {
	corrupt := func(at int, why string) error {
		return &kv.CorruptError{File: name, Offset: int64(at), Reason: why}
	}
	if len(b) < manifestHeaderBytes || string(b[:8]) != manifestMagic {
		return nil, corrupt(0, "not a manifest")
	}
	if v := binary.LittleEndian.Uint32(b[12:]); v != FormatVersion {
		return nil, versionError(v)
	}
	length := binary.LittleEndian.Uint64(b[16:])
	if length > uint64(len(b)-manifestHeaderBytes) ||
		crc32.Checksum(b[12:manifestHeaderBytes+int(length)], castagnoli) != binary.LittleEndian.Uint32(b[8:]) {
		return nil, corrupt(8, "checksum of manifest does not match")
	}
	end := manifestHeaderBytes + int(length)
	r := &byteReader{b: b[:end], at: manifestHeaderBytes}
	m := &manifest{ts: kv.TS(r.uvarint()), segment: r.uvarint(), seq: r.uvarint(), nextPartition: r.uvarint(), nextFile: r.uvarint()}
	m.files = decodeFiles(r)
	for range r.count(3) {
		m.partitions = append(m.partitions, manifestPartition{id: r.uvarint(), start: r.lengthBytes(), refs: decodeRefs(r)})
	}
	if r.bad || r.at != end || len(m.partitions) == 0 {
		return nil, corrupt(r.at, "manifest is malformed")
	}
	m.snapshotEnd = int64(end)
	if err := m.applyEdits(name, b, end); err != nil {
		return nil, err
	}
	return m, nil
}

func decodeFiles(r *byteReader) (files []manifestFileEntry) {
	for range r.count(2) {
		files = append(files, manifestFileEntry{id: r.uvarint(), size: int64(r.uvarint())})
	}
	return files
}

func decodeRefs(r *byteReader) (refs []manifestRef) {
	for range r.count(12) {
		refs = append(refs, decodeRef(r))
	}
	return refs
}

func decodeRef(r *byteReader) manifestRef {
	ref := manifestRef{lo: r.lengthBytes(), lastKey: r.lengthBytes()}
	if flags := r.bytes(1); !r.bad {
		ref.cut = flags[0]&refIsCut != 0
		ref.columns = flags[0]&refHasColumns != 0
		if flags[0]&refHasHi != 0 {
			ref.hi = r.lengthBytes()
		}
		if ref.cut {
			ref.cutRows = int32(r.uvarint())
		}
	}
	ref.file, ref.offset = r.uvarint(), int64(r.uvarint())
	ref.length, ref.rawBytes = int32(r.uvarint()), int32(r.uvarint())
	ref.rows, ref.dead = int32(r.uvarint()), int32(r.uvarint())
	ref.versions, ref.keyBytes = int32(r.uvarint()), int32(r.uvarint())
	ref.maxTS = kv.TS(r.uvarint())
	return ref
}

// readManifest reads the manifest of dir and changes nothing there.
func readManifest(fsys vfs.FS, dir string) (*manifest, error) {
	name := path.Join(dir, manifestFile)
	b, err := readFile(fsys, name)
	if err != nil {
		return nil, err
	}
	return decodeManifest(name, b)
}
