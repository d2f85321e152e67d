package iso

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Target is where schedules are played.
type Target struct {
	URL    string // of a database for the schedules
	Server string // Sparrow or Postgres
}

// patience is how long a step may take before it counts as stuck.
const patience = 20 * time.Second

// pollInterval is how often a running step is looked at.
const pollInterval = 2 * time.Millisecond

// player is one playing of a case.
type player struct {
	target   Target
	level    string
	monitor  *pgconn.PgConn
	sessions map[string]*session
}

type session struct {
	conn    *pgconn.PgConn
	running chan string // answer of the step that waits; nil: none
	failed  bool        // by a serialization failure or a deadlock
}

// Play runs a case at a level and returns the first thing that is not as expected.
func Play(ctx context.Context, target Target, c *Case, level string) error {
	ctx, cancel := context.WithTimeout(ctx, 3*patience)
	defer cancel()
	p := &player{target: target, level: level, sessions: map[string]*session{}}
	var err error
	if p.monitor, err = pgconn.Connect(ctx, target.URL); err != nil {
		return err
	}
	defer p.close()
	setup := append([]string{"DROP SCHEMA IF EXISTS iso CASCADE", "CREATE SCHEMA iso", "SET search_path = iso"}, c.Setup...)
	for _, sql := range setup {
		if _, err := p.monitor.Exec(ctx, sql).ReadAll(); err != nil {
			return fmt.Errorf("setup: %s: %w", sql, err)
		}
	}
	for _, s := range c.Steps {
		if err := p.step(ctx, c, s); err != nil {
			return fmt.Errorf("line %d: %s: %s: %w", s.Line, s.Session, s.SQL, err)
		}
	}
	return p.outcome(c)
}

func (p *player) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	for _, s := range p.sessions {
		if s.running != nil {
			s.conn.CancelRequest(ctx)
			<-s.running
		}
		s.conn.Close(ctx)
	}
	p.monitor.Close(ctx)
}

// session connects a session at its first step. Deadlocks are found late unless
// the schedule says SET deadlock_timeout, so that on PostgreSQL, too, it is known
// who gives way.
func (p *player) session(ctx context.Context, name string) (*session, error) {
	if s := p.sessions[name]; s != nil {
		return s, nil
	}
	conn, err := pgconn.Connect(ctx, p.target.URL)
	if err != nil {
		return nil, err
	}
	s := &session{conn: conn}
	p.sessions[name] = s
	_, err = conn.Exec(ctx, "SET search_path = iso; SET deadlock_timeout = '1min'; SET default_transaction_isolation = '"+Levels[p.level]+"'").ReadAll()
	return s, err
}

func (p *player) step(ctx context.Context, c *Case, st *Step) error {
	s, err := p.session(ctx, st.Session)
	if err != nil {
		return err
	}
	want := pick(st.Expect, p.level, p.target.Server)
	switch {
	case st.Await && s.running == nil:
		return nil // it did not have to wait at this level
	case !st.Await && s.running != nil:
		return errors.New("the session still waits in its last step: await it first")
	case !st.Await && s.conn.TxStatus() == 'E' && !endsTransaction(st.SQL):
		return nil // left out after a failure
	case !st.Await:
		s.running = make(chan string, 1)
		go func(done chan<- string) { done <- do(ctx, s.conn, st.SQL) }(s.running)
	}
	got, err := p.await(ctx, s, !st.Await && slices.Contains(want, "waits"))
	if err != nil {
		return err
	}
	if got != "waits" {
		s.running = nil
	}
	if got == "error 40001" || got == "error 40P01" {
		s.failed = true
		if p.mayFail(c, st.Session) {
			return nil
		}
	}
	if want == nil && !strings.HasPrefix(got, "error") && got != "waits" || slices.Contains(want, got) {
		return nil
	}
	if want == nil {
		want = []string{"success"}
	}
	return fmt.Errorf("got %s, want %s", got, strings.Join(want, " or "))
}

// await returns the answer of the running step, or "waits" if it is blocked and
// that is expected. The server says that it is blocked, no clock.
func (p *player) await(ctx context.Context, s *session, mayWait bool) (string, error) {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	stuck := time.After(patience)
	for {
		select {
		case answer := <-s.running:
			return answer, nil
		case <-stuck:
			blocked, err := p.blocked(ctx, s)
			return "", errors.Join(fmt.Errorf("no answer after %v (blocked by another session: %t)", patience, blocked), err)
		case <-tick.C:
		}
		if !mayWait {
			continue
		}
		if blocked, err := p.blocked(ctx, s); err != nil || blocked {
			return "waits", err
		}
	}
}

func (p *player) blocked(ctx context.Context, s *session) (bool, error) {
	r, err := p.monitor.Exec(ctx, fmt.Sprintf("SELECT coalesce(cardinality(pg_blocking_pids(%d)), 0) > 0", s.conn.PID())).ReadAll()
	return err == nil && string(r[0].Rows[0][0]) == "t", err
}

// mayFail reports whether a session is one of those that may fail to serialize.
func (p *player) mayFail(c *Case, session string) bool {
	for _, alternative := range pick(c.Failed, p.level, p.target.Server) {
		if slices.Contains(strings.Fields(alternative), session) {
			return true
		}
	}
	return false
}

// outcome compares who failed with who had to.
func (p *player) outcome(c *Case) error {
	want := pick(c.Failed, p.level, p.target.Server)
	if want == nil {
		return nil
	}
	var failed []string
	for name, s := range p.sessions {
		if s.failed {
			failed = append(failed, name)
		}
	}
	sort.Strings(failed)
	got := strings.Join(failed, " ")
	if got == "" {
		got = "nobody"
	}
	if !slices.Contains(want, got) {
		return fmt.Errorf("failed: %s, want %s", got, strings.Join(want, " or "))
	}
	return nil
}

func endsTransaction(sql string) bool {
	return strings.HasPrefix(sql, "COMMIT") || strings.HasPrefix(sql, "ROLLBACK")
}

// do runs a statement: its rows as "1,a; 2,b", "no rows" of a SELECT, the tag of
// what gives no rows, or "error SQLSTATE".
func do(ctx context.Context, conn *pgconn.PgConn, sql string) string {
	results, err := conn.Exec(ctx, sql).ReadAll()
	var pe *pgconn.PgError
	if errors.As(err, &pe) {
		return "error " + pe.Code
	}
	if err != nil {
		return "connection lost"
	}
	r := results[len(results)-1]
	var rows []string
	for _, row := range r.Rows {
		fields := make([]string, len(row))
		for i, f := range row {
			fields[i] = string(f)
			if f == nil {
				fields[i] = "NULL"
			}
		}
		rows = append(rows, strings.Join(fields, ","))
	}
	switch {
	case rows == nil && r.CommandTag.Select():
		return "no rows"
	case rows == nil:
		return r.CommandTag.String()
	}
	return strings.Join(rows, "; ")
}
