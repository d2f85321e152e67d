// Package rowenc turns rows into keys and values of the store and back.
//
//	codec.go      one table's keys: encoding, ranges, decoding
//	keytype.go    which types can be key columns, and their key form
//	row.go        the value of a row: header and cells
//	cell.go       the bytes of one cell, by type
//	array.go      the bytes of an array
//	timed.go      rows whose cells have times and older versions
//	retention.go  what of such rows is seen at a moment: ttl, max_versions
//	trimmer.go    what of them flushes erase
//	decoder.go    picks columns out of keys and values, into rows or vectors
//	size.go       sizes of rows in the table model's terms, and their limits
//	policy.go     where partitions may be split
//
// # Keys
//
// The table's prefix (catalog/KEYS.md), then each key column by kv/keyenc, in
// key order: keys order as rows do in SQL.
//
// # Values
//
//	version      1 byte, 01
//	scales       uvarint count, then for each numeric key column its display
//	             scale as uvarint (the key keeps the number, not how it was written)
//	cells        uvarint count
//	header       for each cell, by rising attribute id:
//	             uvarint id minus the one before, 1 byte type tag, uvarint length
//	payloads     the cells' bytes, in the same order
//
// A reader walks the header and touches only the payloads it wants. An absent
// attribute is NULL, so no cell is NULL.
//
// Of a table that has, or once had, a ttl or more than one version:
//
//	version      1 byte, 02
//	time         uvarint: when the row was last written, milliseconds since 1970
//	scales       as above
//	cells        uvarint count of the versions of all cells
//	header       for each version, by rising attribute id and falling time:
//	             uvarint id minus the one before (0: an older version of the
//	             same attribute), 1 byte type tag, uvarint length, uvarint age:
//	             the row's time minus the version's
//	payloads     as above
//
// Times of one attribute differ, and none is later than the row's. A plain row
// of such a table was written before it became one (catalog.Retention).
//
// Damaged bytes give an error that matches kv.ErrCorrupt, never a panic.
package rowenc
