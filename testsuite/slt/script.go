// Package slt reads and runs SQL logic tests: text files of statements with
// the answers they must give. testsuite/README.md describes the format.
package slt

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// Kind is what a record of a script asks for.
type Kind uint8

// The kinds of records.
const (
	StatementOK Kind = iota
	StatementError
	Query
	Session // what follows runs on the named connection
	Restart // stop the server, start it again
	Limit   // shrink a limit for the rest of the file
)

// Record is one directive with its SQL and expected answer.
type Record struct {
	Line  int
	Kind  Kind
	Arg   string // SQLSTATE and message part, connection's name, limit
	Types []string
	Sort  bool // rowsort: the order of rows is not part of the answer
	SQL   string
	Tag   string   // statement ok with an expected command tag
	Want  []string // rows
	// Only is "sparrow" or "postgres" if the record is for that server alone.
	Only string
}

// Script is a parsed file.
type Script struct {
	Path    string
	Records []*Record
	// Without names the variants (simple, extended, split, restart) that the
	// script stays out of.
	Without []string
}

// Parse reads a script. Unknown directives are errors.
func Parse(path string) (*Script, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := &Script{Path: path}
	in := bufio.NewScanner(f)
	in.Buffer(nil, 16<<20)
	line, only := 0, ""
	next := func() (string, bool) {
		if !in.Scan() {
			return "", false
		}
		line++
		return in.Text(), true
	}
	for {
		text, ok := next()
		if !ok {
			return s, in.Err()
		}
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if rest, found := strings.CutPrefix(text, "only "); found {
			only = rest
			continue
		}
		if rest, found := strings.CutPrefix(text, "without "); found {
			s.Without = append(s.Without, strings.Fields(rest)...)
			continue
		}
		r := &Record{Line: line, Only: only}
		only = ""
		if err := r.directive(text); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, line, err)
		}
		s.Records = append(s.Records, r)
		if r.Kind == Session || r.Kind == Restart || r.Kind == Limit {
			continue
		}
		var sql, want []string
		answer := false
		for {
			text, ok := next()
			if !ok || text == "" {
				break
			}
			switch {
			case text == "----" && !answer && r.Kind == Query:
				answer = true
			case answer:
				want = append(want, text)
			default:
				sql = append(sql, text)
			}
		}
		r.SQL, r.Want = strings.Join(sql, "\n"), want
		if r.SQL == "" {
			return nil, fmt.Errorf("%s:%d: no SQL", path, r.Line)
		}
	}
}

func (r *Record) directive(text string) error {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "statement":
		what, arg, _ := strings.Cut(rest, " ")
		switch what {
		case "ok":
			r.Kind, r.Tag = StatementOK, arg
		case "error":
			if len(arg) < 5 {
				return fmt.Errorf("statement error takes a SQLSTATE")
			}
			r.Kind, r.Arg = StatementError, arg
		default:
			return fmt.Errorf("unknown directive %q", text)
		}
	case "query":
		r.Kind = Query
		for _, w := range strings.Fields(rest) {
			if w == "rowsort" {
				r.Sort = true
			} else {
				r.Types = append(r.Types, w)
			}
		}
	case "session":
		r.Kind, r.Arg = Session, rest
	case "restart":
		r.Kind = Restart
	case "limit":
		r.Kind, r.Arg = Limit, rest
	default:
		return fmt.Errorf("unknown directive %q", text)
	}
	return nil
}
