package sql

import (
	"strings"

	"github.com/sparrowdb/sparrow/pgwire"
)

// copyDecoder reads rows of COPY FROM.
type copyDecoder interface {
	// next returns the fields of the next row, valid until the following call,
	// or io.EOF.
	next() ([]copyField, error)
	// line is the line number for messages, from 1.
	lineNumber() int
	// lineText is the line that next took apart, for messages.
	lineText() string
}

// textDecoder reads COPY's text format.
type textDecoder struct {
	lines  *copyLines
	o      *copyOptions
	fields []copyField
	buf    []byte
	line   []byte
}

func newTextDecoder(src pgwire.CopyReader, o *copyOptions, maxRow int) *textDecoder {
	return &textDecoder{lines: &copyLines{src: src, max: maxRow}, o: o}
}

func (d *textDecoder) lineNumber() int { return d.lines.line }

func (d *textDecoder) lineText() string { return string(d.line) }

func (d *textDecoder) next() ([]copyField, error) {
	line, err := d.lines.next()
	if err != nil {
		return nil, err
	}
	// A backslash before the end of line is a literal line feed in the data.
	for oddBackslashes(line) {
		kept := append([]byte(nil), line...)
		rest, err := d.lines.next()
		if err != nil {
			break
		}
		d.lines.line--
		line = append(append(kept, '\n'), rest...)
	}
	d.line = line
	d.fields = d.fields[:0]
	start := 0
	for i := 0; ; i++ {
		if i < len(line) && line[i] == '\\' {
			i++
			continue
		}
		if i < len(line) && line[i] != d.o.delimiter {
			continue
		}
		end := min(i, len(line))
		d.fields = append(d.fields, d.field(line[start:end]))
		if i >= len(line) {
			return d.fields, nil
		}
		start = i + 1
	}
}

func oddBackslashes(line []byte) bool {
	n := 0
	for n < len(line) && line[len(line)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// field takes a raw field apart from its escapes. The NULL mark is compared
// before.
func (d *textDecoder) field(raw []byte) copyField {
	if string(raw) == d.o.null {
		return copyField{null: true}
	}
	text := string(raw)
	if strings.IndexByte(text, '\\') < 0 {
		return copyField{text: text}
	}
	d.buf = d.buf[:0]
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c != '\\' || i+1 == len(text) {
			d.buf = append(d.buf, c)
			continue
		}
		i++
		switch c = text[i]; c {
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'n':
			c = '\n'
		case 'r':
			c = '\r'
		case 't':
			c = '\t'
		case 'v':
			c = '\v'
		case '0', '1', '2', '3', '4', '5', '6', '7':
			v := int(c - '0')
			for n := 1; n < 3 && i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '7'; n++ {
				i++
				v = v*8 + int(text[i]-'0')
			}
			c = byte(v)
		case 'x':
			v, n := 0, 0
			for n < 2 && i+1 < len(text) && hexDigit(text[i+1]) >= 0 {
				i++
				n++
				v = v*16 + hexDigit(text[i])
			}
			if n > 0 {
				c = byte(v)
			}
		}
		d.buf = append(d.buf, c)
	}
	return copyField{text: string(d.buf)}
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// appendCopyText appends a field in text format.
func appendCopyText(dst []byte, text []byte, o *copyOptions) []byte {
	for _, c := range text {
		switch c {
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\f':
			dst = append(dst, '\\', 'f')
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		case '\v':
			dst = append(dst, '\\', 'v')
		case '\\':
			dst = append(dst, '\\', '\\')
		case o.delimiter:
			dst = append(dst, '\\', c)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
