package rowenc

import (
	"bytes"
	"hash/crc32"
	"slices"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/limits"
)

// Assembler puts the pairs of a scan, forwards or backwards, together into
// rows: wide ones of their head and chunks, of which it looks only into those
// with attributes that are wanted. It belongs to one goroutine.
//
//	defer a.Close()
//	for it.Next() {
//		if ok, err := a.Add(it.Key(), it.Value()); ok {
//			use(a.Key(), a.Value())
//		}
//	}
type Assembler struct {
	want    Projection
	reverse bool
	account *limits.Account
	held    int64 // bytes taken from account, for the row that is begun or complete

	key, value []byte // of the row that is complete
	out        []byte // room for value

	// Forwards, the wide row whose chunks are coming.
	head   []byte
	row    []byte // its key
	scales []byte
	pieces []*piece
	next   int // the chunk to come; len(pieces) when none is
	cells  cellWriter

	// Backwards, the chunks whose head is coming, the highest first.
	chunks []heldChunk
}

// heldChunk is a chunk that came before its row's head.
type heldChunk struct {
	key   []byte
	start catalog.AttrID
	value []byte // nil: nothing in it is wanted
}

// assembledBytesKept bounds the room that is kept from one wide row to the next.
const assembledBytesKept = 1 << 20

// NewAssembler makes an Assembler of rows with the attributes wanted. account
// bounds the bytes of a row; nil is no bound.
func NewAssembler(want Projection, reverse bool, account *limits.Account) *Assembler {
	return &Assembler{want: want, reverse: reverse, account: account}
}

// Close gives back what the account gave.
func (a *Assembler) Close() {
	a.account.Shrink(a.held)
	a.held = 0
}

// begin ends the use of the row before.
func (a *Assembler) begin() {
	a.Close()
	if a.cells.reset(); cap(a.out) > assembledBytesKept {
		a.out, a.cells = nil, cellWriter{}
	}
}

// grow accounts a chunk that is wanted.
func (a *Assembler) grow(chunk []byte) error {
	n := wideCopies * int64(len(chunk))
	if err := a.account.Grow(n); err != nil {
		return err
	}
	a.held += n
	return nil
}

// Add takes the next pair. ok says that with it a row is complete, which Key
// and Value then give: the pair itself if it is a plain row.
func (a *Assembler) Add(key, value []byte) (ok bool, err error) {
	var first byte
	if len(value) > 0 {
		first = value[0]
	}
	switch {
	case first == chunkVersion && a.reverse:
		return false, a.hold(key, value)
	case first == chunkVersion:
		return a.addChunk(key, value)
	case a.incomplete():
		if first == wideVersion && a.reverse {
			return true, a.headLast(key, value)
		}
		return false, a.End()
	case first == wideVersion && a.reverse:
		return false, corrupt("wide row without chunks")
	case first == wideVersion:
		a.begin()
		return false, a.headFirst(key, value)
	}
	a.key, a.value = key, value
	return true, nil
}

// Key is the key of the row that is complete, valid as long as that of the pair
// that completed it.
func (a *Assembler) Key() []byte { return a.key }

// Value is its value: as it is stored, or assembled. It is valid as Key is.
func (a *Assembler) Value() []byte { return a.value }

// End says that no pair of the row that has begun is to come: it is an error if
// there is such a row, since it is not complete.
func (a *Assembler) End() error {
	if a.incomplete() {
		return corrupt("chunks of a wide row are missing")
	}
	return nil
}

// incomplete reports that a row has begun that is not complete.
func (a *Assembler) incomplete() bool { return a.next < len(a.pieces) || len(a.chunks) > 0 }

// headFirst begins a wide row.
func (a *Assembler) headFirst(key, value []byte) (err error) {
	a.head, a.row = append(a.head[:0], value...), append(a.row[:0], key...)
	a.scales, a.pieces, err = parseHead(a.head)
	a.next = 0
	return err
}

// wanted reports whether chunk i has attributes that are wanted.
func (a *Assembler) wanted(i int) bool {
	if i+1 < len(a.pieces) {
		return a.want.within(a.pieces[i].start, a.pieces[i+1].start)
	}
	return a.want.within(a.pieces[i].start, 0)
}

// addChunk takes the next chunk of the row that has begun.
func (a *Assembler) addChunk(key, value []byte) (ok bool, err error) {
	row, start, ok := splitChunkKey(key)
	if !ok || a.next >= len(a.pieces) || a.pieces[a.next].start != start || !bytes.Equal(row, a.row) {
		return false, corrupt("chunk that belongs to no row")
	}
	if a.wanted(a.next) {
		if err := a.pieces[a.next].verify(value); err != nil {
			return false, err
		}
		if err := a.grow(value); err != nil {
			return false, err
		}
		if err := a.cells.addWanted(value, a.want); err != nil {
			return false, err
		}
	}
	if a.next++; a.next < len(a.pieces) {
		return false, nil
	}
	a.complete(a.row)
	return true, nil
}

// complete makes the row of what has been put together.
func (a *Assembler) complete(key []byte) {
	a.out = appendAssembled(a.out[:0], crc32.Checksum(a.head, castagnoli), a.scales, &a.cells)
	a.key, a.value = key, a.out
	clear(a.chunks)
	a.pieces, a.next, a.chunks = nil, 0, a.chunks[:0]
}

// hold keeps a chunk that comes before its head, if something in it may be
// wanted.
func (a *Assembler) hold(key, value []byte) error {
	row, start, ok := splitChunkKey(key)
	if !ok {
		return corrupt("chunk that belongs to no row")
	}
	c := heldChunk{key: bytes.Clone(row), start: start}
	end := catalog.AttrID(0)
	if len(a.chunks) == 0 {
		a.begin()
	}
	if n := len(a.chunks); n > 0 {
		end = a.chunks[n-1].start
		c.key = a.chunks[n-1].key
		if !bytes.Equal(row, c.key) {
			return corrupt("chunks of a wide row without its head")
		}
	}
	if a.want.within(start, end) {
		if err := a.grow(value); err != nil {
			return err
		}
		c.value = bytes.Clone(value)
	}
	a.chunks = append(a.chunks, c)
	return nil
}

// headLast completes the row whose chunks came before.
func (a *Assembler) headLast(key, value []byte) error {
	if err := a.headFirst(key, value); err != nil {
		return err
	}
	slices.Reverse(a.chunks)
	if len(a.chunks) != len(a.pieces) || !bytes.Equal(a.chunks[0].key, key) {
		return corrupt("chunks of a wide row are missing")
	}
	for i, c := range a.chunks {
		if c.start != a.pieces[i].start {
			return corrupt("chunk that belongs to no row")
		}
		if c.value == nil {
			continue
		}
		if err := a.pieces[i].verify(c.value); err != nil {
			return err
		}
		if err := a.cells.addWanted(c.value, a.want); err != nil {
			return err
		}
	}
	a.complete(key)
	return nil
}
