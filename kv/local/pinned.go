package local

import "github.com/sparrowdb/sparrow/kv"

var _ kv.Pinner = (*Store)(nil)

// PinnedBytes implements kv.Pinner.
func (s *Store) PinnedBytes(ts kv.TS) int64 { return s.pins.pinned(ts) }

// replaced is the bytes of the version that v replaces: inDelta if that is not
// negative. One that lies below the delta is not looked up; it counts as the average
// row of the base.
func (c *content) replaced(inDelta int, v *version, fresh bool) int64 {
	switch {
	case inDelta >= 0:
		return int64(inDelta)
	case fresh:
		return 0
	case c.base.rows > 0:
		return c.base.rawBytes / c.base.rows
	}
	return int64(len(v.value))
}
