package exec

import (
	"errors"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/fn"
)

// CellVersions calls emit for the versions of an attribute that the execution
// sees in the row of a stored key, the newest first. name is the attribute's,
// for metering.
func CellVersions(rt *Runtime, t *catalog.Table, key []byte, id catalog.AttrID, name string, emit func(fn.CellVersion) error) error {
	part := rt.Store.Locate(key)
	value, err := rt.Reader.Get(rt.context(), key)
	if errors.Is(err, kv.ErrNotFound) {
		rt.Meter.AddPointRead(part, 0)
		return nil
	}
	if err != nil {
		return err
	}
	if rowenc.IsWide(value) {
		if value, err = assemble(rt, rt.Reader, key, value, rowenc.Projection{IDs: []catalog.AttrID{id}}); err != nil {
			return err
		}
	}
	m := rt.momentOf(t)
	list, err := rowenc.Versions(value, id, &m)
	if err != nil {
		return err
	}
	bytes := int64(len(key) - catalog.TablePrefixBytes)
	for _, v := range list {
		bytes += rowenc.AttributeBytes(name, v.V)
	}
	rt.Meter.AddPointRead(part, bytes)
	for _, v := range list {
		out := fn.CellVersion{Value: v.V}
		if v.At != 0 {
			out.At = time.UnixMilli(v.At)
		}
		if err := emit(out); err != nil {
			return err
		}
	}
	return nil
}
