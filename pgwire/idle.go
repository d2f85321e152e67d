package pgwire

import (
	"time"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// armIdle bounds the wait for the next message by the session's idle timeout. The
// read deadline is the timer: an idle session costs nothing more. Other goroutines
// set a deadline in the past to interrupt the read, after they have said why;
// receiveType looks for that after the deadline was moved here.
func (c *conn) armIdle(status TxStatus) {
	d := c.session.IdleTimeout()
	if d <= 0 {
		return
	}
	c.idleUntil = time.Now().Add(d)
	c.idleError = fatal(pgerr.IdleSessionTimeout, "terminating connection due to idle-session timeout")
	if status != TxIdle {
		c.idleError = fatal(pgerr.IdleInTransactionSessionTimeout, "terminating connection due to idle-in-transaction timeout")
	}
	c.raw.SetReadDeadline(c.idleUntil)
}

// disarmIdle ends the bound when a message has come.
func (c *conn) disarmIdle() {
	if c.idleError != nil {
		c.idleError = nil
		c.raw.SetReadDeadline(time.Time{})
	}
}

// idleTooLong is the end of a session whose time is up, or nil.
func (c *conn) idleTooLong() error {
	if c.idleError != nil && !time.Now().Before(c.idleUntil) {
		return c.idleError
	}
	return nil
}
