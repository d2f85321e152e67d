package exec

import (
	"hash/crc32"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// rowDecoder picks the columns of a scan out of stored rows.
type rowDecoder struct {
	rt     *Runtime
	table  *catalog.Table
	codec  *rowenc.Codec
	cols   []planner.ScanColumn
	stored *rowenc.Decoder
	moment rowenc.Moment // what the execution sees of the table's rows
	slots  []int         // stored column → scan column
	made   []int         // scan columns that are made, not stored
	buf    []datum.Datum
	vecs   []*datum.Vector
	keys   int // key columns among the stored ones
	names  int // bytes of the key columns' names
}

func newRowDecoder(rt *Runtime, t *catalog.Table, cols []planner.ScanColumn) *rowDecoder {
	d := &rowDecoder{rt: rt, table: t, codec: rowenc.NewCodec(t), cols: cols, moment: rt.momentOf(t)}
	var want []rowenc.Column
	for i, c := range cols {
		switch c.Kind {
		case planner.ScanKey:
			want = append(want, rowenc.Column{Key: c.Key, T: c.T, NameBytes: len(c.Name)})
			d.keys++
		case planner.ScanAttr:
			if c.Attr == 0 { // a name that only this statement brings
				d.made = append(d.made, i)
				continue
			}
			want = append(want, rowenc.Column{Attr: c.Attr, T: c.T, NameBytes: len(c.Name)})
		default:
			d.made = append(d.made, i)
			continue
		}
		d.slots = append(d.slots, i)
	}
	for _, k := range t.PrimaryKey {
		d.names += len(t.Columns[k].Name)
	}
	d.stored = rowenc.NewDecoder(d.codec, want)
	d.stored.See(d.moment)
	d.buf = make([]datum.Datum, len(want))
	return d
}

// timed reports that rows of the table carry times: their values have to be
// looked at one by one, and some of them may be gone.
func (d *rowDecoder) timed() bool { return d.table.Options.Timed() }

// gone reports that a stored row has expired: for the execution there is none.
func (d *rowDecoder) gone(value []byte) (bool, error) { return d.moment.Gone(value) }

// keysOnly reports that no column is asked for that lives in a row's value.
func (d *rowDecoder) keysOnly() bool {
	if d.moment.Hides() {
		return false
	}
	for _, c := range d.cols {
		if c.Kind != planner.ScanKey || c.T.OID == types.Numeric {
			return false
		}
	}
	return true
}

// decode fills row, which is not gone, one datum per scan column. It returns the bytes read in
// the table model's terms: the key and the attributes asked for.
func (d *rowDecoder) decode(key, value []byte, row datum.Row) (int64, error) {
	bytes, err := d.stored.Decode(key, value, d.buf)
	if err != nil {
		return 0, err
	}
	for i, at := range d.slots {
		row[at] = d.buf[i]
	}
	for _, at := range d.made {
		if row[at], err = d.make(d.cols[at], value); err != nil {
			return 0, err
		}
	}
	return d.withKey(key, bytes), nil
}

// appendTo appends a row that is not gone to a batch.
func (d *rowDecoder) appendTo(b *datum.Batch, key, value []byte) (int64, error) {
	if d.vecs == nil {
		d.vecs = make([]*datum.Vector, len(d.slots))
	}
	for i, at := range d.slots {
		d.vecs[i] = b.Cols[at]
	}
	bytes, err := d.stored.AppendTo(key, value, d.vecs)
	if err != nil {
		return 0, err
	}
	for _, at := range d.made {
		v, err := d.make(d.cols[at], value)
		if err != nil {
			return 0, err
		}
		b.Cols[at].Append(v)
	}
	b.N++
	return d.withKey(key, bytes), nil
}

// withKey completes the size of what was read: the model always counts the
// whole key. When the columns of it were not decoded, its stored length stands
// for the values'.
func (d *rowDecoder) withKey(key []byte, bytes int64) int64 {
	if d.keys == d.codec.Columns() {
		return bytes
	}
	return bytes + int64(d.names+len(key)-catalog.TablePrefixBytes)
}

// make computes a column that is not stored as such.
func (d *rowDecoder) make(c planner.ScanColumn, value []byte) (datum.Datum, error) {
	switch c.Kind {
	case planner.ScanTableOID:
		return types.NewOid(d.table.ID), nil
	case planner.ScanXmin:
		return rowVersion(value)
	case planner.ScanAttributes:
		return attributesObject(d.rt, d.table, value, &d.moment)
	}
	return datum.Null, nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// rowVersion is what xmin shows: a checksum of the row's stored bytes. Clients
// use it as a concurrency token, for which equal content is the same version;
// unlike a commit timestamp it is known to RETURNING. A flush that takes what
// has expired out of a row does not change it.
func rowVersion(value []byte) (datum.Datum, error) {
	id, err := rowenc.Identity(value)
	if err != nil {
		return datum.Null, err
	}
	return types.NewInt(types.Xid, int64(crc32.Checksum(id, castagnoli))), nil
}
