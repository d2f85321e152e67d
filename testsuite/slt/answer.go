package slt

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sparrowdb/sparrow/sql/types"
)

// Answer is what a server said to one record.
type Answer struct {
	Types []string
	Rows  []string
	Tag   string
	Err   *pgconn.PgError
}

var typeNames = pgtype.NewMap()

// typeName is the name of a type for scripts.
func typeName(oid uint32) string {
	if info := types.Lookup(types.OID(oid)); info != nil {
		return info.Name
	}
	if t, ok := typeNames.TypeForOID(oid); ok {
		return t.Name
	}
	if oid >= uint32(types.FirstUserOID) {
		return "user" // of a statement's making: the numbers differ
	}
	return fmt.Sprint(oid)
}

// partitionID is how EXPLAIN ANALYZE names a partition; the number depends on
// what the server did before.
var partitionID = regexp.MustCompile(`^Partition \d+:`)

// row renders one row: fields with " | " between, NULL as NULL, the empty
// string as (empty), a row of no fields as (no fields), line ends and backslashes
// escaped.
func row(fields []pgconn.FieldDescription, values [][]byte, f *types.Format) (string, error) {
	if len(values) == 0 {
		return "(no fields)", nil
	}
	out := make([]string, len(values))
	for i, v := range values {
		if v == nil {
			out[i] = "NULL"
			continue
		}
		text := string(v)
		if fields[i].Format == 1 {
			oid := types.OID(fields[i].DataTypeOID)
			decode := func() (types.Value, error) { return types.DecodeBinary(oid, v) }
			if oid >= types.FirstUserOID || oid == types.Record {
				decode = func() (types.Value, error) { return userValue(v) }
			}
			d, err := decode()
			if err != nil {
				return "", fmt.Errorf("column %d: %w", i+1, err)
			}
			text = string(types.AppendText(nil, d, f))
		}
		text = partitionID.ReplaceAllString(text, "Partition N:")
		if text == "" {
			text = "(empty)"
		}
		out[i] = strings.NewReplacer("\\", `\\`, "\n", `\n`, "\r", `\r`).Replace(text)
	}
	return strings.Join(out, " | "), nil
}

// collect reads a result.
func collect(r *pgconn.ResultReader, f *types.Format) (*Answer, error) {
	a := &Answer{}
	fields := slices.Clone(r.FieldDescriptions())
	for _, f := range fields {
		a.Types = append(a.Types, typeName(f.DataTypeOID))
	}
	for r.NextRow() {
		text, err := row(fields, r.Values(), f)
		if err != nil {
			r.Close()
			return nil, err
		}
		a.Rows = append(a.Rows, text)
	}
	tag, err := r.Close()
	a.Tag = tag.String()
	if err != nil {
		pe, ok := err.(*pgconn.PgError)
		if !ok {
			return nil, err
		}
		a.Err = pe
	}
	return a, nil
}

// Check compares an answer with what the record expects.
func (r *Record) Check(a *Answer) error {
	switch r.Kind {
	case StatementOK:
		if a.Err != nil {
			return fmt.Errorf("error %s: %s", a.Err.Code, describe(a.Err))
		}
		if r.Tag != "" && a.Tag != r.Tag {
			return fmt.Errorf("tag %q, want %q", a.Tag, r.Tag)
		}
	case StatementError:
		code, part, _ := strings.Cut(r.Arg, " ")
		if a.Err == nil {
			return fmt.Errorf("no error, want %s (tag %s)", r.Arg, a.Tag)
		}
		if a.Err.Code != code || !strings.Contains(describe(a.Err), part) {
			return fmt.Errorf("error %s: %s\nwant %s", a.Err.Code, describe(a.Err), r.Arg)
		}
	case Query:
		if a.Err != nil {
			return fmt.Errorf("error %s: %s", a.Err.Code, describe(a.Err))
		}
		if r.Types != nil && !slices.Equal(a.Types, r.Types) {
			return fmt.Errorf("types %v, want %v", a.Types, r.Types)
		}
		got, want := a.Rows, r.Want
		if r.Sort {
			got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
		}
		if !slices.Equal(got, want) {
			return fmt.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	return nil
}

func describe(e *pgconn.PgError) string {
	text := e.Message
	if e.Detail != "" {
		text += " DETAIL: " + e.Detail
	}
	if e.Hint != "" {
		text += " HINT: " + e.Hint
	}
	return text
}

// Rewrite makes the answer the expected one, and returns the record's text.
func (r *Record) Rewrite(a *Answer) string {
	var b strings.Builder
	switch {
	case a.Err == nil && (r.Kind == Query || r.Kind == StatementError && a.Types != nil):
		b.WriteString("query " + strings.Join(a.Types, " "))
		if r.Sort {
			b.WriteString(" rowsort")
		}
		b.WriteString("\n" + r.SQL + "\n----\n")
		for _, w := range a.Rows {
			b.WriteString(w + "\n")
		}
	case a.Err != nil:
		_, part, _ := strings.Cut(r.Arg, " ")
		if part == "" || !strings.Contains(describe(a.Err), part) {
			part = a.Err.Message
		}
		b.WriteString("statement error " + a.Err.Code + " " + part + "\n" + r.SQL + "\n")
	default:
		b.WriteString(strings.TrimSpace("statement ok "+r.Tag) + "\n" + r.SQL + "\n")
	}
	return b.String()
}
