package pgwire

import "github.com/sparrowdb/sparrow/sql/datum"

// Sink takes what a statement produces, in the order of the calls. An error
// means that the client can't be reached any more, or that a value has no
// form to be sent in: the statement must end and return it.
type Sink interface {
	// Columns announces the rows that follow (simple protocol: RowDescription
	// is sent; extended protocol: nothing is, since Describe did it).
	Columns([]Column) error
	// Row sends one row. The values are not kept after the call returns.
	Row(datum.Row) error
	// Batch sends the selected rows of a batch, which is not kept either.
	Batch(*datum.Batch) error
	// Complete sends CommandComplete with the tag. It is called once, last.
	Complete(tag string) error
	// CopyIn starts COPY FROM STDIN with that many columns and returns the
	// reader of the raw data. After its io.EOF the statement goes on to
	// Complete.
	CopyIn(columns int, binary bool) (CopyReader, error)
	// CopyOut starts COPY TO STDOUT and returns the writer of the raw data.
	CopyOut(columns int, binary bool) (CopyWriter, error)
}

// CopyReader gives the bytes of CopyData messages, one message a call.
// Messages need not end where rows do.
type CopyReader interface {
	// Next returns the next message's data, valid until the next call, or
	// io.EOF at CopyDone. CopyFail is a 57014 error, a message that has no
	// place there 08P01.
	Next() ([]byte, error)
}

// CopyWriter takes rows of COPY TO STDOUT.
type CopyWriter interface {
	// Write sends one CopyData message, which is one row (binary: or the header
	// or trailer). The bytes are not kept.
	Write(row []byte) error
	// Close sends CopyDone.
	Close() error
}
