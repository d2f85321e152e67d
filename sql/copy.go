package sql

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/planner/exec"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// runCopy is COPY FROM STDIN and COPY TO STDOUT. STDIN and STDOUT are not
// checked against the direction, as in PostgreSQL.
func (s *Session) runCopy(ctx context.Context, n *ast.Copy, st statement, sink pgwire.Sink) error {
	if err := s.checkNotFailed(n); err != nil {
		return err
	}
	if n.File != nil || n.Program {
		return pgerr.Unsupported("COPY from or to a file or program of the server").
			WithHint("Use COPY … FROM STDIN or TO STDOUT: psql's \\copy does.")
	}
	o, err := newCopyOptions(n, st.script)
	if err != nil {
		return err
	}
	if _, err := s.storage(ctx); err != nil {
		return err
	}
	if n.From {
		return s.copyIn(ctx, n, o, st, sink)
	}
	return s.copyOut(ctx, n, o, st, sink)
}

// planCopyIn plans the INSERT of COPY FROM, again if the table was changed
// before it was held.
func (s *Session) planCopyIn(ctx context.Context, n *ast.Copy, o *copyOptions, st statement) (*planner.Plan, error) {
	for {
		env, _, err := s.planEnv(ctx, st.script)
		if err != nil {
			return nil, err
		}
		plan, err := planner.PlanCopyIn(env, n.Table, n.Columns)
		if err != nil {
			return nil, withoutPosition(err, true) // PostgreSQL gives none
		}
		if fresh, err := s.holdTables(ctx, s.tx, plan); err != nil || !fresh {
			return plan, err
		}
	}
}

// openFree lets the free attributes of a feed take values of any type.
func openFree(cols []planner.Column) {
	for i := range cols {
		if cols[i].TableOID == 0 && cols[i].T.OID != types.Text {
			cols[i].T = types.Of(types.Variant)
		}
	}
}

// copyIn feeds rows of the client's data to an INSERT.
func (s *Session) copyIn(ctx context.Context, n *ast.Copy, o *copyOptions, st statement, sink pgwire.Sink) error {
	if s.tx.readOnly {
		return pgerr.New(pgerr.ReadOnlySQLTransaction, "cannot execute COPY FROM in a read-only transaction")
	}
	plan, err := s.planCopyIn(ctx, n, o, st)
	if err != nil {
		return err
	}
	feed := plan.Root.(*planner.Insert).Source.(*planner.Feed)
	cols := slices.Clone(feed.Out)
	if !o.binary {
		openFree(feed.Out)
	}
	client, err := sink.CopyIn(len(cols), o.binary)
	if err != nil {
		return err
	}
	reader := &copySource{CopyReader: client}
	names := make([]string, len(cols))
	for i, c := range cols {
		names[i] = c.Name
	}
	in := &copyInput{s: s, src: reader, table: n.Table.Name.Object, cols: cols, o: o}
	maxRow := int(limits.MessageBytes.Value(s.engine.limits))
	switch {
	case o.binary:
		in.rows = newBinaryDecoder(reader, len(cols), maxRow)
	case o.csv:
		in.rows = newCSVDecoder(reader, o, names, maxRow)
	default:
		in.rows = newTextDecoder(reader, o, maxRow)
	}
	q, err := s.startQuery(ctx, &prepared{statement: st, plan: plan}, nil)
	if err != nil {
		return err
	}
	defer q.close()
	q.rt.NextRow = in.next
	if err := q.cursor.Run(); err != nil {
		return in.where(sqlError(ctx, err))
	}
	return sink.Complete("COPY " + strconv.FormatInt(q.rt.Affected, 10))
}

// copyInput turns fields into datums of the columns' types.
type copyInput struct {
	s       *Session
	src     *copySource
	table   string
	cols    []planner.Column
	o       *copyOptions
	rows    copyDecoder
	started bool
	row     datum.Row
	column  string // of the field at work, for the error's context
	value   string
	whole   bool // the error is about the line as a whole
	ended   bool
}

func (in *copyInput) next() (datum.Row, error) {
	if !in.started {
		in.started = true
		if in.o.header {
			if err := in.header(); err == io.EOF {
				in.ended = true
				return nil, nil
			} else if err != nil {
				return nil, err
			}
		}
	}
	in.column = ""
	fields, err := in.rows.next()
	if err == io.EOF {
		in.ended = true
		return nil, nil
	}
	if err != nil {
		if b, ok := in.rows.(*binaryDecoder); ok && b.inColumn {
			in.column = in.cols[b.column].Name
		}
		return nil, err
	}
	if len(fields) > len(in.cols) {
		if len(in.cols) == 0 && len(fields) == 1 && fields[0].text == "" {
			return datum.Row{}, nil
		}
		in.whole = true
		return nil, pgerr.New(pgerr.BadCopyFileFormat, "extra data after last expected column")
	}
	in.row = in.row[:0]
	for i, c := range in.cols {
		if i >= len(fields) {
			in.column, in.whole = "", true
			return nil, pgerr.New(pgerr.BadCopyFileFormat, "missing data for column %q", c.Name)
		}
		f := fields[i]
		if f.null {
			in.row = append(in.row, datum.Null)
			continue
		}
		in.column, in.value = c.Name, f.text
		if in.o.binary {
			d, err := decodeCopyField(c.T, f.raw)
			if err != nil {
				return nil, err
			}
			in.row = append(in.row, d)
			continue
		}
		if !utf8.ValidString(f.text) {
			return nil, pgerr.New(pgerr.CharacterNotInRepertoire, "invalid byte sequence for encoding \"UTF8\"")
		}
		d, err := in.parse(c, f.text)
		if err != nil && c.TableOID == 0 {
			// A free attribute has the type seen where the text reads as one: what
			// COPY TO wrote comes back as it was. Any other text is a text.
			d, err = types.ParseText(types.Text, f.text, -1, in.s.format)
		}
		if err != nil {
			return nil, err
		}
		in.row = append(in.row, d)
	}
	in.column = ""
	return in.row, nil
}

// parse reads a field of text. What is for _attributes is taken apart at once:
// its text is not made again.
func (in *copyInput) parse(c planner.Column, text string) (datum.Datum, error) {
	if c.Name == catalog.AttributesColumn {
		return types.NewJSONBTree(text)
	}
	return types.ParseText(c.T.OID, text, c.T.Mod, in.s.format)
}

// header reads the first line; HEADER MATCH asks for the columns' names in it.
func (in *copyInput) header() error {
	fields, err := in.rows.next()
	if err != nil || !in.o.headerMatch {
		return err
	}
	if len(fields) != len(in.cols) {
		return pgerr.New(pgerr.BadCopyFileFormat, "wrong number of fields in header line: got %d, expected %d", len(fields), len(in.cols))
	}
	for i, f := range fields {
		if f.text != in.cols[i].Name {
			return pgerr.New(pgerr.BadCopyFileFormat, "column name mismatch in header line field %d: got %q, expected %q", i+1, f.text, in.cols[i].Name)
		}
	}
	return nil
}

// where adds line and column to an error, as PostgreSQL's CONTEXT does.
func (in *copyInput) where(err error) error {
	pe, ok := err.(*pgerr.Error)
	if !ok || in.ended || in.src.failed == nil && pe.Code == pgerr.QueryCanceled {
		return err
	}
	line := in.rows.lineNumber()
	if in.src.failed != nil && !in.o.binary {
		line++ // it was the next line that did not come
	}
	if line == 0 {
		return err // before the first row
	}
	pe.Where = fmt.Sprintf("COPY %s, line %d", in.table, line)
	switch {
	case in.whole:
		pe.Where += fmt.Sprintf(": \"%s\"", cut(in.rows.lineText(), 100))
	case in.column != "" && in.o.binary:
		pe.Where += ", column " + in.column
	case in.column != "":
		pe.Where += fmt.Sprintf(", column %s: \"%s\"", in.column, cut(in.value, 100))
	}
	return pe
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

// copyOut runs a query and sends its rows.
func (s *Session) copyOut(ctx context.Context, n *ast.Copy, o *copyOptions, st statement, sink pgwire.Sink) error {
	query := statement{tree: n.Query, script: st.script, text: st.text}
	if n.Query == nil {
		var err error
		if query, err = tableQuery(n); err != nil {
			return err
		}
	}
	p, err := s.analyse(ctx, query, nil)
	if err != nil {
		return withoutPosition(err, n.Query == nil)
	}
	if p.columns == nil {
		return pgerr.New(pgerr.FeatureNotSupported, "COPY query must have a RETURNING clause")
	}
	q, err := s.startQuery(ctx, p, nil)
	if err != nil {
		return err
	}
	defer q.close()
	w, err := sink.CopyOut(len(p.columns), o.binary)
	if err != nil {
		return err
	}
	out := &copyOutput{w: w, o: o, cols: p.columns, format: s.format}
	if o.header {
		if err := out.header(); err != nil {
			return err
		}
	}
	rows, _, err := q.cursor.Fetch(out, 0)
	if err != nil {
		return err
	}
	if err := out.end(); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return sink.Complete("COPY " + strconv.Itoa(rows))
}

// tableQuery is the query of COPY table (columns) TO.
func tableQuery(n *ast.Copy) (statement, error) {
	cols := make([]string, len(n.Columns))
	for i, c := range n.Columns {
		cols[i] = quoteIdentifier(c)
	}
	list := strings.Join(cols, ", ")
	if len(cols) == 0 {
		list = "*"
	}
	name := quoteIdentifier(n.Table.Name.Object)
	if n.Table.Name.Schema != "" {
		name = quoteIdentifier(n.Table.Name.Schema) + "." + name
	}
	text := "SELECT " + list + " FROM " + name
	stmt, err := parser.ParseOne(text)
	return statement{tree: stmt.Tree, script: text, text: text}, err
}

// withoutPosition takes away a position that counts in a text of our own.
func withoutPosition(err error, own bool) error {
	if pe, ok := err.(*pgerr.Error); ok && own {
		pe.Position = 0
	}
	return err
}

// copyOutput formats rows; each is one message.
type copyOutput struct {
	w      pgwire.CopyWriter
	o      *copyOptions
	cols   []pgwire.Column
	format *types.Format
	begun  bool // the header of the binary format was sent
	line   []byte
	text   []byte
	row    datum.Row
}

var _ exec.Sink = (*copyOutput)(nil)

func (c *copyOutput) header() error {
	row := make(datum.Row, len(c.cols))
	for i, col := range c.cols {
		row[i] = types.NewText(col.Name)
	}
	forced := c.o.forceQuote
	c.o.forceQuote = nil
	defer func() { c.o.forceQuote = forced }()
	return c.Row(row)
}

// Row implements exec.Sink.
func (c *copyOutput) Row(r datum.Row) error {
	if c.o.binary {
		return c.binaryRow(r)
	}
	c.line = c.line[:0]
	for i, d := range r {
		if i > 0 {
			c.line = append(c.line, c.o.delimiter)
		}
		if d.IsNull() {
			c.line = append(c.line, c.o.null...)
			continue
		}
		c.text = types.AppendText(c.text[:0], d, c.format)
		if c.o.csv {
			force := c.o.forceQuote["*"] || c.o.forceQuote[c.cols[i].Name]
			c.line = appendCopyCSV(c.line, c.text, c.o, force, len(r) == 1)
		} else {
			c.line = appendCopyText(c.line, c.text, c.o)
		}
	}
	c.line = append(c.line, '\n')
	return c.w.Write(c.line)
}

// Batch implements exec.Sink.
func (c *copyOutput) Batch(b *datum.Batch) error {
	for i := range b.Rows() {
		c.row = b.Row(b.Index(i), c.row)
		if err := c.Row(c.row); err != nil {
			return err
		}
	}
	return nil
}
