package local

import (
	"bytes"
	"encoding/binary"
	"errors"

	"github.com/sparrowdb/sparrow/kv"
)

// Records are what a frame's payload is made of: kind (1), timestamp (8,
// little-endian), body by kind. Strings are length-prefixed; numbers are
// varints.
const (
	recordCommit      = 1 // count, then per write: flags (1), key, value unless deleted
	recordSplit       = 2 // count, then per new partition: id, first key
	recordMerge       = 3 // left id, right id
	recordDeleteRange = 4 // start, has end (1), end
)

const recordHeaderBytes = 9

// Flags of a write in a commit record.
const (
	writeDeletes = 1
	// writeIsFresh: no row was there before; keeps row counts right.
	writeIsFresh = 2
)

// record is a decoded record.
type record struct {
	kind   byte
	ts     kv.TS
	writes []recordWrite
	ids    []uint64
	keys   [][]byte
	span   kv.Span
}

type recordWrite struct {
	flags      byte
	key, value []byte
}

func recordHeader(b []byte, kind byte) []byte {
	return append(b, kind, 0, 0, 0, 0, 0, 0, 0, 0)
}

// stamp sets the timestamp of an encoded record.
func stamp(rec []byte, ts kv.TS) { binary.LittleEndian.PutUint64(rec[1:], uint64(ts)) }

func appendBytes(b, s []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func splitRecord(ids []uint64, keys [][]byte) []byte {
	b := binary.AppendUvarint(recordHeader(nil, recordSplit), uint64(len(ids)))
	for i, id := range ids {
		b = appendBytes(binary.AppendUvarint(b, id), keys[i])
	}
	return b
}

func mergeRecord(left, right uint64) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(recordHeader(nil, recordMerge), left), right)
}

func deleteRangeRecord(span kv.Span) []byte {
	b := appendBytes(recordHeader(nil, recordDeleteRange), span.Start)
	if span.End == nil {
		return append(b, 0)
	}
	return appendBytes(append(b, 1), span.End)
}

var errMalformedRecord = errors.New("log record is malformed")

// decodeRecords calls fn for each record of a payload. Keys and values alias
// the payload.
func decodeRecords(payload []byte, fn func(*record) error) error {
	r := byteReader{b: payload}
	for r.at < len(payload) {
		head := r.bytes(recordHeaderBytes)
		if r.bad {
			return errMalformedRecord
		}
		rec := &record{kind: head[0], ts: kv.TS(binary.LittleEndian.Uint64(head[1:]))}
		switch rec.kind {
		case recordCommit:
			rec.writes = decodeWrites(&r)
		case recordSplit:
			for range r.count(2) {
				rec.ids = append(rec.ids, r.uvarint())
				rec.keys = append(rec.keys, r.lengthBytes())
			}
		case recordMerge:
			rec.ids = []uint64{r.uvarint(), r.uvarint()}
		case recordDeleteRange:
			rec.span.Start = r.lengthBytes()
			if flag := r.bytes(1); !r.bad && flag[0] == 1 {
				rec.span.End = r.lengthBytes()
			}
		default:
			r.bad = true
		}
		if r.bad {
			return errMalformedRecord
		}
		if err := fn(rec); err != nil {
			return err
		}
	}
	return nil
}

func decodeWrites(r *byteReader) []recordWrite {
	n := r.count(2)
	writes := make([]recordWrite, 0, n)
	for range n {
		flag := r.bytes(1)
		w := recordWrite{key: r.lengthBytes()}
		if r.bad {
			return nil
		}
		w.flags = flag[0]
		if w.flags&writeDeletes == 0 {
			w.value = r.lengthBytes()
		}
		writes = append(writes, w)
	}
	return writes
}

// cloneAll copies keys that alias a payload.
func cloneAll(keys [][]byte) [][]byte {
	out := make([][]byte, len(keys))
	for i, k := range keys {
		out[i] = bytes.Clone(k)
	}
	return out
}
