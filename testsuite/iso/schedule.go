// Package iso reads and plays isolation schedules: text files of statements over
// several sessions in a fixed order, with what each must answer at each isolation
// level. testsuite/README.md describes the format.
package iso

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// Levels are the isolation levels by their short names.
var Levels = map[string]string{"rc": "read committed", "rr": "repeatable read", "s": "serializable"}

// The servers that an expectation may be for.
const (
	Sparrow  = "sparrow"
	Postgres = "postgres"
)

// Case is one schedule.
type Case struct {
	Name   string
	Line   int
	Levels []string // short names
	Setup  []string // one statement a line
	Steps  []*Step
	// Failed says which sessions end with a serialization failure or deadlock.
	Failed []Expectation
}

// Step is a statement of a session; Await is the end of one that waits.
type Step struct {
	Line    int
	Session string
	SQL     string
	Await   bool
	Expect  []Expectation
}

// Expectation is what a step must give, as alternatives, at some levels and on
// one server or both.
type Expectation struct {
	Levels []string // nil: all
	Server string   // "": both
	Answer []string
}

// Parse reads a file of schedules.
func Parse(path string) ([]*Case, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []*Case
	for i, line := range strings.Split(string(text), "\n") {
		if err := parseLine(&list, i+1, line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
	}
	for _, c := range list {
		if len(c.Steps) == 0 {
			return nil, fmt.Errorf("%s:%d: no steps", path, c.Line)
		}
	}
	return list, nil
}

func parseLine(list *[]*Case, n int, line string) error {
	text := strings.TrimSpace(line)
	if text == "" || strings.HasPrefix(text, "#") {
		return nil
	}
	word, rest, _ := strings.Cut(text, " ")
	if word == "case" {
		*list = append(*list, &Case{Name: rest, Line: n, Levels: []string{"rc", "rr", "s"}})
		return nil
	}
	if len(*list) == 0 {
		return fmt.Errorf("a file begins with a case")
	}
	c := (*list)[len(*list)-1]
	switch {
	case line != strings.TrimLeft(line, " \t"):
		if len(c.Steps) == 0 {
			return fmt.Errorf("an expectation without its step")
		}
		e, err := parseExpectation(text)
		s := c.Steps[len(c.Steps)-1]
		s.Expect = append(s.Expect, e)
		return err
	case word == "levels":
		c.Levels = strings.Fields(rest)
		return knownLevels(c.Levels)
	case word == "setup":
		c.Setup = append(c.Setup, rest)
		return nil
	case word == "failed":
		e, err := parseExpectation(rest)
		c.Failed = append(c.Failed, e)
		return err
	}
	session, sql, ok := strings.Cut(text, ": ")
	if !ok || strings.Contains(session, " ") {
		return fmt.Errorf("neither a directive nor SESSION: SQL")
	}
	c.Steps = append(c.Steps, &Step{Line: n, Session: session, SQL: sql, Await: sql == "await"})
	return nil
}

// parseExpectation reads [LEVELS] [SERVER] -> ANSWER [or ANSWER] [# REASON]. What
// is for one server alone has a reason.
func parseExpectation(text string) (e Expectation, err error) {
	head, tail, ok := strings.Cut(text, "->")
	if !ok {
		return e, fmt.Errorf("no -> in %q", text)
	}
	answer, reason, _ := strings.Cut(tail, " # ")
	for _, w := range strings.Fields(head) {
		if w == Sparrow || w == Postgres {
			if e.Server = w; strings.TrimSpace(reason) == "" {
				return e, fmt.Errorf("why only %s? add # and a reason", w)
			}
			continue
		}
		e.Levels = append(e.Levels, w)
	}
	for _, a := range strings.Split(answer, " or ") {
		e.Answer = append(e.Answer, strings.TrimSpace(a))
	}
	return e, knownLevels(e.Levels)
}

func knownLevels(list []string) error {
	for _, l := range list {
		if Levels[l] == "" {
			return fmt.Errorf("unknown level %q", l)
		}
	}
	return nil
}

// pick returns the alternatives in force: the last expectation that applies.
func pick(list []Expectation, level, server string) []string {
	for _, e := range slices.Backward(list) {
		if (e.Levels == nil || slices.Contains(e.Levels, level)) && (e.Server == "" || e.Server == server) {
			return e.Answer
		}
	}
	return nil
}
