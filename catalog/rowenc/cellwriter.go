package rowenc

import (
	"encoding/binary"

	"github.com/sparrowdb/sparrow/catalog"
)

// rawCell is a cell as it is stored: what moves between values undecoded.
type rawCell struct {
	id   catalog.AttrID
	tag  Tag
	data []byte
}

// cellWriter puts cells together into the cells part of a value: their number,
// the header, the payloads. Cells come by rising id.
type cellWriter struct {
	header, payloads []byte
	n                uint64
	last             catalog.AttrID
}

func (w *cellWriter) reset() {
	*w = cellWriter{header: w.header[:0], payloads: w.payloads[:0]}
}

func (w *cellWriter) add(id catalog.AttrID, tag Tag, data []byte) {
	w.header = binary.AppendUvarint(w.header, uint64(id-w.last))
	w.header = append(w.header, byte(tag))
	w.header = binary.AppendUvarint(w.header, uint64(len(data)))
	w.payloads = append(w.payloads, data...)
	w.last = id
	w.n++
}

// addWanted adds those cells of a chunk's value that a projection wants.
func (w *cellWriter) addWanted(value []byte, want Projection) error {
	var h header
	if err := openChunk(&h, value); err != nil {
		return err
	}
	ids := want.IDs
	for {
		more, err := h.next()
		if err != nil || !more {
			return err
		}
		id := catalog.AttrID(h.id)
		if !want.All {
			for len(ids) > 0 && ids[0] < id {
				ids = ids[1:]
			}
			if len(ids) == 0 {
				return nil
			}
			if ids[0] != id {
				continue
			}
		}
		w.add(id, h.tag, h.data)
	}
}

// appendTo appends what has been put together.
func (w *cellWriter) appendTo(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, w.n)
	dst = append(dst, w.header...)
	return append(dst, w.payloads...)
}
