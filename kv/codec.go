package kv

// Codec is how the layer above lays out the values of many rows together, so
// that an engine with blocks can keep them column by column. The engine stores
// and caches what Encode makes and knows nothing of its inside; an engine
// without blocks never calls it. Implementations are safe for concurrent use.
type Codec interface {
	// Encode appends to dst the layout of values, in their order, compressed as
	// the codec sees fit, and reports true. It reports false, with dst as it was,
	// when a value is not of its form: the engine then keeps all of them opaque.
	Encode(dst []byte, values [][]byte) ([]byte, bool)

	// Open reads a layout that Encode made. data stays unchanged for as long as
	// the Columns are used. Errors say what is malformed; the engine adds the
	// place. Open does little: columns are decoded when they are asked for.
	Open(data []byte) (Columns, error)

	// Trim is asked about every live row that a flush writes anew. It returns
	// the value to keep, which may be value itself, or false when nothing of the
	// row is left (all of it has expired). It must not make a difference that a
	// reader could see.
	Trim(key, value []byte) (kept []byte, ok bool)
}

// Columns is the values of one block as a Codec laid them out, safe for
// concurrent use. What more it offers (single columns as vectors, bounds) is
// between the codec and the reader who gets it in a Run.
type Columns interface {
	// Len is the number of values.
	Len() int
	// AppendValue appends value i byte for byte as Encode was given it.
	AppendValue(dst []byte, i int) ([]byte, error)
	// Memory is the bytes that it holds besides the data given to Open. It grows
	// as columns are decoded.
	Memory() int64
}
