package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// inputRow is a row to load: the text of each column of tableShape.columns,
// nil for NULL.
type inputRow struct {
	values []*string
	attrs  int // attributes besides the key
	line   int // in the input, from 1
}

// rowReader reads rows; io.EOF at the end.
type rowReader interface {
	next() (*inputRow, error)
}

func newRowReader(in *input, shape *tableShape) (rowReader, error) {
	if in.format == "jsonl" {
		return &jsonRows{r: bufio.NewReaderSize(in, 1<<20), shape: shape}, nil
	}
	r := csv.NewReader(in)
	if in.format == "tsv" {
		r.Comma = '\t'
		r.LazyQuotes = true
	}
	header, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("header line: %w", err)
	}
	rows := &csvRows{r: r, shape: shape, header: slices.Clone(header)}
	for _, k := range shape.key {
		if !slices.Contains(header, k) {
			return nil, fmt.Errorf("header line lacks key column %q", k)
		}
	}
	r.ReuseRecord = true
	return rows, nil
}

// jsonRows reads JSON lines.
type jsonRows struct {
	r     *bufio.Reader
	shape *tableShape
	line  int
}

func (j *jsonRows) next() (*inputRow, error) {
	for {
		text, err := j.r.ReadBytes('\n')
		if len(text) == 0 && err != nil {
			return nil, err
		}
		j.line++
		if text = bytes.TrimSpace(text); len(text) == 0 {
			continue
		}
		row, perr := j.parse(text)
		if perr != nil {
			return nil, fmt.Errorf("line %d: %w", j.line, perr)
		}
		return row, nil
	}
}

func (j *jsonRows) parse(text []byte) (*inputRow, error) {
	names, fields, err := jsonFields(text)
	if err != nil {
		return nil, err
	}
	row := &inputRow{line: j.line}
	for _, k := range j.shape.key {
		v, err := jsonText(fields[k])
		if err != nil {
			return nil, err
		}
		if v == nil {
			return nil, fmt.Errorf("key column %q is missing", k)
		}
		row.values = append(row.values, v)
		delete(fields, k)
	}
	for _, d := range j.shape.declared {
		v, err := jsonText(fields[d])
		if err != nil {
			return nil, err
		}
		if v != nil {
			row.attrs++
		}
		row.values = append(row.values, v)
		delete(fields, d)
	}
	rest := []byte{'{'}
	for _, n := range names {
		raw, ok := fields[n]
		if !ok || string(raw) == "null" {
			continue
		}
		delete(fields, n)
		if len(rest) > 1 {
			rest = append(rest, ',')
		}
		name, _ := json.Marshal(n)
		rest = append(append(append(rest, name...), ':'), raw...)
		row.attrs++
	}
	all := string(append(rest, '}'))
	row.values = append(row.values, &all)
	return row, nil
}

// jsonFields takes an object apart, names in order.
func jsonFields(text []byte) ([]string, map[string]json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, nil, errors.Join(errors.New("not a JSON object"), err)
	}
	var names []string
	fields := map[string]json.RawMessage{}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return nil, nil, err
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, nil, err
		}
		name := t.(string)
		if _, twice := fields[name]; twice {
			return nil, nil, fmt.Errorf("name %q comes twice", name)
		}
		names = append(names, name)
		fields[name] = raw
	}
	if _, err := dec.Token(); err != nil {
		return nil, nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, nil, errors.New("more after the JSON object")
	}
	return names, fields, nil
}

// jsonText is the text of a value for a typed column: strings without their
// quotes, everything else as it is written; nil for null.
func jsonText(raw json.RawMessage) (*string, error) {
	if raw == nil || string(raw) == "null" {
		return nil, nil
	}
	s := string(raw)
	if raw[0] == '"' {
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, err
		}
	}
	return &s, nil
}

// csvRows reads csv or tsv with a header line. Empty fields are absent; other
// fields of undeclared columns are text.
type csvRows struct {
	r      *csv.Reader
	shape  *tableShape
	header []string
}

func (c *csvRows) next() (*inputRow, error) {
	rec, err := c.r.Read()
	if err != nil {
		return nil, err
	}
	line, _ := c.r.FieldPos(0)
	row := &inputRow{line: line}
	used := make([]bool, len(rec))
	for i, name := range append(slices.Clone(c.shape.key), c.shape.declared...) {
		at := slices.Index(c.header, name)
		if at < 0 || rec[at] == "" && i >= len(c.shape.key) {
			row.values = append(row.values, nil)
			continue
		}
		v := rec[at]
		row.values = append(row.values, &v)
		used[at] = true
		if i >= len(c.shape.key) {
			row.attrs++
		}
	}
	rest := map[string]string{}
	for i, v := range rec {
		if !used[i] && v != "" && i < len(c.header) && !slices.Contains(c.shape.declared, c.header[i]) {
			rest[c.header[i]] = v
			row.attrs++
		}
	}
	text, err := json.Marshal(rest)
	if err != nil {
		return nil, err
	}
	all := string(text)
	row.values = append(row.values, &all)
	return row, nil
}
