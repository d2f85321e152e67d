package rowenc

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// timedVersion is the first byte of a row whose cells have times.
const timedVersion = 2

// timeMax bounds times, in milliseconds of Unix time: ten thousand years.
const timeMax = 10_000 * 366 * 24 * 3600 * 1000

// History is the versions of a row's cells as a writer at one moment sees them,
// undecoded. It shares memory with the value that it was made from.
type History struct {
	versions []version // by rising attribute id, the newest first
}

// version is one version of an attribute.
type version struct {
	id   catalog.AttrID
	at   int64 // when it was written, milliseconds of Unix time
	tag  Tag
	data []byte
}

// HistoryOf collects what a writer at m keeps of a row.
func HistoryOf(value []byte, m *Moment) (*History, error) {
	var h header
	if err := openHeader(&h, value); err != nil {
		return nil, err
	}
	if !h.timed {
		h.at = m.since
	}
	hist := &History{}
	for {
		more, err := h.next()
		if err != nil || !more {
			return hist, err
		}
		if m.shows(&h) {
			hist.versions = append(hist.versions, version{catalog.AttrID(h.id), h.at, h.tag, h.data})
		}
	}
}

// of is the versions of one attribute, the newest first.
func (h *History) of(id catalog.AttrID) []version {
	if h == nil {
		return nil
	}
	from, found := slices.BinarySearchFunc(h.versions, id, func(v version, id catalog.AttrID) int {
		return compareCells(Cell{ID: v.id}, Cell{ID: id})
	})
	if !found {
		return nil
	}
	to := from + 1
	for to < len(h.versions) && h.versions[to].id == id {
		to++
	}
	return h.versions[from:to]
}

// TimedWrite is a write of a row that keeps times.
type TimedWrite struct {
	At int64 // when, from Moment.NextWrite
	// Set lists the attributes that it sets. The row's other cells keep their
	// versions; those that are not among its cells any more lose them all.
	Set []catalog.AttrID
	// Before is what the row was, nil for a new one.
	Before *History
	// Room is the bytes that the value should have at most, 0 for no bound: older
	// versions that make it longer are not kept, the oldest first. The newest are
	// kept whatever room they take.
	Room int64
}

// EncodeTimedRow is EncodeRow for a table whose rows keep times.
func EncodeTimedRow(dst []byte, key []datum.Datum, cells []Cell, w TimedWrite, m *Moment) ([]byte, error) {
	if !slices.IsSortedFunc(cells, compareCells) {
		slices.SortFunc(cells, compareCells)
	}
	slices.Sort(w.Set)
	list := make([]version, 0, len(cells))
	var scratch [512]byte
	payloads := scratch[:0]
	for _, c := range cells {
		if c.V.IsNull() {
			continue
		}
		before := w.Before.of(c.ID)
		if _, set := slices.BinarySearch(w.Set, c.ID); set || len(before) == 0 {
			start := len(payloads)
			var tag Tag
			var err error
			if payloads, tag, err = appendCell(payloads, c.V); err != nil {
				return nil, err
			}
			list = append(list, version{c.ID, w.At, tag, payloads[start:]})
			before = before[:min(len(before), m.kept()-1)]
		}
		list = append(list, before...)
	}
	var room [64]byte
	scales := appendScales(room[:0], key)
	if w.Room > 0 {
		list = fit(list, w.Room-int64(len(scales)), w.At)
	}
	return appendTimed(dst, w.At, scales, list)
}

// fit drops the oldest of the older versions in list until what is left takes
// at most room bytes in a row of time at.
func fit(list []version, room, at int64) []version {
	bytes := int64(1 + uvarintLen(uint64(at)) + uvarintLen(uint64(len(list))))
	var older []int // places in list
	last := catalog.AttrID(0)
	for i, v := range list {
		if v.id == last {
			older = append(older, i)
		}
		bytes += v.bytes(last, at)
		last = v.id
	}
	if bytes <= room {
		return list
	}
	slices.SortStableFunc(older, func(a, b int) int { return cmp.Compare(list[a].at, list[b].at) })
	for _, i := range older {
		if bytes <= room {
			break
		}
		bytes -= list[i].bytes(list[i].id, at)
		list[i].id = 0
	}
	return slices.DeleteFunc(list, func(v version) bool { return v.id == 0 })
}

// bytes is what a version takes behind one of attribute last, in a row of time at.
func (v *version) bytes(last catalog.AttrID, at int64) int64 {
	n := uvarintLen(uint64(v.id-last)) + 1 + uvarintLen(uint64(len(v.data))) + uvarintLen(uint64(at-v.at)) + len(v.data)
	return int64(n)
}

// appendTimed appends a timed row: scales is the stored display scales of its
// key, with their count; list its versions, by rising id, the newest first.
func appendTimed(dst []byte, at int64, scales []byte, list []version) ([]byte, error) {
	dst = binary.AppendUvarint(append(dst, timedVersion), uint64(at))
	dst = append(dst, scales...)
	return appendVersions(dst, at, list)
}

// appendVersions appends cells with their times, relative to at: their number,
// the header, the payloads.
func appendVersions(dst []byte, at int64, list []version) ([]byte, error) {
	dst = binary.AppendUvarint(dst, uint64(len(list)))
	last := version{}
	for _, v := range list {
		if v.at > at || v.id < last.id || v.id == 0 || v.id == last.id && v.at >= last.at {
			return nil, fmt.Errorf("rowenc: version of attribute %d at %d is out of order", v.id, v.at)
		}
		dst = binary.AppendUvarint(dst, uint64(v.id-last.id))
		dst = append(dst, byte(v.tag))
		dst = binary.AppendUvarint(dst, uint64(len(v.data)))
		dst = binary.AppendUvarint(dst, uint64(at-v.at))
		last = v
	}
	for _, v := range list {
		dst = append(dst, v.data...)
	}
	return dst, nil
}

// CellVersion is one version of an attribute's cell.
type CellVersion struct {
	At int64 // when it was written, milliseconds of Unix time; 0: not known
	V  datum.Datum
}

// Versions decodes the versions of an attribute that are seen at m, the newest
// first.
func Versions(value []byte, id catalog.AttrID, m *Moment) ([]CellVersion, error) {
	if gone, err := m.Gone(value); err != nil || gone {
		return nil, err
	}
	hist, err := HistoryOf(value, m)
	if err != nil {
		return nil, err
	}
	var out []CellVersion
	for _, v := range hist.of(id) {
		d, err := decodeCell(v.tag, v.data)
		if err != nil {
			return nil, err
		}
		out = append(out, CellVersion{At: v.at, V: d})
	}
	return out, nil
}

// identity is bytes that tell this state of a row from all others that it had
// and will have: the value itself, but of a timed row what flushes never take
// away, its time and the cells written then.
func identity(value []byte) ([]byte, error) {
	if len(value) == 0 || value[0] != timedVersion {
		return value, nil
	}
	at, err := new(Moment).rowTime(value)
	if err != nil {
		return nil, err
	}
	hist, err := HistoryOf(value, &Moment{cutoff: at})
	if err != nil {
		return nil, err
	}
	return appendTimed(nil, at, nil, hist.versions)
}

// Trim returns what a flush has to keep of a row so that no reader at m or
// later sees a difference: value itself if that is all of it. ok is false when
// nothing is left. What is neither a plain nor a timed row is kept, and so are
// damaged values, for readers to report.
func (m *Moment) Trim(value []byte) (kept []byte, ok bool) {
	if len(value) == 0 || value[0] != rowVersion && value[0] != timedVersion {
		return value, true
	}
	gone, err := m.Gone(value)
	if err != nil {
		return value, true
	}
	if gone {
		return nil, false
	}
	if value[0] != timedVersion {
		return value, true
	}
	var h header
	if openHeader(&h, value) != nil {
		return value, true
	}
	all := int(h.left)
	hist, err := HistoryOf(value, m)
	if err != nil || len(hist.versions) == all {
		return value, true
	}
	kept, err = appendTimed(make([]byte, 0, len(value)), h.rowAt, h.scales, hist.versions)
	if err != nil {
		return value, true
	}
	return kept, true
}
