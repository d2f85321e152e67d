package pgwire_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

type fakeSession struct {
	start      pgwire.SessionStart
	status     pgwire.TxStatus
	tx         int  // number of the transaction; portals end with theirs
	open       bool // a transaction is, if only an implicit one
	failCommit bool
	statements fakeStore
	cancelled  chan struct{}
	closed     bool
	copied     []byte // by the last COPY
	idle       time.Duration
}

func (s *fakeSession) IdleTimeout() time.Duration { return s.idle }

func (s *fakeSession) ParseScript(_ context.Context, text string) ([]pgwire.Statement, error) {
	var list []pgwire.Statement
	for part := range strings.SplitSeq(text, ";") {
		p, err := s.prepare(part)
		if err != nil {
			return nil, err
		}
		if !p.Empty() {
			list = append(list, p)
		}
	}
	return list, nil
}

func (s *fakeSession) prepare(text string) (*fakePrepared, error) {
	p := &fakePrepared{text: text, words: strings.Fields(text)}
	if p.Empty() {
		return p, nil
	}
	switch p.words[0] {
	case "selec":
		return nil, pgerr.New(pgerr.SyntaxError, `syntax error at or near "selec"`).At(1)
	case "echo":
		for _, name := range p.words[1:] {
			oid, ok := types.ByName(name)
			if !ok {
				return nil, pgerr.New(pgerr.UndefinedObject, `type "%s" does not exist`, name)
			}
			p.params = append(p.params, oid)
		}
	}
	return p, nil
}

func (s *fakeSession) Prepare(_ context.Context, text string, _ []types.OID) (pgwire.Prepared, error) {
	return s.prepare(text)
}

func (s *fakeSession) Bind(_ context.Context, p pgwire.Prepared, params []datum.Datum) (pgwire.Portal, error) {
	s.begin()
	return &fakePortal{session: s, prepared: p.(*fakePrepared), params: params, tx: s.tx}, nil
}

func (s *fakeSession) Run(ctx context.Context, stmt pgwire.Statement, sink pgwire.Sink) error {
	p := &fakePortal{session: s, prepared: stmt.(*fakePrepared), tx: s.tx}
	if cols := p.prepared.Columns(); cols != nil {
		if err := sink.Columns(cols); err != nil {
			return err
		}
	}
	_, err := p.Execute(ctx, sink, 0)
	return err
}

func (s *fakeSession) begin() {
	if !s.open {
		s.open = true
		s.tx++
	}
}

func (s *fakeSession) end() { s.open, s.status = false, pgwire.TxIdle }

func (s *fakeSession) Fail(error) {
	if s.status == pgwire.TxIdle {
		s.end()
		return
	}
	s.status = pgwire.TxFailed
}

func (s *fakeSession) Sync(context.Context) error {
	if s.status != pgwire.TxIdle {
		return nil
	}
	s.end()
	if s.failCommit {
		s.failCommit = false
		return pgerr.New(pgerr.SerializationFailure, "the commit failed")
	}
	return nil
}

func (s *fakeSession) StatementStore() pgwire.StatementStore { return s.statements }
func (s *fakeSession) TxStatus() pgwire.TxStatus             { return s.status }
func (s *fakeSession) Format() *types.Format                 { return types.DefaultFormat }
func (s *fakeSession) Close()                                { s.closed = true }

func (s *fakeSession) Parameters() []pgwire.Setting {
	return append([]pgwire.Setting{{Name: "server_version", Value: "15.0"}, {Name: "role", Value: s.start.Role}}, s.start.Settings...)
}

func (s *fakeSession) Cancel() {
	select {
	case s.cancelled <- struct{}{}:
	default:
	}
}

type fakePortal struct {
	session  *fakeSession
	prepared *fakePrepared
	params   []datum.Datum
	sent, tx int
}

func (p *fakePortal) Columns() []pgwire.Column { return p.prepared.Columns() }
func (p *fakePortal) Ended() bool              { return !p.session.open || p.tx != p.session.tx }
func (p *fakePortal) Close()                   {}

// Execute knows these commands; each is also its tag:
//
//	begin, commit, rollback
//	rows N, batch N         N rows; echo TYPE… the parameters; variant
//	set NAME VALUE          notice TEXT          fail CODE TEXT
//	failcommit              panic                wait (until cancelled)
//	copyin, copyout N, copybad (fails at the second message)
func (p *fakePortal) Execute(ctx context.Context, sink pgwire.Sink, maxRows int) (bool, error) {
	s, words := p.session, append(p.prepared.words, "", "")
	if s.status == pgwire.TxFailed && !p.prepared.IsTransactionExit() {
		return false, pgerr.New(pgerr.InFailedSQLTransaction, "current transaction is aborted")
	}
	s.begin()
	switch words[0] {
	case "begin":
		s.status = pgwire.TxActive
	case "commit", "rollback":
		s.end()
	case "rows":
		return p.rows(sink, maxRows)
	case "batch":
		return false, p.batch(sink)
	case "variant":
		for _, v := range []datum.Datum{types.NewInt8(5), types.NewText("five"), datum.Null, types.NewBool(true)} {
			if err := sink.Row(datum.Row{v}); err != nil {
				return false, err
			}
		}
	case "echo":
		if err := sink.Row(p.params); err != nil {
			return false, err
		}
	case "set":
		s.start.ParameterStatus(words[1], words[2])
	case "idle": // milliseconds
		n, err := strconv.Atoi(words[1])
		if err != nil {
			return false, err
		}
		s.idle = time.Duration(n) * time.Millisecond
	case "notice":
		s.start.Notice(pgerr.New(pgerr.SuccessfulCompletion, "%s", words[1]))
	case "fail":
		return false, pgerr.New(pgerr.Code(words[1]), "%s", words[2]).WithDetail("d").WithHint("h").
			WithConstraint("s", "t", "c").At(3)
	case "plainerror":
		return false, errors.New("disk on fire")
	case "failcommit":
		s.failCommit = true
	case "panic":
		panic("on purpose")
	case "wait":
		select {
		case <-s.cancelled:
			return false, pgerr.New(pgerr.QueryCanceled, "canceling statement due to user request")
		case <-ctx.Done():
			return false, ctx.Err()
		}
	case "copyin", "copybad":
		return false, p.copyIn(sink, words[0] == "copybad")
	case "copyout":
		return false, p.copyOut(sink)
	}
	return false, sink.Complete(strings.ToUpper(words[0]))
}

func (p *fakePortal) count() int {
	n, err := strconv.Atoi(p.prepared.words[1])
	if err != nil {
		panic(err)
	}
	return n
}

func (p *fakePortal) rows(sink pgwire.Sink, maxRows int) (bool, error) {
	sent := 0
	for ; p.sent < p.count(); sent++ {
		if maxRows > 0 && sent == maxRows {
			return true, nil
		}
		p.sent++
		if err := sink.Row(datum.Row{types.NewInt4(int32(p.sent))}); err != nil {
			return false, err
		}
	}
	if maxRows > 0 && sent == maxRows {
		return true, nil
	}
	return false, sink.Complete(fmt.Sprintf("SELECT %d", sent))
}

func (p *fakePortal) batch(sink pgwire.Sink) error {
	b := datum.NewBatch([]types.T{types.Of(types.Int8), types.Of(types.Text), types.Of(types.Bool)})
	for i := range p.count() {
		row := datum.Row{types.NewInt8(int64(i)), types.NewText("s" + strconv.Itoa(i)), types.NewBool(i%2 == 0)}
		if i%3 == 1 {
			row[i%2] = datum.Null
		}
		b.AppendRow(row)
		if i%5 != 4 { // each fifth row is not selected
			b.Sel = append(b.Sel, int32(i%datum.BatchRows))
		}
		if b.N == datum.BatchRows {
			if err := sink.Batch(b); err != nil {
				return err
			}
			b.Reset()
		}
	}
	if err := sink.Batch(b); err != nil {
		return err
	}
	return sink.Complete("SELECT")
}

func (p *fakePortal) copyIn(sink pgwire.Sink, bad bool) error {
	r, err := sink.CopyIn(2, false)
	if err != nil {
		return err
	}
	p.session.copied = nil
	for n := 0; ; n++ {
		data, err := r.Next()
		if err == io.EOF {
			return sink.Complete(fmt.Sprintf("COPY %d", n))
		}
		if err != nil {
			return err
		}
		if bad && n == 1 {
			return pgerr.New(pgerr.InvalidTextRepresentation, "bad row")
		}
		p.session.copied = append(p.session.copied, data...)
	}
}

func (p *fakePortal) copyOut(sink pgwire.Sink) error {
	w, err := sink.CopyOut(1, true)
	if err != nil {
		return err
	}
	for i := range p.count() {
		if err := w.Write([]byte{byte(i), 0xff}); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return sink.Complete("COPY")
}
