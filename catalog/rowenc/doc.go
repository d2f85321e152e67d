// Package rowenc turns rows into keys and values of the store and back.
//
//	codec.go      one table's keys: encoding, ranges, decoding
//	keytype.go    which types can be key columns, and their key form
//	row.go        the value of a row: header and cells
//	cell.go       the bytes of one cell, by type
//	array.go      the bytes of an array
//	decoder.go    picks columns out of keys and values, into rows or vectors
//	size.go       sizes of rows in the table model's terms, and their limits
//	policy.go     where partitions may be split
//	column*.go    many rows by column, for the engine's blocks: see COLUMNS.md
//
// Of those, column.go is the codec and an open block, columnencode.go lays a
// block out, columnrow.go puts single rows together again and columnrun.go
// decodes columns of runs into vectors. columnhead.go, columntail.go and
// columndata.go are the parts of a block; columnints.go, columnfloats.go,
// columnstrings.go and columnpresence.go the encodings.
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
// attribute is NULL, so no cell is NULL. Version 2 is meant for rows that are
// chunked by attribute id.
//
// Damaged bytes give an error that matches kv.ErrCorrupt, never a panic.
package rowenc
