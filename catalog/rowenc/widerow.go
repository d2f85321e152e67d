package rowenc

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// FetchChunks reads chunks of a row by their starts: values by position, nil
// for what is not there. They stay valid and unchanged.
type FetchChunks func(starts []catalog.AttrID) ([][]byte, error)

// WideRow is a row that is kept in chunks, under reading or change. It fetches
// the chunks that it needs and no others. It belongs to one goroutine.
type WideRow struct {
	scales  []byte
	pieces  []*piece // by start; every cell lies in the last that starts at or before it
	stored  []catalog.AttrID
	version uint32
	fetch   FetchChunks
	account *limits.Account
	held    int64 // bytes taken from it
}

// wideCopies is how often a chunk at hand is in memory: as it was read, and taken
// apart or in the row put together.
const wideCopies = 2

// piece is what is, or is to be, one chunk.
type piece struct {
	start catalog.AttrID // at most the id of its first cell
	cells int
	bytes int    // of the chunk's value
	sum   uint32 // CRC-32C of it

	value   []byte    // the chunk, once fetched
	list    []rawCell // its cells, once taken apart
	apart   bool      // list is in use
	changed bool      // list is not what is stored
}

// OpenWide opens the wide row whose head is given, which must stay unchanged.
// account bounds what is fetched of it until Close; nil is no bound.
func OpenWide(head []byte, fetch FetchChunks, account *limits.Account) (*WideRow, error) {
	scales, pieces, err := parseHead(head)
	if err != nil {
		return nil, err
	}
	w := &WideRow{scales: scales, pieces: pieces, version: crc32.Checksum(head, castagnoli), fetch: fetch, account: account}
	w.stored = make([]catalog.AttrID, len(pieces))
	for i, p := range pieces {
		w.stored[i] = p.start
	}
	return w, nil
}

// Close gives back what the account gave.
func (w *WideRow) Close() {
	w.account.Shrink(w.held)
	w.held = 0
}

// Widen takes a plain row apart that is too large to stay one: w is nil if it is
// not, or if the value is of another form.
func Widen(value []byte) (w *WideRow, err error) {
	if len(value) == 0 || value[0] != rowVersion {
		return nil, nil
	}
	rest, err := skipScales(value[1:])
	if err != nil {
		return nil, err
	}
	n, size := binary.Uvarint(rest)
	if size <= 0 {
		return nil, corrupt("cell count")
	}
	if n <= 1 || n <= wideCells && len(value) <= wideBytes {
		return nil, nil
	}
	var h header
	if err := h.open(rest); err != nil {
		return nil, err
	}
	list, err := takeApart(&h)
	if err != nil {
		return nil, err
	}
	return &WideRow{pieces: []*piece{{start: list[0].id, list: list, apart: true, changed: true}}}, nil
}

// takeApart lists the cells of a header.
func takeApart(h *header) ([]rawCell, error) {
	list := make([]rawCell, 0, h.left)
	for {
		more, err := h.next()
		if err != nil || !more {
			return list, err
		}
		list = append(list, rawCell{id: catalog.AttrID(h.id), tag: h.tag, data: h.data})
	}
}

// Starts lists the chunks that the row has in the store.
func (w *WideRow) Starts() []catalog.AttrID { return w.stored }

// end is where the piece behind piece i starts; 0 if there is none.
func (w *WideRow) end(i int) catalog.AttrID {
	if i+1 < len(w.pieces) {
		return w.pieces[i+1].start
	}
	return 0
}

// load fetches the pieces for which want says so, those not at hand yet.
func (w *WideRow) load(want func(i int) bool) error {
	var missing []*piece
	var starts []catalog.AttrID
	bytes := int64(0)
	for i, p := range w.pieces {
		if p.value == nil && !p.apart && want(i) {
			missing, starts = append(missing, p), append(starts, p.start)
			bytes += int64(p.bytes)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	if err := w.account.Grow(wideCopies * bytes); err != nil {
		return err
	}
	w.held += wideCopies * bytes
	values, err := w.fetch(starts)
	if err != nil {
		return err
	}
	for i, p := range missing {
		if err := p.verify(values[i]); err != nil {
			return err
		}
		p.value = values[i]
	}
	return nil
}

// verify holds a chunk against what the head says of it.
func (p *piece) verify(value []byte) error {
	same := len(value) == p.bytes && crc32.Checksum(value, castagnoli) == p.sum
	if same {
		var h header
		if err := openChunk(&h, value); err != nil {
			return err
		}
		same = h.left == uint64(p.cells)
	}
	if !same {
		return corrupt(fmt.Sprintf("chunk from attribute %d on is not the one that the row's head describes", p.start))
	}
	return nil
}

// take loads piece i and takes it apart.
func (w *WideRow) take(i int) (*piece, error) {
	p := w.pieces[i]
	if p.apart {
		return p, nil
	}
	if err := w.load(func(at int) bool { return at == i }); err != nil {
		return nil, err
	}
	var h header
	err := openChunk(&h, p.value)
	if err != nil {
		return nil, err
	}
	if p.list, err = takeApart(&h); err != nil {
		return nil, err
	}
	p.apart = true
	return p, nil
}

// home finds the cell of an attribute: its piece, and its place there.
func (w *WideRow) home(id catalog.AttrID) (p *piece, at int, found bool, err error) {
	i, exact := slices.BinarySearchFunc(w.pieces, id, func(p *piece, id catalog.AttrID) int { return compareIDs(p.start, id) })
	if !exact && i > 0 {
		i--
	}
	if i == len(w.pieces) { // a row that has lost all cells
		return nil, 0, false, nil
	}
	if p, err = w.take(i); err != nil {
		return nil, 0, false, err
	}
	at, found = slices.BinarySearchFunc(p.list, id, func(c rawCell, id catalog.AttrID) int { return compareIDs(c.id, id) })
	return p, at, found, nil
}

// Cell returns the value of an attribute; NULL if the row has none.
func (w *WideRow) Cell(id catalog.AttrID) (datum.Datum, error) {
	p, at, found, err := w.home(id)
	if err != nil || !found {
		return datum.Null, err
	}
	return decodeCell(p.list[at].tag, p.list[at].data)
}

// Set sets an attribute, or with NULL removes it.
func (w *WideRow) Set(id catalog.AttrID, v datum.Datum) error {
	p, at, found, err := w.home(id)
	if err != nil {
		return err
	}
	if v.IsNull() {
		if found {
			p.list, p.changed = slices.Delete(p.list, at, at+1), true
		}
		return nil
	}
	data, tag, err := appendCell(nil, v)
	if err != nil {
		return err
	}
	c := rawCell{id: id, tag: tag, data: data}
	if found {
		p.list[at] = c
	} else {
		p.list = slices.Insert(p.list, at, c)
	}
	p.changed = true
	return nil
}

// Each calls f for every cell, by rising id. f may not change the row. Chunks
// that were not at hand before are not kept.
func (w *WideRow) Each(f func(Cell) error) error {
	for i, p := range w.pieces {
		fetched := p.value == nil && !p.apart
		if err := w.load(func(at int) bool { return at == i }); err != nil {
			return err
		}
		list := p.list
		if !p.apart {
			var h header
			err := openChunk(&h, p.value)
			if err != nil {
				return err
			}
			if list, err = takeApart(&h); err != nil {
				return err
			}
		}
		for _, c := range list {
			v, err := decodeCell(c.tag, c.data)
			if err != nil {
				return err
			}
			if err := f(Cell{ID: c.id, V: v}); err != nil {
				return err
			}
		}
		if fetched {
			p.value = nil
			w.account.Shrink(wideCopies * int64(p.bytes))
			w.held -= wideCopies * int64(p.bytes)
		}
	}
	return nil
}

// Assemble makes one value of the row, of the attributes wanted only: what
// Decoder, DecodeCells, DecodeKey and Version take in a plain row's place.
func (w *WideRow) Assemble(want Projection) ([]byte, error) {
	wanted := func(i int) bool { return want.within(w.pieces[i].start, w.end(i)) }
	if err := w.load(wanted); err != nil {
		return nil, err
	}
	var out cellWriter
	for i, p := range w.pieces {
		switch {
		case !wanted(i) && !p.changed:
		case p.apart:
			for _, c := range p.list {
				if _, found := slices.BinarySearch(want.IDs, c.id); found || want.All {
					out.add(c.id, c.tag, c.data)
				}
			}
		default:
			if err := out.addWanted(p.value, want); err != nil {
				return nil, err
			}
		}
	}
	return appendAssembled(nil, w.version, w.scales, &out), nil
}

// appendAssembled appends an assembled row.
func appendAssembled(dst []byte, version uint32, scales []byte, cells *cellWriter) []byte {
	dst = slices.Grow(dst, assembledHead+len(scales)+10+len(cells.header)+len(cells.payloads))
	dst = binary.LittleEndian.AppendUint32(append(dst, assembledVersion), version)
	return cells.appendTo(append(dst, scales...))
}
