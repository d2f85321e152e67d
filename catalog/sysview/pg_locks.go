package sysview

import (
	"context"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Lock is a row of pg_locks.
type Lock struct {
	Type               string // tuple, relation, object or advisory
	Database, Relation types.OID
	ClassID, ObjID     uint32 // of an advisory lock
	ObjSubID           int
	PID                int32
	Mode               string
	Granted            bool
	WaitStart          time.Time // zero unless it waits
}

// pgLocks shows advisory locks, and of the others those that somebody waits for:
// rows that a large transaction holds are too many to show, and PostgreSQL does
// not show them either.
var pgLocks = &catalog.View{
	ID: 12073, Schema: "pg_catalog", Name: "pg_locks", Kind: 'v',
	Columns: columns("locktype:text database:oid relation:oid page:int4 tuple:int2 virtualxid:text transactionid:xid classid:oid objid:oid " +
		"objsubid:int2 virtualtransaction:text pid:int4 mode:text granted:bool fastpath:bool waitstart:timestamptz"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, l := range src.Locks() {
			relation, classID, objID, subID := null, null, null, null
			if l.Relation != 0 {
				relation = oid(l.Relation)
			}
			if l.Type == "advisory" {
				classID, objID, subID = oid(types.OID(l.ClassID)), oid(types.OID(l.ObjID)), int2(l.ObjSubID)
			}
			err := emit(datum.Row{
				text(l.Type), oid(l.Database), relation, null, null, null, null, classID, objID, subID,
				null, int4(int(l.PID)), text(l.Mode), boolean(l.Granted), no, instant(l.WaitStart),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}
