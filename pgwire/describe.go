package pgwire

import (
	"encoding/binary"

	"github.com/jackc/pgproto3/v2"

	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// describe answers Describe. In a failed transaction, as in PostgreSQL, only
// what returns no rows can be described.
func (c *conn) describe(body []byte) error {
	kind, name, err := decodeNamed(body)
	if err != nil {
		return err
	}
	switch kind {
	case 'S':
		return c.describeStatement(name)
	case 'P':
		return c.describePortal(name)
	}
	return pgerr.New(pgerr.ProtocolViolation, "invalid DESCRIBE message subtype %d", kind)
}

func (c *conn) describeStatement(name string) error {
	prepared, err := c.statement(name)
	if err != nil {
		return err
	}
	cols := prepared.Columns()
	if cols != nil {
		if err := c.refuseIfFailed(); err != nil {
			return err
		}
	}
	params := prepared.Params()
	msg := pgproto3.ParameterDescription{ParameterOIDs: make([]uint32, len(params))}
	for i, oid := range params {
		msg.ParameterOIDs[i] = uint32(announced(oid))
	}
	if err := c.out.send(&msg); err != nil {
		return err
	}
	return c.describeRows(cols, nil)
}

func (c *conn) describePortal(name string) error {
	p, err := c.portal(name)
	if err != nil {
		return err
	}
	if p.run == nil {
		return c.describeRows(nil, nil)
	}
	cols := p.run.Columns()
	if cols != nil {
		if err := c.refuseIfFailed(); err != nil {
			return err
		}
	}
	return c.describeRows(cols, p.formats)
}

func (c *conn) describeRows(cols []Column, formats []int16) error {
	if cols == nil {
		return c.out.send(&pgproto3.NoData{})
	}
	return c.sendRowDescription(cols, formats)
}

// announced is the type that a client is told.
func announced(oid types.OID) types.OID {
	if oid == types.Variant {
		return types.Text
	}
	return oid
}

// sendRowDescription writes RowDescription by hand: it goes with every simple
// query and needs no copy of the columns.
func (c *conn) sendRowDescription(cols []Column, formats []int16) error {
	start := c.out.begin('T')
	b := binary.BigEndian.AppendUint16(c.out.buf, uint16(len(cols)))
	for i := range cols {
		col := &cols[i]
		oid, mod, size := announced(col.Type.OID), col.Type.Mod, int16(-1)
		if oid != col.Type.OID {
			mod = -1
		}
		if info := types.Lookup(oid); info != nil {
			size = info.Len
		}
		b = append(append(b, col.Name...), 0)
		b = binary.BigEndian.AppendUint32(b, uint32(col.TableOID))
		b = binary.BigEndian.AppendUint16(b, uint16(col.AttNum))
		b = binary.BigEndian.AppendUint32(b, uint32(oid))
		b = binary.BigEndian.AppendUint16(b, uint16(size))
		b = binary.BigEndian.AppendUint32(b, uint32(mod))
		b = binary.BigEndian.AppendUint16(b, uint16(formatCode(formats, i)))
	}
	c.out.buf = b
	return c.out.end(start)
}
