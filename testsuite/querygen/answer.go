package querygen

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Answer is what a server says to a statement.
type Answer struct {
	Columns []string
	Types   []uint32
	Rows    []string // fields with " | " between, NULL as NULL
	Tag     string
	Code    string // SQLSTATE of an error; lostConnection if the server went away
	Message string
	Took    time.Duration
}

// rowsMax is how many rows of an answer are kept; the tag has the number of all.
const rowsMax = 100_000

const (
	lostConnection = "lost"
	canceled       = "57014"
	outOfMemory    = "53200"
)

// Ask sends one statement over the simple protocol.
func Ask(ctx context.Context, c *pgconn.PgConn, sql string) *Answer {
	a := &Answer{}
	began := time.Now()
	defer func() { a.Took = time.Since(began) }()
	m := c.Exec(ctx, sql)
	for m.NextResult() {
		r := m.ResultReader()
		a.Columns, a.Types, a.Rows = nil, nil, nil
		for _, f := range r.FieldDescriptions() {
			a.Columns = append(a.Columns, f.Name)
			a.Types = append(a.Types, f.DataTypeOID)
		}
		for r.NextRow() {
			if len(a.Rows) == rowsMax {
				continue
			}
			fields := make([]string, len(r.Values()))
			for i, v := range r.Values() {
				fields[i] = "NULL"
				if v != nil {
					fields[i] = fmt.Sprintf("%s", v)
				}
			}
			a.Rows = append(a.Rows, strings.Join(fields, " | "))
		}
		tag, _ := r.Close()
		a.Tag = tag.String()
	}
	if err := m.Close(); err != nil {
		a.Code, a.Message = lostConnection, err.Error()
		var pe *pgconn.PgError
		if errors.As(err, &pe) {
			a.Code, a.Message = pe.Code, pe.Message
		}
	}
	return a
}

// String is the answer for reports.
func (a *Answer) String() string {
	if a.Code != "" {
		return "ERROR " + a.Code + ": " + a.Message
	}
	const shown = 20
	rows := a.Rows
	more := ""
	if len(rows) > shown {
		rows, more = rows[:shown], fmt.Sprintf("\n… %d more", len(rows)-shown)
	}
	return fmt.Sprintf("%s  (%s %v)\n%s%s", a.Tag, strings.Join(a.Columns, " | "), a.Types, strings.Join(rows, "\n"), more)
}

// Verdict is how two answers compare.
type Verdict uint8

// The verdicts. Only Different is a failure; Slow ones are shrunk and shown, too.
const (
	Same       Verdict = iota
	SameError          // both fail alike
	Evaluation         // an error that depends on the order of evaluation
	Refused            // ours is a refusal by name (0A000)
	NoOracle           // PostgreSQL refuses, or neither answers in time
	TimedOut           // one doesn't answer in time, or ours not within its memory
	Slow               // ours doesn't, and PostgreSQL does much faster
	Different
	verdicts
)

// String names a verdict.
func (v Verdict) String() string {
	return [...]string{"same", "same error", "evaluation error", "refused", "no oracle", "timed out", "slow", "different"}[v]
}

// slowFactor is how many times slower than PostgreSQL is too slow.
const slowFactor = 50

// Compare judges our answer by PostgreSQL's. The signature tells kinds of
// differences apart.
func Compare(sql string, ours, theirs *Answer, strict bool) (v Verdict, signature string) {
	codes := ours.Code + "/" + theirs.Code
	switch {
	case ours.Code == lostConnection:
		return Different, codes
	case ours.Code == canceled && theirs.Code == canceled || theirs.Code == "0A000" || theirs.Code == "XX000" || strings.HasPrefix(theirs.Code, "53"):
		return NoOracle, ""
	case ours.Code == canceled && theirs.Took*slowFactor < ours.Took:
		return Slow, codes
	case ours.Code == canceled || theirs.Code == canceled || ours.Code == outOfMemory:
		return TimedOut, codes
	case ours.Code == "0A000" && strings.HasPrefix(ours.Message, "cannot convert"):
		return Evaluation, codes // NaN or infinity to an integer
	case ours.Code == "0A000":
		return Refused, ours.Message
	case ours.Code != theirs.Code && strings.HasPrefix(ours.Code, "23") && strings.HasPrefix(theirs.Code, "23"):
		return Evaluation, codes // one row violates this, another one that
	case ours.Code != theirs.Code:
		if !strict && (evaluationError(ours.Code) && mayFollow(theirs.Code) || evaluationError(theirs.Code) && mayFollow(ours.Code)) {
			return Evaluation, codes
		}
		return Different, codes
	case ours.Code != "":
		return SameError, ""
	case !slices.Equal(ours.Columns, theirs.Columns):
		return Different, "names"
	case !slices.Equal(ours.Types, theirs.Types):
		return Different, "types"
	case ours.Tag != theirs.Tag:
		return Different, "tag"
	case len(ours.Rows) < rowsMax && !sameRows(ours.Rows, theirs.Rows, ordered(sql, len(ours.Columns))):
		return Different, "rows"
	}
	return Same, ""
}

// evaluationError reports errors of values, and those of subqueries that give more
// than one row: whether they occur depends on what is evaluated first.
func evaluationError(code string) bool { return strings.HasPrefix(code, "22") || code == "21000" }

// mayFollow reports what the other server may say where one found an error of a
// value: nothing, such an error, too, or that a constraint is violated.
func mayFollow(code string) bool {
	return code == "" || evaluationError(code) || strings.HasPrefix(code, "23")
}

var orderClause = regexp.MustCompile(`ORDER BY (1[^()]*?)(?: LIMIT \d+| OFFSET \d+)*$`)

// ordered reports that the whole result is sorted by all columns.
func ordered(sql string, columns int) bool {
	m := orderClause.FindStringSubmatch(sql)
	return m != nil && strings.Count(m[1], ",") == columns-1 && !strings.Contains(m[1], "FETCH")
}

// SameRows reports that the rows are the same, in any order.
func SameRows(a, b []string) bool { return sameRows(a, b, false) }

func sameRows(a, b []string, ordered bool) bool {
	if !ordered {
		a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	}
	if slices.Equal(a, b) {
		return true
	}
	a, b = spelledAlike(a), spelledAlike(b)
	if !ordered {
		slices.Sort(a)
		slices.Sort(b)
	}
	return slices.Equal(a, b)
}

var zeros = regexp.MustCompile(`(\.\d*?)0+\b`)

// spelledAlike spells numbers that are equal alike: which of 1.0 and 1.00
// stands for a group, nobody says.
func spelledAlike(rows []string) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		r = zeros.ReplaceAllString(r, "$1")
		r = strings.ReplaceAll(r, ". ", " ")
		out[i] = strings.TrimSuffix(strings.ReplaceAll(r, "-0 ", "0 "), ".")
	}
	return out
}
