package pgwire

import (
	"github.com/jackc/pgproto3/v2"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// parse answers Parse: it analyses a statement and keeps it.
func (c *conn) parse(body []byte) error {
	msg, paramTypes, err := decodeParse(body)
	if err != nil {
		return err
	}
	store := c.session.StatementStore()
	if msg.Name == "" {
		store.Delete("")
	}
	prepared, err := c.session.Prepare(c.ctx, msg.Query, paramTypes)
	if err != nil {
		return err
	}
	if err := store.Put(msg.Name, prepared); err != nil {
		return err
	}
	return c.out.send(&pgproto3.ParseComplete{})
}

// statement finds a prepared statement.
func (c *conn) statement(name string) (Prepared, error) {
	p, ok := c.session.StatementStore().Get(name)
	switch {
	case ok:
		return p, nil
	case name == "":
		return nil, pgerr.New(pgerr.InvalidSQLStatementName, "unnamed prepared statement does not exist")
	}
	return nil, pgerr.New(pgerr.InvalidSQLStatementName, `prepared statement "%s" does not exist`, name)
}

// bindPortal answers Bind. The checks come in the order of PostgreSQL's
// exec_bind_message.
func (c *conn) bindPortal(body []byte) error {
	m := &c.bind
	defer m.forget()
	if err := m.decode(body); err != nil {
		return err
	}
	prepared, err := c.statement(m.statement)
	if err != nil {
		return err
	}
	if n := len(m.paramFormats); n > 1 && n != len(m.params) {
		return pgerr.New(pgerr.ProtocolViolation, "bind message has %d parameter formats but %d parameters", n, len(m.params))
	}
	paramTypes := prepared.Params()
	if len(m.params) != len(paramTypes) {
		return pgerr.New(pgerr.ProtocolViolation, `bind message supplies %d parameters, but prepared statement "%s" requires %d`,
			len(m.params), m.statement, len(paramTypes))
	}
	if !prepared.IsTransactionExit() || len(m.params) > 0 {
		if err := c.refuseIfFailed(); err != nil {
			return err
		}
	}
	if err := c.makeRoom(m.portal); err != nil {
		return err
	}
	params, err := c.decodeParams(m, paramTypes)
	if err != nil {
		return err
	}
	p := &portal{name: m.portal, prepared: prepared}
	if !prepared.Empty() {
		if p.run, err = c.session.Bind(c.ctx, prepared, params); err != nil {
			return err
		}
	}
	if err := p.setFormats(m.resultFormats); err != nil {
		p.close()
		return err
	}
	c.portals[p.name] = p
	return c.out.send(&pgproto3.BindComplete{})
}

// refuseIfFailed is 25P02 in a failed transaction.
func (c *conn) refuseIfFailed() error {
	if c.session.TxStatus() != TxFailed {
		return nil
	}
	return pgerr.New(pgerr.InFailedSQLTransaction, "current transaction is aborted, commands ignored until end of transaction block")
}

// decodeParams makes datums of the parameters, which the session may keep.
func (c *conn) decodeParams(m *bindMessage, paramTypes []types.OID) ([]datum.Datum, error) {
	if len(m.params) == 0 {
		return nil, nil
	}
	format := c.session.Format()
	params := make([]datum.Datum, len(m.params))
	for i, raw := range m.params {
		if raw == nil {
			continue
		}
		d, err := decodeParam(paramTypes[i], raw, formatCode(m.paramFormats, i), format)
		if err != nil {
			return nil, inParameter(err, m.portal, i, formatCode(m.paramFormats, i) == textFormat)
		}
		params[i] = d
	}
	return params, nil
}

func decodeParam(oid types.OID, raw []byte, code int16, format *types.Format) (datum.Datum, error) {
	switch code {
	case textFormat:
		if err := checkUTF8(raw); err != nil {
			return datum.Null, err
		}
		return types.ParseText(oid, string(raw), -1, format)
	case binaryFormat:
		return types.DecodeBinary(oid, raw)
	}
	return datum.Null, badFormatCode(code)
}

// execute answers Execute.
func (c *conn) execute(body []byte) error {
	msg, err := decodeExecute(body)
	if err != nil {
		return err
	}
	p, err := c.portal(msg.Portal)
	if err != nil {
		return err
	}
	if p.run == nil {
		return c.out.send(&pgproto3.EmptyQueryResponse{})
	}
	if !p.prepared.IsTransactionExit() {
		if err := c.refuseIfFailed(); err != nil {
			return err
		}
	}
	if p.done && p.run.Columns() == nil {
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, `portal "%s" cannot be run`, p.name)
	}
	if err := p.checkFormatCodes(); err != nil {
		return err
	}
	sink := portalSink{rowSink: rowSink{c: c}}
	sink.begin(p.run.Columns(), p.formats)
	suspended, err := p.run.Execute(c.ctx, &sink, max(0, int(int32(msg.MaxRows))))
	if err != nil {
		return err
	}
	if suspended {
		return c.out.send(&pgproto3.PortalSuspended{})
	}
	if err := c.checkCompleted(sink.completed); err != nil {
		return err
	}
	p.done = true
	return c.out.err
}

// portalSink takes the results of an Execute: Describe has told the columns.
type portalSink struct {
	rowSink
	completed bool
}

func (s *portalSink) Columns([]Column) error { return nil }

func (s *portalSink) Complete(tag string) error {
	s.completed = true
	return s.c.complete(tag)
}

// closeNamed answers Close. What does not exist is closed already.
func (c *conn) closeNamed(body []byte) error {
	kind, name, err := decodeNamed(body)
	if err != nil {
		return err
	}
	switch kind {
	case 'S':
		c.session.StatementStore().Delete(name)
	case 'P':
		c.closePortal(name)
	default:
		return pgerr.New(pgerr.ProtocolViolation, "invalid CLOSE message subtype %d", kind)
	}
	return c.out.send(&pgproto3.CloseComplete{})
}

func (c *conn) flushMessage(body []byte) error {
	if err := (&fields{b: body}).end(); err != nil {
		return err
	}
	return c.out.flush()
}

// sync answers Sync: the end of a pipeline and of its implicit transaction.
func (c *conn) sync(body []byte) error {
	if err := (&fields{b: body}).end(); err != nil {
		return err
	}
	return c.finish()
}
