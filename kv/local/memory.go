package local

// Memory is what the store holds in memory, in bytes.
type Memory struct {
	// Deltas is what is committed and in no block yet, reservations of running
	// commits included; DeltasPeak the most it ever was.
	Deltas, DeltasPeak int64
	// Cache is the decoded blocks that are kept.
	Cache int64
	// Transactions is the write buffers of running transactions.
	Transactions int64
}

// Memory reads the store's own counters; each is kept below the bound in Options.
func (s *Store) Memory() Memory {
	s.budget.mu.Lock()
	peak := s.budget.peak
	s.budget.mu.Unlock()
	return Memory{
		Deltas: s.budget.used.Load(), DeltasPeak: peak,
		Cache: s.cache.used(), Transactions: s.txns.used.Load(),
	}
}
