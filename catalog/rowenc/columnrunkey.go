package rowenc

import (
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/keyenc"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// keyRun decodes the key columns of runs.
type keyRun struct {
	codec  *Codec
	keys   []int // by key column up to the last wanted one: its place among the columns, or -1
	names  []int64
	scaled bool // a numeric is among them
	scales *columnData
	scale  []*columnData
	opened *Columns // that scales are of
	ints   [][]int64
	strs   [][]string
}

func newKeyRun(d *Decoder) *keyRun {
	k := &keyRun{codec: d.codec, keys: d.keys[:d.last+1]}
	for i, at := range k.keys {
		n := int64(0)
		if at >= 0 {
			n = int64(d.cols[at].NameBytes)
		}
		k.names = append(k.names, n)
		k.scaled = k.scaled || d.codec.cols[i].form == keyDecimal
	}
	k.ints, k.strs = make([][]int64, len(k.keys)), make([][]string, len(k.keys))
	return k
}

// appendTo appends the key columns of the rows [from, from+n). What it has
// appended when it fails is the caller's to take back.
func (k *keyRun) appendTo(c *Columns, run *kv.Run, from, n int, vecs []*datum.Vector) (bytes int64, err error) {
	if err := k.openScales(c); err != nil {
		return 0, err
	}
	for i, at := range k.keys {
		k.ints[i], k.strs[i] = nil, nil
		if at < 0 {
			continue
		}
		switch k.codec.cols[i].form {
		case keyInt, keyTime, keyBool:
			k.ints[i] = vecs[at].GrowInts(n)
		case keyText, keyUUID, keyBytes, keyBlankPadded:
			k.strs[i] = vecs[at].GrowStrs(n)
		}
	}
	for row := range n {
		rest, err := k.codec.body(run.KeyAt(from + row))
		if err != nil {
			return 0, err
		}
		decimals := 0
		for i, at := range k.keys {
			col := &k.codec.cols[i]
			var v datum.Datum
			switch col.form {
			case keyInt:
				v.I, rest, err = keyenc.DecodeInt(rest)
			case keyTime:
				v.I, rest, err = keyenc.DecodeTime(rest)
			default:
				v, rest, err = decodeKeyValue(rest, col.form, col.t)
			}
			if err == nil && col.form == keyDecimal {
				err = k.rescale(&v, run.ValueAt(from+row), decimals)
				decimals++
			}
			switch {
			case err != nil:
				return 0, err
			case at < 0:
			case k.ints[i] != nil:
				k.ints[i][row] = v.I
				bytes += k.names[i] + keyNumberBytes(col.form)
			case k.strs[i] != nil:
				k.strs[i][row] = v.S
				bytes += k.names[i] + int64(len(v.S))
			default:
				vecs[at].Append(v)
				bytes += k.names[i] + ValueBytes(v)
			}
		}
	}
	return bytes, nil
}

// keyNumberBytes is ValueBytes of a key column of a fixed form.
func keyNumberBytes(form keyForm) int64 {
	if form == keyBool {
		return 1
	}
	return 8
}

// openScales opens what tells the display scales of numerics.
func (k *keyRun) openScales(c *Columns) (err error) {
	if !k.scaled || k.opened == c {
		return nil
	}
	k.opened, k.scale = nil, k.scale[:0]
	if k.scales, err = c.role(roleScales, 0); err != nil {
		return err
	}
	for i := 0; k.scales != nil; i++ {
		s, err := c.role(roleScale, i)
		if err != nil {
			return err
		}
		if s == nil {
			break
		}
		k.scale = append(k.scale, s)
	}
	if k.scales != nil && k.scales.cells != c.rows {
		return corrupt("scales of rows")
	}
	k.opened = c
	return nil
}

// rescale gives numeric number i of a key its display scale.
func (k *keyRun) rescale(v *datum.Datum, value, i int) error {
	if k.scales == nil || k.scales.ints.at(value) <= int64(i) || i >= len(k.scale) {
		return nil
	}
	cell, ok := k.scale[i].find(value)
	if !ok {
		return corrupt("scales of a row")
	}
	d, err := withScale(v.Decimal(), uint64(k.scale[i].ints.at(cell)))
	v.X = d
	return err
}

// bytes is the size of the key columns of a run. Keys are read only when the
// sizes of their values may differ.
func (k *keyRun) bytes(c *Columns, run *kv.Run) (bytes int64, err error) {
	fixed := int64(0)
	for i, at := range k.keys {
		if at < 0 {
			continue
		}
		switch form := k.codec.cols[i].form; form {
		case keyInt, keyTime, keyBool:
			fixed += k.names[i] + keyNumberBytes(form)
		case keyUUID:
			fixed += k.names[i] + 16
		default:
			return k.readBytes(c, run)
		}
	}
	return fixed * int64(run.Rows), nil
}

func (k *keyRun) readBytes(c *Columns, run *kv.Run) (bytes int64, err error) {
	if err := k.openScales(c); err != nil {
		return 0, err
	}
	for row := range run.Rows {
		rest, err := k.codec.body(run.KeyAt(row))
		if err != nil {
			return 0, err
		}
		decimals := 0
		for i, at := range k.keys {
			col := &k.codec.cols[i]
			var v datum.Datum
			if v, rest, err = decodeKeyValue(rest, col.form, col.t); err != nil {
				return 0, err
			}
			if col.form == keyDecimal {
				if err := k.rescale(&v, run.ValueAt(row), decimals); err != nil {
					return 0, err
				}
				decimals++
			}
			if at >= 0 {
				bytes += k.names[i] + ValueBytes(v)
			}
		}
	}
	return bytes, nil
}
