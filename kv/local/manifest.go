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
// up which partitions, and where the log goes on. Every checkpoint writes a new
// one (FORMAT.md).
type manifest struct {
	ts            kv.TS  // all commits up to here are in the blocks
	segment, seq  uint64 // the log's first needed segment and frame
	nextPartition uint64
	nextFile      uint64
	files         []manifestFileEntry
	partitions    []manifestPartition
}

type manifestFileEntry struct {
	id   uint64
	size int64
}

type manifestPartition struct {
	id    uint64
	start []byte // nil for the first
	maxTS kv.TS
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
	columns          bool // see block
}

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
	put(uint64(len(m.files)))
	for _, f := range m.files {
		put(f.id)
		put(uint64(f.size))
	}
	put(uint64(len(m.partitions)))
	for _, p := range m.partitions {
		put(p.id)
		b = appendBytes(b, p.start)
		put(uint64(p.maxTS))
		put(uint64(len(p.refs)))
		for _, r := range p.refs {
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
			for _, v := range []uint64{r.file, uint64(r.offset), uint64(r.length), uint64(r.rawBytes), uint64(r.rows), uint64(r.dead), uint64(r.versions), uint64(r.keyBytes), uint64(r.maxTS)} {
				put(v)
			}
		}
	}
	return sealManifest(b)
}

// sealManifest fills the header before the payload.
func sealManifest(b []byte) []byte {
	copy(b, manifestMagic)
	binary.LittleEndian.PutUint32(b[12:], FormatVersion)
	binary.LittleEndian.PutUint64(b[16:], uint64(len(b)-manifestHeaderBytes))
	binary.LittleEndian.PutUint32(b[8:], crc32.Checksum(b[12:], castagnoli))
	return b
}

// decodeManifest reads what encode wrote.
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
	if binary.LittleEndian.Uint64(b[16:]) != uint64(len(b)-manifestHeaderBytes) ||
		crc32.Checksum(b[12:], castagnoli) != binary.LittleEndian.Uint32(b[8:]) {
		return nil, corrupt(8, "checksum of manifest does not match")
	}
	r := &byteReader{b: b, at: manifestHeaderBytes}
	m := &manifest{ts: kv.TS(r.uvarint()), segment: r.uvarint(), seq: r.uvarint(), nextPartition: r.uvarint(), nextFile: r.uvarint()}
	for range r.count(2) {
		m.files = append(m.files, manifestFileEntry{id: r.uvarint(), size: int64(r.uvarint())})
	}
	for range r.count(4) {
		p := manifestPartition{id: r.uvarint(), start: r.lengthBytes(), maxTS: kv.TS(r.uvarint())}
		for range r.count(10) {
			p.refs = append(p.refs, decodeRef(r))
		}
		m.partitions = append(m.partitions, p)
	}
	if r.bad || r.at != len(b) || len(m.partitions) == 0 {
		return nil, corrupt(r.at, "manifest is malformed")
	}
	return m, nil
}

func decodeRef(r *byteReader) manifestRef {
	ref := manifestRef{lo: r.lengthBytes(), lastKey: r.lengthBytes()}
	if flags := r.bytes(1); !r.bad {
		ref.cut = flags[0]&refIsCut != 0
		ref.columns = flags[0]&refHasColumns != 0
		if flags[0]&refHasHi != 0 {
			ref.hi = r.lengthBytes()
		}
	}
	ref.file, ref.offset = r.uvarint(), int64(r.uvarint())
	ref.length, ref.rawBytes = int32(r.uvarint()), int32(r.uvarint())
	ref.rows, ref.dead = int32(r.uvarint()), int32(r.uvarint())
	ref.versions, ref.keyBytes = int32(r.uvarint()), int32(r.uvarint())
	ref.maxTS = kv.TS(r.uvarint())
	return ref
}

func readManifest(fsys vfs.FS, dir string) (*manifest, error) {
	name := path.Join(dir, manifestFile)
	b, err := readFile(fsys, name)
	if err != nil {
		return nil, err
	}
	return decodeManifest(name, b)
}
