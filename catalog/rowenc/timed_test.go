package rowenc

import (
	"bytes"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// timedTable is a table of key k, which has these options, and whose attributes
// in notNull are NOT NULL.
func timedTable(ttl time.Duration, versions int, notNull ...catalog.AttrID) *catalog.Table {
	t := &catalog.Table{ID: 16400, PrimaryKey: []int{0}, Columns: []catalog.TableColumn{{Name: "k", T: types.Of(types.Numeric), NotNull: true}}}
	for _, id := range notNull {
		t.Columns = append(t.Columns, catalog.TableColumn{Name: "a" + strconv.Itoa(int(id)), ID: id, T: types.Of(types.Int8), NotNull: true})
	}
	t.Options = catalog.TableOptions{TTL: ttl, MaxVersions: versions}
	t.Options.Retain(catalog.TableOptions{}, time.UnixMilli(1))
	return t
}

// rowModel is what a row should be: the versions of each attribute, the newest
// first.
type rowModel struct {
	at    int64 // of its last write
	cells map[catalog.AttrID][]CellVersion
}

func (r *rowModel) gone(ttl, now int64) bool { return ttl > 0 && now-r.at > ttl }

// seen is the versions of an attribute that a reader sees.
func (r *rowModel) seen(id catalog.AttrID, table *catalog.Table, now int64) []CellVersion {
	ttl := table.Options.TTL.Milliseconds()
	if r.gone(ttl, now) {
		return nil
	}
	var out []CellVersion
	for i, v := range r.cells[id] {
		held := i == 0 && table.ColumnByID(id) >= 0
		if i < max(table.Options.MaxVersions, 1) && (ttl == 0 || held || now-v.At <= ttl) {
			out = append(out, v)
		}
	}
	return out
}

// write applies a write as the model sees it: what its writer sees stays.
func (r *rowModel) write(table *catalog.Table, at, now int64, set map[catalog.AttrID]datum.Datum) {
	after := map[catalog.AttrID][]CellVersion{}
	for id := range r.cells {
		if old := r.seen(id, table, now); len(old) > 0 {
			after[id] = old
		}
	}
	for id, v := range set {
		if v.IsNull() {
			delete(after, id)
			continue
		}
		list := append([]CellVersion{{At: at, V: v}}, after[id]...)
		after[id] = list[:min(len(list), max(table.Options.MaxVersions, 1))]
	}
	r.at, r.cells = at, after
}

// store applies a write to a stored row, as a writer does.
func store(t require.TestingT, m *Moment, old []byte, now int64, set map[catalog.AttrID]datum.Datum) []byte {
	key := []datum.Datum{mustNumeric("1.50")}
	w := TimedWrite{}
	var cells []Cell
	var err error
	if old != nil {
		cells, err = m.DecodeCells(nil, old)
		require.NoError(t, err)
		w.Before, err = HistoryOf(old, m)
		require.NoError(t, err)
	}
	w.At, err = m.NextWrite(old, time.UnixMilli(now))
	require.NoError(t, err)
	for id, v := range set {
		at := sort.Search(len(cells), func(i int) bool { return cells[i].ID >= id })
		if at < len(cells) && cells[at].ID == id {
			cells[at].V = v
		} else {
			cells = append(cells[:at], append([]Cell{{id, v}}, cells[at:]...)...)
		}
		w.Set = append(w.Set, id)
	}
	value, err := EncodeTimedRow(nil, key, cells, w, m)
	require.NoError(t, err)
	return value
}

func mustNumeric(s string) datum.Datum {
	v, err := types.ParseText(types.Numeric, s, -1, types.DefaultFormat)
	if err != nil {
		panic(err)
	}
	return v
}

const modelAttrs = 4

// agree checks all readers of a stored row against what is expected of them.
func agree(t require.TestingT, table *catalog.Table, value []byte, now int64, want *rowModel) {
	m := MomentOf(table, time.UnixMilli(now))
	gone, err := m.Gone(value)
	require.NoError(t, err)
	require.Equal(t, want.gone(table.Options.TTL.Milliseconds(), now), gone)
	if gone {
		return
	}
	codec := NewCodec(table)
	key, err := codec.EncodeKey(nil, nil, []datum.Datum{mustNumeric("1.50")})
	require.NoError(t, err)
	cols := []Column{{T: types.Of(types.Numeric)}}
	for id := catalog.AttrID(1); id <= modelAttrs; id++ {
		cols = append(cols, Column{Attr: id, T: types.Of(types.Variant)})
	}
	dec := NewDecoder(codec, cols)
	dec.See(m)
	row := make([]datum.Datum, len(cols))
	_, err = dec.Decode(key, value, row)
	require.NoError(t, err)
	require.Equal(t, "numeric 1.50", show(row[0]))
	cells, err := m.DecodeCells(nil, value)
	require.NoError(t, err)
	byID := map[catalog.AttrID]datum.Datum{}
	for _, c := range cells {
		require.NotContains(t, byID, c.ID)
		byID[c.ID] = c.V
	}
	for id := catalog.AttrID(1); id <= modelAttrs; id++ {
		versions, err := Versions(value, id, &m)
		require.NoError(t, err)
		expected := want.seen(id, table, now)
		require.Equal(t, expected, versions)
		newest := datum.Null
		if len(expected) > 0 {
			newest = expected[0].V
		}
		require.Equal(t, show(newest), show(row[id]))
		require.Equal(t, show(newest), show(byID[id]))
	}
}

// TestTimedRows writes rows at random times, with clocks that go back and forth,
// and compares what readers see with the model; at random points a flush trims
// one of two copies of the row, and nobody may notice.
func TestTimedRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ttl := time.Duration(rapid.SampledFrom([]int{0, 1, 50, 1000}).Draw(t, "ttl")) * time.Millisecond
		versions := rapid.IntRange(1, 4).Draw(t, "versions")
		if ttl == 0 && versions == 1 {
			versions = 2
		}
		var held []catalog.AttrID
		if rapid.Bool().Draw(t, "held") {
			held = append(held, 2)
		}
		table := timedTable(ttl, versions, held...)
		now, horizon := int64(5000), int64(0)
		var value, trimmed []byte
		model := &rowModel{}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			now = max(now+int64(rapid.SampledFrom([]int{-20, 0, 1, 30, 60, 2000}).Draw(t, "clock")), horizon)
			m := MomentOf(table, time.UnixMilli(now))
			if value != nil && model.gone(ttl.Milliseconds(), now) {
				value, trimmed, model = nil, nil, &rowModel{}
			}
			switch rapid.SampledFrom([]string{"write", "write", "trim", "versions"}).Draw(t, "op") {
			case "write":
				set := map[catalog.AttrID]datum.Datum{}
				for id := catalog.AttrID(1); id <= modelAttrs; id++ {
					switch n := rapid.IntRange(0, 9).Draw(t, "cell"); {
					case n < 3:
						set[id] = types.NewInt8(now*10 + int64(n))
					case n == 3:
						set[id] = types.NewText(fmt.Sprint("text ", now))
					case n == 4:
						set[id] = datum.Null
					}
				}
				if value == nil && len(held) > 0 {
					set[2] = types.NewInt8(7)
				}
				at, err := m.NextWrite(value, time.UnixMilli(now))
				require.NoError(t, err)
				require.GreaterOrEqual(t, at, now)
				value, trimmed = store(t, &m, value, now, set), store(t, &m, trimmed, now, set)
				model.write(table, at, now, set)
			case "trim":
				if value == nil {
					continue
				}
				horizon = max(horizon, now-int64(rapid.IntRange(0, 100).Draw(t, "margin")))
				h := MomentOf(table, time.UnixMilli(horizon))
				before, err := identity(trimmed)
				require.NoError(t, err)
				kept, ok := h.Trim(trimmed)
				if !ok {
					require.True(t, model.gone(ttl.Milliseconds(), now))
					value, trimmed, model = nil, nil, &rowModel{}
					continue
				}
				require.LessOrEqual(t, len(kept), len(trimmed))
				after, err := identity(kept)
				require.NoError(t, err)
				require.Equal(t, before, after)
				trimmed = kept
			case "versions":
				table.Options.MaxVersions = max(1, table.Options.MaxVersions-1)
			}
			if value == nil {
				continue
			}
			for _, later := range []int64{0, 1, 49, 50, 51, 1001} {
				agree(t, table, value, now+later, model)
				agree(t, table, trimmed, now+later, model)
			}
		}
	})
}

// TestTimedFormat shows the bytes of timed rows: lines "at N", then cells to set
// at that time, "id type text" or "id null"; below "seen" who sees what.
func TestTimedFormat(t *testing.T) {
	datadriven.RunTest(t, "testdata/timed", func(t *testing.T, d *datadriven.TestData) string {
		var ttl, versions int
		d.ScanArgs(t, "ttl", &ttl)
		d.ScanArgs(t, "versions", &versions)
		table := timedTable(time.Duration(ttl)*time.Millisecond, versions)
		var value []byte
		var out strings.Builder
		writes, readers, _ := strings.Cut(d.Input, "\nseen\n")
		for _, w := range strings.Split(writes, "at ")[1:] {
			lines := strings.Split(strings.TrimSpace(w), "\n")
			now, err := strconv.ParseInt(lines[0], 10, 64)
			require.NoError(t, err)
			set := map[catalog.AttrID]datum.Datum{}
			for _, line := range lines[1:] {
				id, rest, _ := strings.Cut(line, " ")
				n, err := strconv.Atoi(id)
				require.NoError(t, err)
				_, set[catalog.AttrID(n)] = parseTyped(t, rest)
			}
			m := MomentOf(table, time.UnixMilli(now))
			value = store(t, &m, value, now, set)
			fmt.Fprintf(&out, "%x\n", value)
		}
		for _, line := range strings.Fields(readers) {
			now, err := strconv.ParseInt(line, 10, 64)
			require.NoError(t, err)
			m := MomentOf(table, time.UnixMilli(now))
			kept, ok := m.Trim(value)
			fmt.Fprintf(&out, "%d:", now)
			for id := catalog.AttrID(1); id < 10; id++ {
				list, err := Versions(value, id, &m)
				require.NoError(t, err)
				for _, v := range list {
					fmt.Fprintf(&out, " %d=%s@%d", id, types.TextOf(v.V, types.DefaultFormat), v.At)
				}
			}
			if ok {
				fmt.Fprintf(&out, ", trimmed to %d bytes\n", len(kept))
			} else {
				fmt.Fprint(&out, " gone\n")
			}
		}
		return out.String()
	})
}

// TestMomentOfPlainRow: a row without times counts as written when the table
// became a timed one.
func TestMomentOfPlainRow(t *testing.T) {
	table := timedTable(100*time.Millisecond, 1)
	table.Options.TimedSince = 1000
	value, err := EncodeRow(nil, nil, []Cell{{1, types.NewInt8(1)}})
	require.NoError(t, err)
	for now, want := range map[int64]bool{1000: false, 1100: false, 1101: true} {
		m := MomentOf(table, time.UnixMilli(now))
		gone, err := m.Gone(value)
		require.NoError(t, err)
		require.Equal(t, want, gone, now)
		_, kept := m.Trim(value)
		require.Equal(t, !want, kept)
	}
}

// TestTrimmer: the margin, running statements, changed options, keys that are no
// row's.
func TestTrimmer(t *testing.T) {
	table := timedTable(time.Hour, 1)
	now := time.UnixMilli(0).Add(1000 * time.Hour)
	m := MomentOf(table, now)
	value := store(t, &m, nil, now.UnixMilli(), map[catalog.AttrID]datum.Datum{1: types.NewInt8(1)})
	key, err := NewCodec(table).EncodeKey(nil, nil, []datum.Datum{mustNumeric("1")})
	require.NoError(t, err)
	clock := now
	oldest := func() time.Time { return clock }
	trimmer := NewTrimmer(func() time.Time { return clock })
	kept := func() bool {
		clock = clock.Add(2 * trimLag)
		v, ok := trimmer.Trim(key, value)
		if ok {
			require.Equal(t, value, v)
		}
		return ok
	}
	clock = now.Add(24 * time.Hour)
	require.True(t, kept(), "not attached")
	trimmer.Attach(func(types.OID) (*catalog.Table, bool) { return table, true }, func() time.Time { return oldest() })
	clock = now.Add(119 * time.Minute)
	require.True(t, kept(), "within the margin")
	clock = now.Add(121 * time.Minute)
	require.False(t, kept())
	reader := now.Add(30 * time.Minute)
	oldest = func() time.Time { return reader }
	require.True(t, kept(), "somebody reads at an older moment")
	oldest = func() time.Time { return clock }
	changed := *table
	changed.Options.TTL = 30 * time.Minute
	changed.Options.Retain(table.Options, clock)
	table = &changed
	require.True(t, kept(), "somebody may know the older ttl")
	clock = clock.Add(time.Hour)
	require.False(t, kept())
	table.Options = catalog.TableOptions{}
	require.True(t, kept(), "the table never had options")
	v, ok := trimmer.Trim([]byte("x"), value)
	require.True(t, ok)
	require.Equal(t, value, v)
}

// TestRoom: a row keeps as many older versions as fit, the oldest go first, and
// the newest stay.
func TestRoom(t *testing.T) {
	table := timedTable(0, 1000)
	m := MomentOf(table, time.UnixMilli(1000))
	big := types.NewText(strings.Repeat("x", 1000))
	cells := []Cell{{ID: 1, V: big}, {ID: 2, V: types.NewInt8(7)}}
	for _, c := range []struct{ room, big, small int }{{0, 40, 40}, {1000, 1, 1}, {1, 1, 1}, {10_500, 10, 11}, {100_000, 40, 40}} {
		var value []byte
		for i := range 40 {
			at := int64(1000 + i)
			before, err := (*History)(nil), error(nil)
			if value != nil {
				before, err = HistoryOf(value, &m)
				require.NoError(t, err)
			}
			// Both are written in turn, so that they are as old.
			value, err = EncodeTimedRow(nil, nil, cells, TimedWrite{At: at, Set: []catalog.AttrID{1, 2}, Before: before, Room: int64(c.room)}, &m)
			require.NoError(t, err)
		}
		for id, want := range map[catalog.AttrID]int{1: c.big, 2: c.small} {
			list, err := Versions(value, id, &m)
			require.NoError(t, err)
			require.Len(t, list, want, "attribute %d with room for %d bytes", id, c.room)
			require.EqualValues(t, 1039, list[0].At)
		}
		if c.room > 1100 {
			require.LessOrEqual(t, len(value), c.room)
		}
	}
}

func FuzzTimedRow(f *testing.F) {
	table := timedTable(100*time.Millisecond, 3)
	for _, now := range []int64{1000, 1050, 2000} {
		m := MomentOf(table, time.UnixMilli(now))
		value := store(f, &m, nil, now, map[catalog.AttrID]datum.Datum{1: types.NewInt8(1), 300: types.NewText("x")})
		f.Add(value, now)
		f.Add(store(f, &m, value, now+20, map[catalog.AttrID]datum.Datum{1: types.NewInt8(2)}), now)
	}
	f.Fuzz(func(t *testing.T, value []byte, now int64) {
		m := MomentOf(table, time.UnixMilli(max(now%timeMax, 0)))
		gone, err := m.Gone(value)
		if len(value) > 0 && value[0] != rowVersion && value[0] != timedVersion {
			return
		}
		if err != nil {
			require.ErrorIs(t, err, kv.ErrCorrupt)
			return
		}
		cells, err := m.DecodeCells(nil, value)
		kept, ok := m.Trim(value)
		if gone {
			require.False(t, ok)
			return
		}
		require.True(t, ok)
		if err != nil {
			require.ErrorIs(t, err, kv.ErrCorrupt)
			return
		}
		again, err := m.DecodeCells(nil, kept)
		require.NoError(t, err)
		require.Len(t, again, len(cells))
		more, ok := m.Trim(kept)
		require.True(t, ok)
		require.True(t, bytes.Equal(kept, more))
	})
}
