package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// index reads the paragraphs of a Debian control file (deb-control(5)).
type index struct {
	in   *bufio.Reader
	line int
}

func newIndex(in io.Reader) *index {
	return &index{in: bufio.NewReaderSize(in, 1<<20)}
}

// next returns the next paragraph; io.EOF after the last.
func (x *index) next() (*paragraph, error) {
	p := &paragraph{line: x.line + 1}
	for {
		text, err := x.in.ReadString('\n')
		if err != nil && err != io.EOF {
			return nil, err
		}
		x.line++
		text = strings.TrimSuffix(text, "\n")
		if text == "" {
			if len(p.fields) > 0 {
				return p, nil
			}
			if err == io.EOF {
				return nil, io.EOF
			}
			p.line = x.line + 1
			continue
		}
		if perr := p.add(text); perr != nil {
			return nil, fmt.Errorf("line %d: %w", x.line, perr)
		}
	}
}

// add takes one line: a field, or the continuation of the one before.
func (p *paragraph) add(text string) error {
	if text[0] == ' ' || text[0] == '\t' {
		if len(p.fields) == 0 {
			return fmt.Errorf("a continuation without a field: %q", text)
		}
		last := &p.fields[len(p.fields)-1]
		last.value += "\n" + text[1:]
		return nil
	}
	name, value, ok := strings.Cut(text, ":")
	if !ok {
		return fmt.Errorf("neither a field nor a continuation: %q", text)
	}
	name = strings.ReplaceAll(strings.ToLower(name), "-", "_")
	if p.has(name) {
		return fmt.Errorf("field %s comes twice", name)
	}
	p.fields = append(p.fields, field{name, strings.TrimLeft(value, " \t")})
	return nil
}
