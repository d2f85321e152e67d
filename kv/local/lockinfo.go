package local

import "github.com/sparrowdb/sparrow/kv"

var _ kv.LockLister = (*Store)(nil)

// ContendedLocks implements kv.LockLister.
func (s *Store) ContendedLocks() []kv.LockInfo { return s.locks.list() }

func (t *lockTable) list() []kv.LockInfo {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out []kv.LockInfo
	for l := range t.contended {
		key := []byte(l.key)
		for _, h := range l.holders {
			out = append(out, kv.LockInfo{Key: key, Owner: h.owner.id, Mode: h.mode, Granted: true})
		}
		for _, w := range l.queue {
			info := kv.LockInfo{Key: key, Owner: w.owner.id, Mode: w.mode, Since: w.since}
			for _, b := range blockers(w.owner, nil) {
				info.Blockers = append(info.Blockers, b.id)
			}
			out = append(out, info)
		}
	}
	return out
}
