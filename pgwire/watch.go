package pgwire

import "time"

// watchInterval is how often busy sessions are looked at: a statement is
// cancelled one to two intervals after its client vanished.
const watchInterval = time.Second

// watch cancels statements whose client has gone; a session notices by itself
// only when it reads or writes.
func (s *Server) watch() {
	defer s.running.Done()
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	seen := map[*conn]uint64{}
	for {
		select {
		case <-tick.C:
		case <-s.ctx.Done():
			return
		}
		for _, c := range s.stillBusy(seen) {
			if peerGone(c.raw) {
				c.cancel()
				c.cancelStatement()
			}
		}
	}
}

// stillBusy returns the sessions that answer the same message as the last time,
// and notes in seen which message each one answers now.
func (s *Server) stillBusy(seen map[*conn]uint64) []*conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*conn
	for c := range seen {
		if _, ok := s.conns[c]; !ok {
			delete(seen, c)
		}
	}
	for c := range s.conns {
		n := c.busy.Load()
		if n&1 == 1 && seen[c] == n {
			list = append(list, c)
		}
		seen[c] = n
	}
	return list
}
