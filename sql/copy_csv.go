package sql

import (
	"io"

	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// csvDecoder reads COPY's csv format. Quoted fields may hold line ends.
type csvDecoder struct {
	lines   *copyLines
	o       *copyOptions
	columns []string // for FORCE NULL and FORCE NOT NULL
	fields  []copyField
	rec     []byte
}

func newCSVDecoder(src pgwire.CopyReader, o *copyOptions, columns []string, maxRow int) *csvDecoder {
	return &csvDecoder{lines: &copyLines{src: src, max: maxRow}, o: o, columns: columns}
}

func (d *csvDecoder) lineNumber() int { return d.lines.line }

func (d *csvDecoder) lineText() string { return string(d.rec) }

// record reads one record, quoted line ends included.
func (d *csvDecoder) record() ([]byte, error) {
	line, err := d.lines.next()
	if err != nil {
		return nil, err
	}
	open := d.open(false, line)
	if !open {
		return line, nil
	}
	rec := append([]byte(nil), line...)
	for open {
		if line, err = d.lines.next(); err == io.EOF {
			return nil, pgerr.New(pgerr.BadCopyFileFormat, "unterminated CSV quoted field")
		} else if err != nil {
			return nil, err
		}
		if len(rec) > d.lines.max {
			return nil, pgerr.New(pgerr.ProgramLimitExceeded, "row of COPY data is too long")
		}
		open = d.open(true, line)
		rec = append(append(rec, '\n'), line...)
	}
	return rec, nil
}

// open reports whether a quoted field goes on past the end of a line, which
// begins inside of one if in is true.
func (d *csvDecoder) open(in bool, line []byte) bool {
	for i := 0; i < len(line); i++ {
		c := line[i]
		if in && c == d.o.escape && c != d.o.quote {
			i++
		} else if c == d.o.quote {
			in = !in
		}
	}
	return in
}

func (d *csvDecoder) next() ([]copyField, error) {
	rec, err := d.record()
	if err != nil {
		return nil, err
	}
	d.rec = rec
	d.fields = d.fields[:0]
	var buf []byte
	quoted, in := false, false
	for i := 0; ; i++ {
		if i == len(rec) || !in && rec[i] == d.o.delimiter {
			d.fields = append(d.fields, d.field(string(buf), quoted))
			if i == len(rec) {
				return d.fields, nil
			}
			buf, quoted = buf[:0], false
			continue
		}
		c := rec[i]
		switch {
		case in && c == d.o.escape && i+1 < len(rec) && (rec[i+1] == d.o.quote || rec[i+1] == d.o.escape):
			i++
			buf = append(buf, rec[i])
		case c == d.o.quote:
			in, quoted = !in, true
		default:
			buf = append(buf, c)
		}
	}
}

// field decides between a value and NULL: only an unquoted NULL mark is NULL,
// unless FORCE options say otherwise.
func (d *csvDecoder) field(text string, quoted bool) copyField {
	name := ""
	if n := len(d.fields); n < len(d.columns) {
		name = d.columns[n]
	}
	if text != d.o.null {
		return copyField{text: text}
	}
	if quoted {
		return copyField{text: text, null: d.o.forceNull[name] || d.o.forceNull["*"]}
	}
	return copyField{text: text, null: !d.o.forceNotNull[name] && !d.o.forceNotNull["*"]}
}

// appendCopyCSV appends a field in csv format, quoted where it must be: alone
// in its row also \. , which would end the data.
func appendCopyCSV(dst []byte, text []byte, o *copyOptions, force, alone bool) []byte {
	quote := force || string(text) == o.null || alone && string(text) == `\.`
	for i := 0; i < len(text) && !quote; i++ {
		switch text[i] {
		case o.delimiter, o.quote, '\n', '\r':
			quote = true
		}
	}
	if !quote {
		return append(dst, text...)
	}
	dst = append(dst, o.quote)
	for _, c := range text {
		if c == o.quote || c == o.escape {
			dst = append(dst, o.escape)
		}
		dst = append(dst, c)
	}
	return append(dst, o.quote)
}
