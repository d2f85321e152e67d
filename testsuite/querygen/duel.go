package querygen

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Duel plays cases on both servers.
type Duel struct {
	Ours, Theirs func() *pgconn.PgConn // connections, made anew when they are lost
	// OwnSetup are statements that ours alone gets once the tables are made.
	OwnSetup []string

	setup string // what both have
}

// Result is the first thing that a case shows that is not the same.
type Result struct {
	Verdict   Verdict
	Signature string
	SQL       string
	Ours      *Answer
	Theirs    *Answer
}

// String is the result for reports.
func (r *Result) String() string {
	return fmt.Sprintf("%s (%s): %s\n-- Sparrow:    %s\n-- PostgreSQL: %s", r.Verdict, r.Signature, r.SQL,
		strings.ReplaceAll(r.Ours.String(), "\n", "\n--   "), strings.ReplaceAll(r.Theirs.String(), "\n", "\n--   "))
}

// answerTimeout is when a server that does not heed statement_timeout counts as gone.
const answerTimeout = 60 * time.Second

// Play makes the case's tables where they are not there, and plays it.
func (d *Duel) Play(c *Case) *Result {
	if setup := strings.Join(c.Setup(), ";\n"); setup != d.setup {
		d.setup = ""
		for _, sql := range c.Setup() {
			if r := d.ask(sql, true); r.Verdict != Same && r.Verdict != SameError {
				return r
			}
		}
		for _, sql := range d.OwnSetup {
			d.own(sql)
		}
		d.setup = setup
	}
	last := &Result{}
	for _, sql := range c.Script() {
		r := d.ask(sql, c.Strict)
		if r.Verdict != Same && r.Verdict != SameError {
			if c.Writes {
				d.own("ROLLBACK")
				d.theirs("ROLLBACK")
			}
			return r
		}
		if r.Verdict > last.Verdict || last.Ours == nil {
			last = r
		}
	}
	return last
}

func (d *Duel) ask(sql string, strict bool) *Result {
	r := &Result{SQL: sql, Ours: d.own(sql), Theirs: d.theirs(sql)}
	r.Verdict, r.Signature = Compare(sql, r.Ours, r.Theirs, strict)
	if r.Ours.Code == lostConnection {
		d.setup = ""
	}
	return r
}

func (d *Duel) own(sql string) *Answer {
	ctx, cancel := context.WithTimeout(context.Background(), answerTimeout)
	defer cancel()
	return Ask(ctx, d.Ours(), sql)
}

func (d *Duel) theirs(sql string) *Answer {
	ctx, cancel := context.WithTimeout(context.Background(), answerTimeout)
	defer cancel()
	return Ask(ctx, d.Theirs(), sql)
}
