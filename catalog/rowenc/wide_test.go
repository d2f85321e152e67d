package rowenc

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// wideStore is the pairs of one row, as a store would hold them.
type wideStore struct {
	row     []byte // key
	value   []byte
	chunks  map[catalog.AttrID][]byte
	fetched int
}

func (s *wideStore) fetch(starts []catalog.AttrID) ([][]byte, error) {
	values := make([][]byte, len(starts))
	for i, at := range starts {
		values[i] = s.chunks[at]
	}
	s.fetched += len(starts)
	return values, nil
}

// write applies what an encoded row says.
func (s *wideStore) write(t require.TestingT, e WideWrite) {
	s.value = bytes.Clone(e.Value)
	for _, d := range e.Deletes {
		require.Contains(t, s.chunks, d)
		delete(s.chunks, d)
	}
	for _, p := range e.Puts {
		_, there := s.chunks[p.Start]
		require.Equal(t, !there, p.New, "chunk %d", p.Start)
		s.chunks[p.Start] = bytes.Clone(p.Value)
	}
}

// pairs lists what a scan over the row gives, forwards.
func (s *wideStore) pairs() (keys, values [][]byte) {
	keys, values = [][]byte{s.row}, [][]byte{s.value}
	for _, start := range slices.Sorted(maps.Keys(s.chunks)) {
		keys, values = append(keys, AppendChunkKey(nil, s.row, start)), append(values, s.chunks[start])
	}
	return keys, values
}

// check holds the invariants of a stored row, and what it has against a model.
func (s *wideStore) check(t require.TestingT, model map[catalog.AttrID]datum.Datum, key []datum.Datum) {
	if !IsWide(s.value) {
		require.Empty(t, s.chunks)
		s.same(t, model, s.value)
		require.LessOrEqual(t, len(model), wideCells)
		return
	}
	_, pieces, err := parseHead(s.value)
	require.NoError(t, err)
	require.Len(t, s.chunks, len(pieces))
	cells := 0
	for i, p := range pieces {
		value := s.chunks[p.start]
		require.NoError(t, p.verify(value))
		var h header
		require.NoError(t, openChunk(&h, value))
		list, err := takeApart(&h)
		require.NoError(t, err)
		require.Len(t, list, p.cells)
		require.NotEmpty(t, list)
		require.LessOrEqual(t, p.start, list[0].id)
		if i+1 < len(pieces) {
			require.Less(t, list[len(list)-1].id, pieces[i+1].start)
		}
		require.True(t, p.cells == 1 || p.cells <= chunkCellsMax && p.bytes <= chunkBytesMax, "%d cells, %d bytes", p.cells, p.bytes)
		cells += p.cells
	}
	require.Len(t, model, cells)
	require.Greater(t, cells, 1)

	w, err := OpenWide(s.value, s.fetch, nil)
	require.NoError(t, err)
	all, err := w.Assemble(AllAttributes)
	require.NoError(t, err)
	s.same(t, model, all)
	require.Equal(t, versionOf(t, s.value), versionOf(t, all))
	keys, values := s.pairs()
	require.Equal(t, all, assembled(t, keys, values, AllAttributes, false))
	slices.Reverse(keys)
	slices.Reverse(values)
	require.Equal(t, all, assembled(t, keys, values, AllAttributes, true))
}

// same holds the cells of a value against a model.
func (s *wideStore) same(t require.TestingT, model map[catalog.AttrID]datum.Datum, value []byte) {
	cells, err := DecodeCells(nil, value)
	require.NoError(t, err)
	require.Len(t, cells, len(model))
	require.True(t, slices.IsSortedFunc(cells, compareCells))
	for _, c := range cells {
		require.Equal(t, model[c.ID], c.V)
	}
}

func versionOf(t require.TestingT, value []byte) uint32 {
	v, err := Version(value)
	require.NoError(t, err)
	return v
}

// assembled runs the pairs of one row through an Assembler.
func assembled(t require.TestingT, keys, values [][]byte, want Projection, reverse bool) []byte {
	account := limits.NewAccount("test", nil, nil)
	a := NewAssembler(want, reverse, account)
	var out []byte
	for i := range keys {
		key, value := bytes.Clone(keys[i]), bytes.Clone(values[i])
		ok, err := a.Add(key, value)
		require.NoError(t, err)
		require.Equal(t, i == len(keys)-1, ok)
		if ok {
			require.Equal(t, "row", string(a.Key()[:3]))
			require.Len(t, a.Key(), min(len(keys[0]), len(keys[len(keys)-1])))
			out = bytes.Clone(a.Value())
			continue
		}
		require.ErrorIs(t, a.End(), kv.ErrCorrupt)
		clear(key) // an iterator's memory is its own
		clear(value)
	}
	a.Close()
	require.Zero(t, account.Used())
	return out
}

func TestWideRowsAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &wideStore{row: []byte("row"), chunks: map[catalog.AttrID][]byte{}}
		key := []datum.Datum{types.NewInt8(1)}
		model := map[catalog.AttrID]datum.Datum{}
		ids := rapid.SampledFrom([]int{40, 3000, 1 << 30}).Draw(t, "ids")
		sizes := rapid.SampledFrom([][2]int{{0, 8}, {0, 400}, {0, 70000}}).Draw(t, "sizes")
		writes := rapid.IntRange(1, 6).Draw(t, "writes")
		var err error
		s.value, err = EncodeRow(nil, key, nil)
		require.NoError(t, err)
		for range writes {
			n := rapid.SampledFrom([]int{1, 3, 30, 700, 1500}).Draw(t, "cells")
			if sizes[1] > 1000 {
				n = min(n, 30)
			}
			first := rapid.IntRange(1, ids).Draw(t, "first")
			step := rapid.SampledFrom([]int{1, 7, max(ids/n, 1)}).Draw(t, "step")
			remove := rapid.IntRange(0, 3).Draw(t, "remove")
			size := rapid.IntRange(sizes[0], sizes[1]).Draw(t, "size")
			change := map[catalog.AttrID]datum.Datum{}
			for i := range n {
				id := catalog.AttrID((first+i*step)%ids + 1)
				switch {
				case remove == 3, remove == 2 && i%2 == 0:
					change[id] = datum.Null
				case i%3 == 0:
					change[id] = types.NewInt8(int64(i))
				default:
					change[id] = types.NewText(strings.Repeat("x", (size+i)%(sizes[1]+1)))
				}
			}
			before := s.value
			s.change(t, key, model, change)
			s.check(t, model, key)
			if IsWide(before) && IsWide(s.value) && len(change) > 0 {
				for id, v := range change {
					w, err := OpenWide(s.value, s.fetch, nil)
					require.NoError(t, err)
					got, err := w.Cell(id)
					require.NoError(t, err)
					require.Equal(t, v, got)
					break
				}
			}
		}
		s.project(t, model, rapid.SliceOfN(rapid.IntRange(1, ids+1), 0, 5).Draw(t, "wanted"))
		s.move(t, key, model)
	})
}

// change writes some attributes as exec does.
func (s *wideStore) change(t require.TestingT, key []datum.Datum, model, change map[catalog.AttrID]datum.Datum) {
	var w *WideRow
	var err error
	if IsWide(s.value) {
		w, err = OpenWide(s.value, s.fetch, nil)
		require.NoError(t, err)
	}
	for id, v := range change {
		if v.IsNull() {
			delete(model, id)
		} else {
			model[id] = v
		}
		if w != nil {
			require.NoError(t, w.Set(id, v))
		}
	}
	if w == nil {
		var cells []Cell
		for id, v := range model {
			cells = append(cells, Cell{ID: id, V: v})
		}
		s.value, err = EncodeRow(nil, key, cells)
		require.NoError(t, err)
		if w, err = Widen(s.value); w == nil {
			require.NoError(t, err)
			return
		}
	}
	e, err := w.Encode(key, false)
	require.NoError(t, err)
	all, err := w.Assemble(AllAttributes)
	require.NoError(t, err)
	s.same(t, model, all)
	s.write(t, e)
	require.Equal(t, versionOf(t, s.value), versionOf(t, all))
}

// project reads some attributes, each way.
func (s *wideStore) project(t require.TestingT, model map[catalog.AttrID]datum.Datum, wanted []int) {
	if !IsWide(s.value) {
		return
	}
	var want Projection
	expect := map[catalog.AttrID]datum.Datum{}
	for _, id := range wanted {
		want = want.With(catalog.AttrID(id))
		if v, ok := model[catalog.AttrID(id)]; ok {
			expect[catalog.AttrID(id)] = v
		}
	}
	w, err := OpenWide(s.value, s.fetch, nil)
	require.NoError(t, err)
	s.fetched = 0
	some, err := w.Assemble(want)
	require.NoError(t, err)
	require.LessOrEqual(t, s.fetched, len(want.IDs))
	s.same(t, expect, some)
	keys, values := s.pairs()
	require.Equal(t, some, assembled(t, keys, values, want, false))
	slices.Reverse(keys)
	slices.Reverse(values)
	require.Equal(t, some, assembled(t, keys, values, want, true))
}

// move gives the row another key.
func (s *wideStore) move(t require.TestingT, key []datum.Datum, model map[catalog.AttrID]datum.Datum) {
	if !IsWide(s.value) {
		return
	}
	w, err := OpenWide(s.value, s.fetch, nil)
	require.NoError(t, err)
	e, err := w.Encode(key, true)
	require.NoError(t, err)
	require.ElementsMatch(t, slices.Collect(maps.Keys(s.chunks)), e.Deletes)
	moved := &wideStore{row: []byte("row moved"), chunks: map[catalog.AttrID][]byte{}}
	e.Deletes = nil
	moved.write(t, e)
	moved.check(t, model, key)
}

// wideOf makes a wide row of n attributes, from 1 on.
func wideOf(t require.TestingT, n int) *wideStore {
	s := &wideStore{row: []byte("row"), chunks: map[catalog.AttrID][]byte{}}
	change := map[catalog.AttrID]datum.Datum{}
	for i := range n {
		change[catalog.AttrID(i+1)] = types.NewText(fmt.Sprintf("value %d", i+1))
	}
	s.change(t, nil, map[catalog.AttrID]datum.Datum{}, change)
	return s
}

func TestOneAttributeOfMany(t *testing.T) {
	s := wideOf(t, 100000)
	require.Less(t, len(s.value), 4<<10)
	w, err := OpenWide(s.value, s.fetch, nil)
	require.NoError(t, err)
	v, err := w.Cell(54321)
	require.NoError(t, err)
	require.Equal(t, "value 54321", v.S)
	require.NoError(t, w.Set(54321, types.NewText("other")))
	e, err := w.Encode(nil, false)
	require.NoError(t, err)
	require.Equal(t, 1, s.fetched)
	require.Len(t, e.Puts, 1)
	require.Empty(t, e.Deletes)
	require.Less(t, len(e.Puts[0].Value), 32<<10)
	require.NotEqual(t, versionOf(t, s.value), versionOf(t, e.Value))
}

func TestDamagedWideRows(t *testing.T) {
	s := wideOf(t, 5000)
	for i := range s.value[1:] {
		bad := bytes.Clone(s.value)
		bad[i+1] ^= 0x55
		w, err := OpenWide(bad, s.fetch, nil)
		if err == nil {
			_, err = w.Assemble(AllAttributes)
		}
		require.ErrorIs(t, err, kv.ErrCorrupt, "byte %d", i+1)
		_, err = OpenWide(s.value[:i+1], s.fetch, nil)
		require.ErrorIs(t, err, kv.ErrCorrupt, "cut at %d", i+1)
	}
	keys, values := s.pairs()
	for _, reverse := range []bool{false, true} {
		for gone := range keys {
			k, v := slices.Delete(slices.Clone(keys), gone, gone+1), slices.Delete(slices.Clone(values), gone, gone+1)
			if reverse {
				slices.Reverse(k)
				slices.Reverse(v)
			}
			k, v = append(k, []byte("sibling")), append(v, []byte{rowVersion, 0, 0})
			a := NewAssembler(AllAttributes, reverse, nil)
			var err error
			for i := 0; i < len(k) && err == nil; i++ {
				_, err = a.Add(k[i], v[i])
			}
			require.ErrorIs(t, err, kv.ErrCorrupt, "without pair %d", gone)
		}
	}
	_, err := DecodeCells(nil, s.value)
	require.ErrorContains(t, err, "without its chunks")
	_, err = DecodeCells(nil, values[1])
	require.ErrorIs(t, err, kv.ErrCorrupt)
}

func TestChunkKeys(t *testing.T) {
	int8s := &catalog.Table{ID: 16400, Columns: []catalog.TableColumn{{Name: "k", T: types.Of(types.Int8)}}, PrimaryKey: []int{0}}
	pair := &catalog.Table{ID: 16400, Columns: []catalog.TableColumn{{Name: "a", T: types.Of(types.Text)}, {Name: "b", T: types.Of(types.Numeric)}}, PrimaryKey: []int{0, 1}}
	rapid.Check(t, func(t *rapid.T) {
		codec, key := NewCodec(int8s), []datum.Datum{types.NewInt8(rapid.Int64().Draw(t, "k"))}
		other := []datum.Datum{types.NewInt8(rapid.Int64().Draw(t, "other"))}
		if rapid.Bool().Draw(t, "pair") {
			codec = NewCodec(pair)
			key = []datum.Datum{types.NewText(rapid.String().Draw(t, "a")), types.NewNumeric(apd.New(rapid.Int64().Draw(t, "b"), -2))}
			other = []datum.Datum{types.NewText(rapid.String().Draw(t, "a")), types.NewNumeric(apd.New(rapid.Int64().Draw(t, "b"), -2))}
		}
		row, err := codec.AppendKeyPrefix(nil, key)
		require.NoError(t, err)
		next, err := codec.AppendKeyPrefix(nil, other)
		require.NoError(t, err)
		chunk := AppendChunkKey(nil, row, catalog.AttrID(rapid.Uint32().Draw(t, "start")))
		require.False(t, codec.IsChunkKey(row))
		require.True(t, codec.IsChunkKey(chunk))
		require.False(t, codec.IsChunkKey(chunk[:len(chunk)-1]))
		require.Less(t, string(row), string(chunk))
		if bytes.Compare(row, next) < 0 {
			require.Less(t, string(chunk), string(next))
		}
		require.Equal(t, SplitPolicy{}.PrefixLen(row), SplitPolicy{}.PrefixLen(chunk))
		span, err := codec.Span(Bound{Values: key, Inclusive: true}, Bound{Values: key, Inclusive: true})
		require.NoError(t, err)
		require.True(t, span.Contains(chunk))
		span, err = codec.Span(Bound{Values: key}, Bound{})
		require.NoError(t, err)
		require.False(t, span.Contains(chunk))
		into := make([]datum.Datum, codec.Columns())
		require.ErrorIs(t, codec.DecodeKey(chunk, nil, into), kv.ErrCorrupt)
	})
	// The tag's byte inside of a key is no chunk.
	codec := NewCodec(int8s)
	row, err := codec.AppendKeyPrefix(nil, []datum.Datum{types.NewInt8(2 << 32)})
	require.NoError(t, err)
	require.Equal(t, byte(2), row[len(row)-chunkKeyBytes])
	require.False(t, codec.IsChunkKey(row))
	require.Equal(t, uint32(7), binary.BigEndian.Uint32(AppendChunkKey(nil, row, 7)[len(row)+1:]))
}
