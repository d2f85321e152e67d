package local

import "github.com/sparrowdb/sparrow/kv"

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

func sharedPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// describe returns a block's head for rows; place and length are not known yet.
func describe(rows []blockRow) *block {
	b := &block{rows: int32(len(rows)), lastKey: append([]byte(nil), rows[len(rows)-1].key...)}
	for i := range rows {
		b.versions += int32(len(rows[i].versions))
		b.keyBytes += int32(len(rows[i].key))
		b.rawBytes += int32(len(rows[i].key))
		for _, v := range rows[i].versions {
			b.rawBytes += int32(len(v.value))
			b.maxTS = max(b.maxTS, v.ts)
		}
		if rows[i].versions[0].deleted {
			b.dead++
		}
	}
	return b
}

// appendValues appends the values of rows, version by version; deletions have
// none.
func appendValues(values [][]byte, rows []blockRow) [][]byte {
	for i := range rows {
		for _, v := range rows[i].versions {
			if !v.deleted {
				values = append(values, v.value)
			}
		}
	}
	return values
}
