// Package rowenc turns rows into keys and values of the store and back.
//
//	codec.go      one table's keys: encoding, ranges, decoding
//	keytype.go    which types can be key columns, and their key form
//	row.go        the value of a row: header and cells
//	cell.go       the bytes of one cell, by type
//	array.go      the bytes of an array
//	cellwriter.go puts stored cells together anew
//	chunkkey.go   keys of the chunks of wide rows
//	widehead.go   what makes a row wide; the value of its own pair
//	widerow.go    a wide row under reading or change, chunk by chunk
//	widewrite.go  what has to be written of a changed one
//	assembler.go  the pairs of a scan put together into rows
//	projection.go which attributes a reader wants
//	timed.go      rows whose cells have times and older versions
//	retention.go  what of such rows is seen at a moment: ttl, max_versions
//	trimmer.go    what of them flushes erase
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
// attribute is NULL, so no cell is NULL.
//
// # Timed rows
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
// Times of one attribute differ, and none is later than the row's. A plain or
// wide row of such a table was written before it became one (catalog.Retention);
// its next write makes it timed. A timed row is one value, never wide.
//
// # Wide rows
//
// A row of more than 1,024 cells or 128 KiB is wide: its cells lie in chunks of
// about 512 cells or 32 KiB, each a pair of its own, so that one attribute is
// read or written with the head and one chunk. Pairs, in key order:
//
//	K                           head
//	K 02 start (4 bytes)        chunk: the attributes from id start on, up to the
//	...                         start of the next
//
// No key begins with another row's, so the chunks lie between K and the next
// row, in the row's partition. The head:
//
//	version      1 byte, 03
//	scales       as above
//	chunks       uvarint count, at least 1
//	directory    for each chunk: uvarint start minus the one before, uvarint
//	             number of cells, uvarint bytes of its value, 4 bytes CRC-32C of
//	             it, little endian
//
// A chunk is version 04, scales count 0, and cells as above; it is never empty,
// and start is at most the id of its first cell. Invariants:
//
//   - Every write of the row writes its head, which has the checksums of all
//     chunks: a write that goes for the row's key alone, and the checksum that
//     xmin is, need to look at nothing else.
//   - Head and chunks are written in one transaction that holds the row's lock.
//   - A changed chunk of more than 1,024 cells or 64 KiB is cut, unless it is
//     one cell; one of fewer than 128 cells and 8 KiB is joined with a
//     neighbour if both make one chunk; one without cells is removed. A row that
//     has at most 512 cells and 64 KiB left is a plain row again.
//
// A reader that asks for attributes of a wide row gets one value put together in
// memory of the chunks that these lie in: first byte FF, 4 bytes of the row's
// checksum, then as a plain row from the scales on. It is never stored.
//
// Damaged bytes give an error that matches kv.ErrCorrupt, never a panic.
package rowenc
