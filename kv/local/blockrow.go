package local

import (
	"encoding/binary"

	"github.com/sparrowdb/sparrow/kv"
)

// blockRow is a row on its way into a block: its versions, newest first.
type blockRow struct {
	key      []byte
	versions []blockVersion
}

// blockVersion is one version on its way into a block.
type blockVersion struct {
	ts      kv.TS
	value   []byte
	deleted bool
}

// size is what the row adds to a decoded block, in bytes.
func (r *blockRow) size() int {
	n := len(r.key)
	for _, v := range r.versions {
		n += len(v.value) + 8
	}
	return n
}

// appendRows appends the raw layout of rows, which are in key order and not
// empty (FORMAT.md). Versions carry timestamps from minTS on.
func appendRows(out []byte, rows []blockRow, minTS kv.TS) []byte {
	versions, keyBytes := 0, 0
	for i := range rows {
		versions += len(rows[i].versions)
		keyBytes += len(rows[i].key)
	}
	out = binary.AppendUvarint(out, uint64(len(rows)))
	out = binary.AppendUvarint(out, uint64(versions))
	out = binary.AppendUvarint(out, uint64(keyBytes))
	out = binary.AppendUvarint(out, uint64(minTS))
	var prev []byte
	for i := range rows {
		row := &rows[i]
		shared := sharedPrefix(prev, row.key)
		out = binary.AppendUvarint(out, uint64(shared))
		out = appendBytes(out, row.key[shared:])
		out = binary.AppendUvarint(out, uint64(len(row.versions)))
		for _, v := range row.versions {
			out = binary.AppendUvarint(out, uint64(v.ts-minTS))
			if v.deleted {
				out = append(out, 0)
				continue
			}
			out = binary.AppendUvarint(out, uint64(len(v.value))+1)
			out = append(out, v.value...)
		}
		prev = row.key
	}
	return out
}

func sharedPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// describe returns a block's head for rows, and their smallest timestamp.
func describe(rows []blockRow) (*block, kv.TS) {
	b := &block{rows: int32(len(rows)), lastKey: append([]byte(nil), rows[len(rows)-1].key...)}
	minTS := kv.MaxTS
	for i := range rows {
		b.versions += int32(len(rows[i].versions))
		b.keyBytes += int32(len(rows[i].key))
		for _, v := range rows[i].versions {
			minTS, b.maxTS = min(minTS, v.ts), max(b.maxTS, v.ts)
		}
		if rows[i].versions[0].deleted {
			b.dead++
		}
	}
	return b, minTS
}
