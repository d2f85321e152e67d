package rowenc

import (
	"slices"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Column is a column that a Decoder picks out of rows.
type Column struct {
	// Key is the column's place in the key if Attr is 0.
	Key int
	// Attr is the attribute, declared or free; 0 for a key column.
	Attr catalog.AttrID
	// T is the type to give: cells of another type are converted as a cast
	// would, or are NULL if there is no cast. types.Variant gives each cell as
	// it is.
	T types.T
	// NameBytes is the length of the column's name, for sizes.
	NameBytes int
}

// Decoder decodes chosen columns of a table's rows. It keeps memory from row
// to row and belongs to one goroutine.
type Decoder struct {
	codec *Codec
	cols  []Column
	attrs []int // indexes into cols of attributes, by attribute id
	keys  []int // by key column: index into cols, or -1
	last  int   // last key column wanted; -1 for none
	row   []datum.Datum

	moment Moment
}

// NewDecoder makes a Decoder. A key column may be asked for once.
func NewDecoder(c *Codec, cols []Column) *Decoder {
	d := &Decoder{codec: c, cols: cols, last: -1, keys: make([]int, len(c.cols)), row: make([]datum.Datum, len(cols))}
	for i := range d.keys {
		d.keys[i] = -1
	}
	for i, col := range cols {
		if col.Attr != 0 {
			d.attrs = append(d.attrs, i)
			continue
		}
		d.keys[col.Key] = i
		d.last = max(d.last, col.Key)
	}
	slices.SortStableFunc(d.attrs, func(a, b int) int {
		return compareCells(Cell{ID: cols[a].Attr}, Cell{ID: cols[b].Attr})
	})
	return d
}

// See makes the decoder show rows as they are at m; without it, it shows the
// newest versions. Whether a row is gone is Moment.Gone's to say.
func (d *Decoder) See(m Moment) { d.moment = m }

// Decode fills into, one datum per column, absent attributes with NULL. bytes
// is the size of what was decoded in the table model's terms: names and values.
func (d *Decoder) Decode(key, value []byte, into []datum.Datum) (bytes int64, err error) {
	bytes, err = d.decodeKey(key, value, into)
	if err != nil || len(d.attrs) == 0 {
		return bytes, err
	}
	for _, i := range d.attrs {
		into[i] = datum.Null
	}
	var h header
	if err := openHeader(&h, value); err != nil {
		return 0, err
	}
	want := 0
	for want < len(d.attrs) {
		more, err := h.seen(&d.moment)
		if err != nil {
			return 0, err
		}
		if !more {
			break
		}
		id := catalog.AttrID(h.id)
		for want < len(d.attrs) && d.cols[d.attrs[want]].Attr < id {
			want++
		}
		for want < len(d.attrs) && d.cols[d.attrs[want]].Attr == id {
			col := d.attrs[want]
			v, err := decodeCell(h.tag, h.data)
			if err != nil {
				return 0, err
			}
			bytes += int64(d.cols[col].NameBytes) + ValueBytes(v)
			into[col] = convert(v, d.cols[col].T)
			want++
		}
	}
	return bytes, nil
}

func (d *Decoder) decodeKey(key, value []byte, into []datum.Datum) (bytes int64, err error) {
	if d.last < 0 {
		return 0, nil
	}
	rest, err := d.codec.body(key)
	if err != nil {
		return 0, err
	}
	scales := scaleReader{value: value}
	for k := 0; k <= d.last; k++ {
		col := &d.codec.cols[k]
		var v datum.Datum
		if v, rest, err = decodeKeyValue(rest, col.form, col.t); err != nil {
			return 0, err
		}
		if col.form == keyDecimal {
			if err := scales.apply(&v); err != nil {
				return 0, err
			}
		}
		if i := d.keys[k]; i >= 0 {
			into[i] = v
			bytes += int64(d.cols[i].NameBytes) + ValueBytes(v)
		}
	}
	return bytes, nil
}

// AppendTo appends the row's columns to vecs, one vector per column, of the
// columns' types. On an error nothing is appended.
func (d *Decoder) AppendTo(key, value []byte, vecs []*datum.Vector) (bytes int64, err error) {
	if bytes, err = d.Decode(key, value, d.row); err != nil {
		return 0, err
	}
	for i, v := range d.row {
		vecs[i].Append(v)
	}
	return bytes, nil
}

// convert gives a cell the type that its column has in the query.
func convert(v datum.Datum, t types.T) datum.Datum {
	if v.OID == t.OID || t.OID == types.Variant {
		return v
	}
	out, err := types.Cast(v, t, types.Assignment, types.DefaultFormat)
	if err != nil {
		return datum.Null
	}
	return out
}
