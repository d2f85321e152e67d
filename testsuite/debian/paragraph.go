package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

// field is one field, its name as an attribute's: lower case, _ for -.
type field struct{ name, value string }

// paragraph is what the index says of a package, in its order.
type paragraph struct {
	line   int
	fields []field
}

// key is what tells packages apart.
type key struct{ name, version, architecture string }

// leftOut are fields about people.
var leftOut = []string{"maintainer", "original_maintainer"}

// numbers are the fields whose values become JSON numbers.
var numbers = []string{"installed_size", "size"}

func (p *paragraph) has(name string) bool {
	return slices.ContainsFunc(p.fields, func(f field) bool { return f.name == name })
}

func (p *paragraph) get(name string) string {
	for _, f := range p.fields {
		if f.name == name {
			return f.value
		}
	}
	return ""
}

func (p *paragraph) key() (key, error) {
	k := key{p.get("package"), p.get("version"), p.get("architecture")}
	if k.name == "" || k.version == "" || k.architecture == "" {
		return k, fmt.Errorf("the paragraph at line %d lacks Package, Version or Architecture", p.line)
	}
	return k, nil
}

// merge adds the fields that are only in q.
func (p *paragraph) merge(q *paragraph) {
	for _, f := range q.fields {
		if !p.has(f.name) {
			p.fields = append(p.fields, f)
		}
	}
}

func (p *paragraph) writeJSON(w *bufio.Writer) error {
	separator := byte('{')
	for _, f := range p.fields {
		if slices.Contains(leftOut, f.name) {
			continue
		}
		if !utf8.ValidString(f.value) {
			return fmt.Errorf("the paragraph at line %d: %s is not UTF-8", p.line, f.name)
		}
		w.WriteByte(separator)
		separator = ','
		writeString(w, f.name)
		w.WriteByte(':')
		if slices.Contains(numbers, f.name) {
			n, err := strconv.ParseInt(f.value, 10, 64)
			if err != nil {
				return fmt.Errorf("the paragraph at line %d: %s: %w", p.line, f.name, err)
			}
			w.WriteString(strconv.FormatInt(n, 10))
			continue
		}
		writeString(w, f.value)
	}
	_, err := w.WriteString("}\n")
	return err
}

// writeString writes a JSON string that holds <, > and & as they are.
func writeString(w *bufio.Writer, s string) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a string always has a JSON form
	}
	w.Write(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
