package exec

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
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
	single *datum.Batch       // for one row decoded by column
	want   rowenc.Projection  // attributes that the columns need
	keys   int                // key columns among the stored ones
	names  int                // bytes of the key columns' names
	runs   *rowenc.RunDecoder // of stretches; see appendRun
	asked  []rowenc.Column    // the stored columns
	values bool               // some column is made of a row's whole value
	value  []byte             // of a row of a stretch, put together
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
			d.want.All = d.want.All || c.Kind == planner.ScanAttributes
			d.values = d.values || c.Kind == planner.ScanXmin || c.Kind == planner.ScanAttributes
			continue
		}
		d.slots = append(d.slots, i)
	}
	for _, k := range t.PrimaryKey {
		d.names += len(t.Columns[k].Name)
	}
	d.stored, d.asked = rowenc.NewDecoder(d.codec, want), want
	d.stored.See(d.moment)
	d.want.IDs = d.stored.Attributes().IDs
	d.buf = make([]datum.Datum, len(want))
	return d
}

// timed reports that rows of the table are written with times. Where nothing is
// hidden, blocks of them are read as those of other tables: of each attribute
// they give the newest cell.
func (d *rowDecoder) timed() bool { return d.table.Options.Timed() }

// hides reports that rows of a run may be gone, or cells of them not seen: they
// have to be looked at one by one, and what their block says of all its cells
// says nothing of those that are seen.
func (d *rowDecoder) hides(run *kv.Run) bool {
	columns, ok := run.Columns.(*rowenc.Columns)
	return d.moment.Hides() && (!ok || d.moment.HidesIn(columns))
}

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

// decode fills row, which is not gone, one datum per scan column. It returns the
// bytes read in the table model's terms: the key and the attributes asked for.
// Like all that takes a value here it takes wide rows assembled (see whole).
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
	d.aim(b)
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

// appendRun appends the rows [from, from+n) of a run to a batch, those that are
// not gone.
func (d *rowDecoder) appendRun(b *datum.Batch, run *kv.Run, from, n int) (bytes int64, err error) {
	// The keys' share of these rows, so that the shares of a run add up.
	keyBytes := run.KeyBytes*int64(from+n)/int64(run.Rows) - run.KeyBytes*int64(from)/int64(run.Rows)
	if run.Columns == nil && run.Key == nil { // only counted
		b.N += n
		return d.withKeys(int64(n), keyBytes, 0), nil
	}
	if _, ok := run.Columns.(*rowenc.Columns); !ok || d.values || d.hides(run) {
		return d.appendRunRows(b, run, from, n)
	}
	if d.runs == nil {
		d.runs = rowenc.NewRunDecoder(d.codec, d.asked)
	}
	d.aim(b)
	if bytes, err = d.runs.AppendTo(run, from, n, d.vecs); err != nil {
		return 0, err
	}
	for _, at := range d.made {
		v, err := d.make(d.cols[at], nil)
		if err != nil {
			return 0, err
		}
		for range n {
			b.Cols[at].Append(v)
		}
	}
	b.N += n
	return d.withKeys(int64(n), keyBytes, bytes), nil
}

// appendRunRows is appendRun row by row.
func (d *rowDecoder) appendRunRows(b *datum.Batch, run *kv.Run, from, n int) (bytes int64, err error) {
	for i := from; i < from+n; i++ {
		value := run.Value
		if run.Columns != nil {
			if d.value, err = run.Columns.AppendValue(d.value[:0], run.ValueAt(i)); err != nil {
				return bytes, err
			}
			value = d.value
			if gone, err := d.gone(value); err != nil {
				return bytes, err
			} else if gone {
				continue
			}
		}
		more, err := d.appendTo(b, run.KeyAt(i), value)
		if err != nil {
			return bytes, err
		}
		bytes += more
	}
	return bytes, nil
}

// runBytes is what appendRun would return for the whole run.
func (d *rowDecoder) runBytes(run *kv.Run) (int64, error) {
	if d.runs == nil {
		d.runs = rowenc.NewRunDecoder(d.codec, d.asked)
	}
	bytes, err := d.runs.Bytes(run)
	return d.withKeys(int64(run.Rows), run.KeyBytes, bytes), err
}

// options says what a scan in runs may leave out: nothing where a row's value
// has to tell whether it is gone.
func (d *rowDecoder) options(n *planner.Scan) kv.RunOptions {
	if d.moment.Hides() {
		return kv.RunOptions{Reverse: n.Reverse}
	}
	return kv.RunOptions{Reverse: n.Reverse, CountOnly: len(d.cols) == 0 && n.Filter == nil, WithoutKeys: d.keys == 0 && !d.values}
}

// aim points vecs at the columns of a batch.
func (d *rowDecoder) aim(b *datum.Batch) {
	if d.vecs == nil {
		d.vecs = make([]*datum.Vector, len(d.slots))
	}
	for i, at := range d.slots {
		d.vecs[i] = b.Cols[at]
	}
}

// withKey completes the size of what was read: the model always counts the
// whole key. When the columns of it were not decoded, its stored length stands
// for the values'.
func (d *rowDecoder) withKey(key []byte, bytes int64) int64 {
	return d.withKeys(1, int64(len(key)), bytes)
}

// withKeys is withKey for rows whose keys have keyBytes together.
func (d *rowDecoder) withKeys(rows, keyBytes, bytes int64) int64 {
	if d.keys == d.codec.Columns() {
		return bytes
	}
	return bytes + keyBytes + rows*int64(d.names-catalog.TablePrefixBytes)
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

// rowVersion is what xmin shows: a checksum of the row's stored bytes. Clients
// use it as a concurrency token, for which equal content is the same version;
// unlike a commit timestamp it is known to RETURNING.
func rowVersion(value []byte) (datum.Datum, error) {
	v, err := rowenc.Version(value)
	return types.NewInt(types.Xid, int64(v)), err
}
