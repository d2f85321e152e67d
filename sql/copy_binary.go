package sql

import (
	"encoding/binary"
	"io"

	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// copySignature begins the binary format (PostgreSQL documentation, COPY, "Binary Format").
const copySignature = "PGCOPY\n\xff\r\n\x00"

// copyHeader is the signature, no flags, and an extension of no bytes.
const copyHeader = copySignature + "\x00\x00\x00\x00\x00\x00\x00\x00"

// binaryDecoder reads COPY's binary format.
type binaryDecoder struct {
	data    *copyLines // used for its buffer only
	columns int
	started bool
	row     int
	fields  []copyField
	// inColumn tells that column is the one being read.
	inColumn bool
	column   int
}

func newBinaryDecoder(src pgwire.CopyReader, columns, maxRow int) *binaryDecoder {
	return &binaryDecoder{data: &copyLines{src: src, max: maxRow}, columns: columns}
}

func (d *binaryDecoder) lineNumber() int { return d.row }

func (d *binaryDecoder) lineText() string { return "" }

func badCopyData(format string, args ...any) error {
	return pgerr.New(pgerr.BadCopyFileFormat, format, args...)
}

// peek returns n bytes at an offset from the start of the row, which stays in
// the buffer until skip; io.EOF if the data ends before.
func (d *binaryDecoder) peek(offset, n int) ([]byte, error) {
	for len(d.data.buf)-d.data.pos < offset+n {
		if err := d.data.fill(); err != nil {
			return nil, err
		}
	}
	start := d.data.pos + offset
	return d.data.buf[start : start+n], nil
}

func (d *binaryDecoder) skip(n int) { d.data.pos += n }

// next implements copyDecoder.
func (d *binaryDecoder) next() ([]copyField, error) {
	if !d.started {
		d.started = true
		if err := d.header(); err != nil {
			return nil, err
		}
	}
	d.row++
	head, err := d.peek(0, 2)
	if err != nil {
		return nil, err // without an end mark the data may end here, too
	}
	count := int(int16(binary.BigEndian.Uint16(head)))
	if count == -1 {
		if _, err := d.peek(2, 1); err != io.EOF {
			if err == nil {
				err = badCopyData("received copy data after EOF marker")
			}
			return nil, err
		}
		return nil, io.EOF
	}
	if count != d.columns {
		return nil, badCopyData("row field count is %d, expected %d", count, d.columns)
	}
	return d.readFields()
}

// readFields first waits for the whole row, since the buffer moves as it fills.
func (d *binaryDecoder) readFields() ([]copyField, error) {
	end := 2
	d.inColumn = true
	for d.column = range d.columns {
		n, err := d.fieldSize(end)
		if err != nil {
			return nil, err
		}
		end += 4
		if n > 0 {
			if _, err := d.peek(end, n); err != nil {
				return nil, unexpectedEOF(err)
			}
			end += n
		}
	}
	d.inColumn = false
	row, err := d.peek(0, end)
	if err != nil {
		return nil, err
	}
	d.skip(end)
	d.fields = d.fields[:0]
	for rest := row[2:]; len(rest) > 0; {
		n := int(int32(binary.BigEndian.Uint32(rest)))
		rest = rest[4:]
		if n == -1 {
			d.fields = append(d.fields, copyField{null: true})
			continue
		}
		d.fields = append(d.fields, copyField{raw: rest[:n]})
		rest = rest[n:]
	}
	return d.fields, nil
}

func (d *binaryDecoder) fieldSize(offset int) (int, error) {
	head, err := d.peek(offset, 4)
	if err != nil {
		return 0, unexpectedEOF(err)
	}
	n := int(int32(binary.BigEndian.Uint32(head)))
	if n < -1 {
		return 0, badCopyData("invalid field size")
	}
	return n, nil
}

func unexpectedEOF(err error) error {
	if err == io.EOF {
		return badCopyData("unexpected EOF in COPY data")
	}
	return err
}

// header reads what precedes the rows.
func (d *binaryDecoder) header() error {
	missing := func(err error, what string) error {
		if err == io.EOF {
			return badCopyData("invalid COPY file header (missing %s)", what)
		}
		return err
	}
	signature, err := d.peek(0, len(copySignature))
	if err == io.EOF || err == nil && string(signature) != copySignature {
		return badCopyData("COPY file signature not recognized")
	}
	if err != nil {
		return err
	}
	d.skip(len(copySignature))
	word, err := d.peek(0, 4)
	if err != nil {
		return missing(err, "flags")
	}
	switch flags := binary.BigEndian.Uint32(word); {
	case flags&(1<<16) != 0:
		return badCopyData("invalid COPY file header (WITH OIDS)")
	case flags>>16 != 0:
		return badCopyData("unrecognized critical flags in COPY file header")
	}
	if word, err = d.peek(4, 4); err != nil {
		return missing(err, "length")
	}
	extension := int(int32(binary.BigEndian.Uint32(word)))
	if extension < 0 {
		return missing(io.EOF, "length")
	}
	if _, err := d.peek(8, extension); err != nil {
		if err == io.EOF {
			return badCopyData("invalid COPY file header (wrong length)")
		}
		return err
	}
	d.skip(8 + extension)
	return nil
}

// decodeCopyField makes a datum of a field in the binary format.
func decodeCopyField(t types.T, raw []byte) (datum.Datum, error) {
	d, err := types.DecodeBinary(t.OID, raw)
	if err != nil {
		return datum.Null, err
	}
	return types.ApplyTypmod(d, t.Mod, false)
}

// binaryRow formats a row; the first message begins with the header.
func (c *copyOutput) binaryRow(r datum.Row) error {
	c.begin()
	c.line = binary.BigEndian.AppendUint16(c.line, uint16(len(r)))
	for i, d := range r {
		if d.IsNull() {
			c.line = append(c.line, 0xff, 0xff, 0xff, 0xff)
			continue
		}
		start := len(c.line)
		c.line = append(c.line, 0, 0, 0, 0)
		if c.cols[i].Type.OID == types.Variant {
			c.line = types.AppendText(c.line, d, c.format)
		} else {
			var err error
			if c.line, err = types.AppendBinary(c.line, d); err != nil {
				return err
			}
		}
		binary.BigEndian.PutUint32(c.line[start:], uint32(len(c.line)-start-4))
	}
	return c.w.Write(c.line)
}

// begin starts a message of the binary format.
func (c *copyOutput) begin() {
	c.line = c.line[:0]
	if !c.begun {
		c.begun = true
		c.line = append(c.line, copyHeader...)
	}
}

// end sends the end mark of the binary format.
func (c *copyOutput) end() error {
	if !c.o.binary {
		return nil
	}
	c.begin()
	return c.w.Write(append(c.line, 0xff, 0xff))
}
