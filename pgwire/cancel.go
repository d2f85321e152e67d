package pgwire

import (
	"crypto/subtle"
	"encoding/binary"
	"time"
)

// wrongCancelDelay is how long a wrong cancel request is kept waiting for its
// end: it makes guessing slow for each connection that guesses.
const wrongCancelDelay = 20 * time.Millisecond

// cancelRequest handles the body of a CancelRequest: process number and
// secret. There is no answer in any case.
func (s *Server) cancelRequest(body []byte) {
	if len(body) >= 4 {
		pid, secret := int32(binary.BigEndian.Uint32(body)), body[4:]
		s.mu.Lock()
		c := s.sessions[pid]
		s.mu.Unlock()
		if c != nil && c.hasSecret(secret) {
			s.stats.cancels.Add(1)
			c.cancelStatement()
			return
		}
	}
	s.stats.wrongCancels.Add(1)
	select {
	case <-time.After(wrongCancelDelay):
	case <-s.ctx.Done():
	}
}

// hasSecret compares in a time that does not depend on where they differ.
func (c *conn) hasSecret(secret []byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.secret) > 0 && subtle.ConstantTimeCompare(c.secret, secret) == 1
}
