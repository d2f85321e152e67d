package rowenc

import (
	"encoding/binary"
	"hash/crc32"
	"slices"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// WideWrite is what has to be written for a wide row to be as it was changed:
// its own pair and the chunks that differ.
type WideWrite struct {
	// Value is the row's own: a head, or a plain row if it has become small.
	Value []byte
	// Puts are chunks to write, by rising start.
	Puts []ChunkPut
	// Deletes are starts of stored chunks that are no more.
	Deletes []catalog.AttrID
}

// ChunkPut is a chunk to write.
type ChunkPut struct {
	Start catalog.AttrID
	Value []byte
	// New says that nothing is stored there.
	New bool
}

// Encode cuts the row into chunks and says what to write. key are the row's key
// values, as in EncodeRow. moved says that the row gets another stored key: then
// all of it is written, and Deletes are under the old key. Nothing may be
// changed afterwards.
func (w *WideRow) Encode(key []datum.Datum, moved bool) (WideWrite, error) {
	var out WideWrite
	if moved {
		for i := range w.pieces {
			p, err := w.take(i)
			if err != nil {
				return out, err
			}
			p.changed = true
		}
	}
	w.measure()
	w.scales = appendScales(nil, key)
	var err error
	if w.small() {
		out.Value, err = w.plain()
		out.Deletes = w.stored
	} else {
		if err = w.join(); err != nil {
			return out, err
		}
		w.cut()
		out.Puts, out.Deletes = w.differing(moved)
		out.Value = appendHead(nil, w.scales, w.pieces)
	}
	w.version = crc32.Checksum(out.Value, castagnoli)
	return out, err
}

// measure drops pieces that have become empty and counts the changed ones anew.
func (w *WideRow) measure() {
	w.pieces = slices.DeleteFunc(w.pieces, func(p *piece) bool {
		if p.changed {
			p.recount()
		}
		return p.cells == 0
	})
}

// recount finds the figures of a piece that has been changed.
func (p *piece) recount() {
	p.cells = len(p.list)
	p.bytes = chunkHead(p.cells)
	var last catalog.AttrID
	for _, c := range p.list {
		p.bytes += cellBytes(c, last)
		last = c.id
	}
	if p.cells > 0 {
		p.start = min(p.start, p.list[0].id)
	}
}

// chunkHead is the bytes of a chunk of n cells before its header.
func chunkHead(n int) int { return 2 + uvarintLen(uint64(n)) }

// cellBytes is the bytes that a cell takes behind the one with id last.
func cellBytes(c rawCell, last catalog.AttrID) int {
	return uvarintLen(uint64(c.id-last)) + 1 + uvarintLen(uint64(len(c.data))) + len(c.data)
}

// small reports whether the row need not be wide any more.
func (w *WideRow) small() bool {
	cells, bytes := 0, 0
	for _, p := range w.pieces {
		cells += p.cells
		bytes += p.bytes
	}
	return cells <= 1 || cells <= plainCells && bytes <= plainBytes
}

// plain makes a plain row of all pieces.
func (w *WideRow) plain() ([]byte, error) {
	if err := w.load(func(int) bool { return true }); err != nil {
		return nil, err
	}
	var out cellWriter
	for _, p := range w.pieces {
		if p.apart {
			for _, c := range p.list {
				out.add(c.id, c.tag, c.data)
			}
		} else if err := out.addWanted(p.value, AllAttributes); err != nil {
			return nil, err
		}
	}
	return out.appendTo(append([]byte{rowVersion}, w.scales...)), nil
}

// join lays changed pieces that have become small together with a neighbour.
func (w *WideRow) join() error {
	for i := 0; i < len(w.pieces); i++ {
		p := w.pieces[i]
		if !p.changed || p.cells >= chunkCellsMin || p.bytes >= chunkBytesMin {
			continue
		}
		left := i - 1
		if i == 0 || w.fits(i) && (!w.fits(left) || w.pieces[i+1].bytes < w.pieces[left].bytes) {
			left = i
		}
		if !w.fits(left) {
			continue
		}
		a, err := w.take(left)
		if err != nil {
			return err
		}
		b, err := w.take(left + 1)
		if err != nil {
			return err
		}
		a.list, a.changed = append(slices.Clip(a.list), b.list...), true
		a.recount()
		w.pieces = slices.Delete(w.pieces, left+1, left+2)
		i = left - 1 // the joined piece may still be small
	}
	return nil
}

// fits reports whether piece i and the one behind it make one chunk.
func (w *WideRow) fits(i int) bool {
	if i < 0 || i+1 >= len(w.pieces) {
		return false
	}
	a, b := w.pieces[i], w.pieces[i+1]
	return a.cells+b.cells <= chunkCells && a.bytes+b.bytes <= chunkBytes
}

// cut cuts pieces that have outgrown a chunk.
func (w *WideRow) cut() {
	var out []*piece
	for _, p := range w.pieces {
		if !p.changed || p.cells <= chunkCellsMax && p.bytes <= chunkBytesMax {
			out = append(out, p)
			continue
		}
		n := max(2, (p.cells+chunkCells/2)/chunkCells, (p.bytes+chunkBytes/2)/chunkBytes)
		cells, bytes := (p.cells+n-1)/n, (p.bytes+n-1)/n
		list, start := p.list, p.start
		for len(list) > 0 {
			end, size := 0, 0
			for end < len(list) && end < cells {
				size += len(list[end].data) + headerCellMin
				if end > 0 && size > bytes {
					break
				}
				end++
			}
			q := &piece{start: start, list: list[:end:end], apart: true, changed: true}
			q.recount()
			out = append(out, q)
			if list = list[end:]; len(list) > 0 {
				start = list[0].id
			}
		}
	}
	w.pieces = out
}

// differing encodes the changed pieces and finds the stored ones that are gone.
func (w *WideRow) differing(moved bool) (puts []ChunkPut, deletes []catalog.AttrID) {
	left := make(map[catalog.AttrID]bool, len(w.stored))
	for _, s := range w.stored {
		left[s] = true
	}
	for _, p := range w.pieces {
		if p.changed {
			p.encode()
			puts = append(puts, ChunkPut{Start: p.start, Value: p.value, New: moved || !left[p.start]})
		}
		if !moved {
			delete(left, p.start)
		}
	}
	for _, s := range w.stored {
		if left[s] {
			deletes = append(deletes, s)
		}
	}
	return puts, deletes
}

// encode makes the chunk of a piece.
func (p *piece) encode() {
	var cells cellWriter
	for _, c := range p.list {
		cells.add(c.id, c.tag, c.data)
	}
	p.value = cells.appendTo(binary.AppendUvarint(append(make([]byte, 0, p.bytes), chunkVersion), 0))
	p.bytes, p.sum = len(p.value), crc32.Checksum(p.value, castagnoli)
}
