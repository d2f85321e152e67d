package rowenc

import (
	"encoding/binary"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv/keyenc"
)

// chunkKeyBytes is what a chunk's key adds to its row's: the tag, and the id
// from which on the chunk holds the row's attributes.
const chunkKeyBytes = 1 + 4

// AppendChunkKey appends the key of a chunk of the row that is stored at
// rowKey. No row's key begins with another's, so the chunks of a row lie between
// its key and that of the row that follows.
func AppendChunkKey(dst, rowKey []byte, start catalog.AttrID) []byte {
	dst = append(dst, rowKey...)
	dst = append(dst, byte(keyenc.TagChunk))
	return binary.BigEndian.AppendUint32(dst, uint32(start))
}

// splitChunkKey takes a chunk's key apart, of which it is known that it is one.
func splitChunkKey(key []byte) (rowKey []byte, start catalog.AttrID, ok bool) {
	at := len(key) - chunkKeyBytes
	if at < 0 || key[at] != byte(keyenc.TagChunk) {
		return nil, 0, false
	}
	return key[:at], catalog.AttrID(binary.BigEndian.Uint32(key[at+1:])), true
}

// IsChunkKey tells the key of a chunk from that of a row: for scans that have
// no values, which say it in their first byte.
func (c *Codec) IsChunkKey(key []byte) bool {
	rowKey, _, ok := splitChunkKey(key)
	if !ok {
		return false
	}
	// The byte may just as well lie inside a row's last key column.
	rest, err := c.body(rowKey)
	for i := 0; i < len(c.cols) && err == nil; i++ {
		rest, err = keyenc.Skip(rest)
	}
	return err == nil && len(rest) == 0
}
