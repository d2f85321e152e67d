package sql

import (
	"encoding/binary"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/sysview"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Locks implements sysview.Sources: the locks that somebody waits for, and all
// advisory locks.
func (v viewSources) Locks() []sysview.Lock {
	var list []sysview.Lock
	for _, w := range v.s.engine.contendedLocks() {
		l := sysview.Lock{PID: int32(w.Owner), Granted: w.Granted, WaitStart: w.Since}
		v.place(&l, w.Key, w.Mode)
		list = append(list, l)
	}
	t := &v.s.engine.advisory
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, l := range t.locks {
		for s := range l.exclusive {
			list = append(list, advisoryRow(key, s, false))
		}
		for s := range l.shared {
			list = append(list, advisoryRow(key, s, true))
		}
		for _, w := range l.queue {
			row := advisoryRow(key, w.s, w.h.shared)
			row.Granted, row.WaitStart = false, w.since
			list = append(list, row)
		}
	}
	return list
}

// place says what a key of the store stands for.
func (v viewSources) place(l *sysview.Lock, key []byte, mode kv.LockMode) {
	// As PostgreSQL names the modes of its locks on tuples, and on relations.
	l.Mode = [...]string{"AccessExclusiveLock", "ExclusiveLock", "RowShareLock", "AccessShareLock"}[mode]
	l.Type, l.Database = "object", v.s.instance.ID
	table := types.OID(0)
	if storage, ok := catalog.StorageOf(key); ok {
		l.Type = "tuple"
		if t, ok := v.view.snap.TableByStorage(storage); ok {
			table = t.ID
		}
	} else if id, ok := catalog.DescriptorOf(key); ok {
		l.Type, table = "relation", id
	} else if len(key) == 5 && key[0] == tableLockPrefix {
		l.Type, table = "relation", types.OID(binary.BigEndian.Uint32(key[1:]))
	}
	l.Relation = table
	if t, ok := v.view.snap.Table(table); ok {
		l.Database = t.InstanceID
	}
}

func advisoryRow(key advisoryKey, s *Session, shared bool) sysview.Lock {
	l := sysview.Lock{
		Type: "advisory", Database: key.instance, PID: s.start.PID, Mode: "ExclusiveLock", Granted: true,
		ClassID: uint32(uint64(key.key.Key) >> 32), ObjID: uint32(key.key.Key), ObjSubID: 1,
	}
	if key.key.Pair {
		l.ObjSubID = 2
	}
	if shared {
		l.Mode = "ShareLock"
	}
	return l
}
