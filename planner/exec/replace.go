package exec

import "github.com/sparrowdb/sparrow/catalog/rowenc"

// replace puts the proposed row in the place of the stored one, whose other attributes
// go: REPLACE. The row is locked.
func (in *insert) replace(key, value []byte, proposed *storedRow) error {
	old, err := in.w.load(key, value)
	if err != nil {
		return err
	}
	err = old.each(func(c rowenc.Cell) error {
		in.w.count(c.ID, -1, -rowenc.ValueBytes(c.V))
		return nil
	})
	if err != nil {
		return err
	}
	if err := in.rt.Txn.Delete(in.rt.context(), key); err != nil {
		return err
	}
	if err := in.w.deleteChunks(key, old.chunks()); err != nil {
		return err
	}
	in.w.meterDelete(key, old)
	for _, c := range proposed.cells {
		in.w.count(c.ID, 1, rowenc.ValueBytes(c.V))
	}
	return in.reinsert(key, proposed)
}
