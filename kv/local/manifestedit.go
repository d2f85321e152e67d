package local

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/sparrowdb/sparrow/kv"
)

// manifestEdit is what one checkpoint changes in the manifest.
type manifestEdit struct {
	ts            kv.TS
	segment, seq  uint64
	nextPartition uint64
	nextFile      uint64
	files         []manifestFileEntry // new ones
	gone          []uint64            // ids of partitions
	parts         []manifestPartition // new, or with another start; without references
	removed       [][]byte            // lo of references
	refs          []manifestRef       // new, or in the place of the one with the same lo
}

// An edit in the file: magic (4), checksum of all that follows (4), length of the
// payload (4), number (8), payload. An edit without payload follows each one that
// is on disk: it tells a damaged edit from one that was being written.
const (
	editMagic       = "SPRE"
	editHeaderBytes = 20
)

// partitions records the way from one list of partitions to the next.
func (e *manifestEdit) partitions(from, to []diskPartition) {
	if slices.EqualFunc(from, to, func(a, b diskPartition) bool { return a.id == b.id && bytes.Equal(a.start, b.start) }) {
		return
	}
	had := make(map[uint64][]byte, len(from))
	for _, p := range from {
		had[p.id] = p.start
	}
	for _, p := range to {
		if start, ok := had[p.id]; !ok || !bytes.Equal(start, p.start) {
			e.parts = append(e.parts, manifestPartition{id: p.id, start: p.start})
		}
		delete(had, p.id)
	}
	for id := range had {
		e.gone = append(e.gone, id)
	}
	slices.Sort(e.gone)
}

// encode returns the edit as it is in the file.
func (e *manifestEdit) encode(number uint64) []byte {
	b := make([]byte, editHeaderBytes)
	put := func(v uint64) { b = binary.AppendUvarint(b, v) }
	put(uint64(e.ts))
	put(e.segment)
	put(e.seq)
	put(e.nextPartition)
	put(e.nextFile)
	b = appendFiles(b, e.files)
	put(uint64(len(e.gone)))
	for _, id := range e.gone {
		put(id)
	}
	put(uint64(len(e.parts)))
	for _, p := range e.parts {
		put(p.id)
		b = appendBytes(b, p.start)
	}
	put(uint64(len(e.removed)))
	for _, lo := range e.removed {
		b = appendBytes(b, lo)
	}
	return sealEdit(appendRefs(b, e.refs), number)
}

// sealEdit fills the header before the payload.
func sealEdit(b []byte, number uint64) []byte {
	copy(b, editMagic)
	binary.LittleEndian.PutUint32(b[8:], uint32(len(b)-editHeaderBytes))
	binary.LittleEndian.PutUint64(b[12:], number)
	binary.LittleEndian.PutUint32(b[4:], crc32.Checksum(b[8:], castagnoli))
	return b
}

// parseEdit reads the edit at the beginning of b. ok is false when there is none
// that is whole and undamaged.
func parseEdit(b []byte) (number uint64, payload []byte, ok bool) {
	if len(b) < editHeaderBytes || string(b[:4]) != editMagic {
		return 0, nil, false
	}
	length := binary.LittleEndian.Uint32(b[8:])
	if uint64(length) > uint64(len(b)-editHeaderBytes) {
		return 0, nil, false
	}
	end := editHeaderBytes + int(length)
	if crc32.Checksum(b[8:end], castagnoli) != binary.LittleEndian.Uint32(b[4:]) {
		return 0, nil, false
	}
	return binary.LittleEndian.Uint64(b[12:]), b[editHeaderBytes:end], true
}

func decodeEdit(payload []byte) (*manifestEdit, bool) {
	r := &byteReader{b: payload}
	e := &manifestEdit{ts: kv.TS(r.uvarint()), segment: r.uvarint(), seq: r.uvarint(), nextPartition: r.uvarint(), nextFile: r.uvarint()}
	e.files = decodeFiles(r)
	for range r.count(1) {
		e.gone = append(e.gone, r.uvarint())
	}
	for range r.count(2) {
		e.parts = append(e.parts, manifestPartition{id: r.uvarint(), start: r.lengthBytes()})
	}
	for range r.count(1) {
		e.removed = append(e.removed, r.lengthBytes())
	}
	e.refs = decodeRefs(r)
	return e, !r.bad && r.at == len(payload)
}

// applyEdits applies the edits from offset at on. What is behind the last whole
// edit is an unfinished write, unless a younger edit follows.
func (m *manifest) applyEdits(name string, b []byte, at int) error {
	state := editState{refs: map[string]manifestRef{}, parts: map[uint64][]byte{}}
	m.nextEdit = 1
	for {
		number, payload, ok := parseEdit(b[at:])
		if !ok || number != m.nextEdit {
			break
		}
		m.lastEdit = b[at : at+editHeaderBytes+len(payload)]
		if len(payload) > 0 {
			e, ok := decodeEdit(payload)
			if !ok {
				return &kv.CorruptError{File: name, Offset: int64(at), Reason: "edit of the manifest is malformed"}
			}
			state.load(m)
			state.apply(m, e)
		}
		m.nextEdit++
		at += editHeaderBytes + len(payload)
	}
	m.end = int64(at)
	for off := at; ; off++ {
		i := bytes.Index(b[off:], []byte(editMagic))
		if i < 0 {
			break
		}
		off += i
		if number, _, ok := parseEdit(b[off:]); ok && number > m.nextEdit {
			return &kv.CorruptError{File: name, Offset: int64(at), Reason: fmt.Sprintf("edit %d of the manifest is damaged, but a good one follows at offset %d", m.nextEdit, off)}
		}
	}
	if !state.store(m) {
		return &kv.CorruptError{File: name, Offset: -1, Reason: "edits of the manifest leave no partitions"}
	}
	return nil
}

// editState is the manifest in the form that edits are applied to; empty until
// there is one.
type editState struct {
	loaded bool
	refs   map[string]manifestRef // by lo
	parts  map[uint64][]byte      // start by id
}

func (s *editState) load(m *manifest) {
	if s.loaded {
		return
	}
	s.loaded = true
	for _, p := range m.partitions {
		s.parts[p.id] = p.start
		for _, r := range p.refs {
			s.refs[string(r.lo)] = r
		}
	}
}

func (s *editState) apply(m *manifest, e *manifestEdit) {
	m.ts, m.segment, m.seq, m.nextPartition, m.nextFile = e.ts, e.segment, e.seq, e.nextPartition, e.nextFile
	m.files = append(m.files, e.files...)
	for _, id := range e.gone {
		delete(s.parts, id)
	}
	for _, p := range e.parts {
		s.parts[p.id] = p.start
	}
	for _, lo := range e.removed {
		delete(s.refs, string(lo))
	}
	for _, r := range e.refs {
		s.refs[string(r.lo)] = r
	}
}

// store puts the result into m: references go to the partition that their lo lies
// in, and files that none refers to are left out.
func (s *editState) store(m *manifest) bool {
	if !s.loaded {
		return true
	}
	m.partitions = m.partitions[:0]
	for id, start := range s.parts {
		m.partitions = append(m.partitions, manifestPartition{id: id, start: start})
	}
	slices.SortFunc(m.partitions, func(a, b manifestPartition) int { return bytes.Compare(a.start, b.start) })
	if len(m.partitions) == 0 {
		return false
	}
	refs := make([]manifestRef, 0, len(s.refs))
	named := map[uint64]bool{}
	for _, r := range s.refs {
		refs = append(refs, r)
		named[r.file] = true
	}
	slices.SortFunc(refs, func(a, b manifestRef) int { return bytes.Compare(a.lo, b.lo) })
	at := 0
	for _, r := range refs {
		for at+1 < len(m.partitions) && bytes.Compare(m.partitions[at+1].start, r.lo) <= 0 {
			at++
		}
		m.partitions[at].refs = append(m.partitions[at].refs, r)
	}
	m.files = slices.DeleteFunc(m.files, func(f manifestFileEntry) bool { return !named[f.id] })
	return true
}
