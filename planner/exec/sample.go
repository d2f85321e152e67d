package exec

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// Sample reads the first rows of each of some spans of a table: at most each rows of a span, all
// if each is 0. The row that emit gets is its own to keep.
func Sample(rt *Runtime, t *catalog.Table, cols []planner.ScanColumn, spans []kv.Span, each int, emit func(datum.Row) error) error {
	dec := newRowDecoder(rt, t, cols)
	for _, span := range spans {
		if err := sampleSpan(rt, dec, span, each, emit); err != nil {
			return err
		}
	}
	return nil
}

func sampleSpan(rt *Runtime, dec *rowDecoder, span kv.Span, each int, emit func(datum.Row) error) error {
	span, err := rowStart(rt, dec, span)
	if err != nil {
		return err
	}
	rows := scanRows(dec, span, kv.ScanOptions{})
	defer rows.Close()
	row := make(datum.Row, len(dec.cols))
	for n := 0; (each == 0 || n < each) && rows.Next(); n++ {
		if n%datum.BatchRows == 0 {
			if err := rt.interrupted(); err != nil {
				return err
			}
		}
		if err := rt.grow(rowSize(len(row))); err != nil {
			return err
		}
		if _, err := dec.stored.Decode(rows.Key(), rows.Value(), dec.buf); err != nil {
			return err
		}
		for i, slot := range dec.slots {
			row[slot] = dec.buf[i]
		}
		if err := emit(ownRow(row)); err != nil {
			return err
		}
	}
	return rows.Err()
}

// rowStart moves the start of a span behind the chunks of a wide row that it cuts.
func rowStart(rt *Runtime, dec *rowDecoder, span kv.Span) (kv.Span, error) {
	it := rt.Reader.Scan(rt.context(), span, kv.ScanOptions{KeysOnly: true})
	defer it.Close()
	for it.Next() {
		if !dec.codec.IsChunkKey(it.Key()) {
			span.Start = append([]byte(nil), it.Key()...)
			return span, nil
		}
	}
	span.End = span.Start
	return span, it.Err()
}
