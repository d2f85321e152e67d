package pgwire

import (
	"slices"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// The format codes of the protocol.
const (
	textFormat   int16 = 0
	binaryFormat int16 = 1
)

// portal is a portal as the protocol knows it.
type portal struct {
	name     string
	prepared Prepared
	run      Portal  // nil if the statement is empty
	formats  []int16 // of the results: none (text), one for all, or one each
	done     bool    // ran to its end
}

// setFormats takes the result formats of Bind.
func (p *portal) setFormats(formats []int16) error {
	if p.run == nil || p.run.Columns() == nil {
		return nil
	}
	if n := len(formats); n > 1 && n != len(p.run.Columns()) {
		return pgerr.New(pgerr.ProtocolViolation, "bind message has %d result formats but query has %d columns",
			n, len(p.run.Columns()))
	}
	p.formats = slices.Clone(formats)
	return nil
}

// checkFormatCodes refuses unknown codes; PostgreSQL does so only when rows
// are about to be sent.
func (p *portal) checkFormatCodes() error {
	for _, code := range p.formats {
		if code != textFormat && code != binaryFormat {
			return badFormatCode(code)
		}
	}
	return nil
}

func badFormatCode(code int16) *pgerr.Error {
	return pgerr.New(pgerr.InvalidParameterValue, "unsupported format code: %d", code)
}

// formatCode is the format of item i by a list of none, one, or one each.
func formatCode(formats []int16, i int) int16 {
	switch len(formats) {
	case 0:
		return textFormat
	case 1:
		return formats[0]
	}
	return formats[i]
}

func (p *portal) close() {
	if p.run != nil {
		p.run.Close()
	}
}

// portal finds an open portal.
func (c *conn) portal(name string) (*portal, error) {
	p := c.portals[name]
	if p != nil && p.run != nil && p.run.Ended() {
		c.closePortal(name)
		p = nil
	}
	if p == nil {
		return nil, pgerr.New(pgerr.InvalidCursorName, `portal "%s" does not exist`, name)
	}
	return p, nil
}

// makeRoom prepares for a new portal of a name: the unnamed one is replaced.
func (c *conn) makeRoom(name string) error {
	if name == "" {
		c.closePortal("")
		return nil
	}
	if p, _ := c.portal(name); p != nil {
		return pgerr.New(pgerr.DuplicateCursor, `cursor "%s" already exists`, name)
	}
	bound := limits.Portals.Value(c.srv.Limits)
	if int64(len(c.portals)) >= bound {
		return pgerr.New(pgerr.Code(limits.Portals.SQLSTATE), "too many open portals").
			WithDetail("Limit portals is %d per connection.", bound).
			WithHint("Close portals, or end the transaction.")
	}
	return nil
}

func (c *conn) closePortal(name string) {
	if p := c.portals[name]; p != nil {
		delete(c.portals, name)
		p.close()
	}
}

func (c *conn) closePortals() {
	for name := range c.portals {
		c.closePortal(name)
	}
}
