// Package keyenc turns typed values into key bytes whose order under
// bytes.Compare is the natural order of the values.
//
// Every encoded value begins with a tag byte (see tag.go) and is self-delimiting,
// so a composite key is the concatenation of its columns, a prefix of columns is
// a prefix of bytes, and keys of different types never collide. Append functions
// add to a buffer; Decode functions take a value off the front and return the
// rest. Decoding hostile bytes gives an error that matches kv.ErrCorrupt; it
// never panics and allocates no more than a small multiple of its input.
//
// Two values that are equal for their type encode to the same bytes. For
// decimals this loses the scale: 1.5 and 1.50 are one key, decoded as 1.5. Who
// must give back the scale as written keeps it in the row.
//
// The package knows Go values only, no SQL types.
package keyenc
