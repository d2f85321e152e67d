package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgSequence = &catalog.View{
	ID: 2224, Schema: "pg_catalog", Name: "pg_sequence", Kind: 'r',
	Columns: columns("seqrelid:oid seqtypid:oid seqstart:int8 seqincrement:int8 seqmax:int8 seqmin:int8 seqcache:int8 seqcycle:bool"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, q := range src.Catalog().Sequences(src.Instance()) {
			err := emit(datum.Row{
				oid(q.ID), oid(q.Type), int8(q.Start), int8(q.Increment), int8(q.Max), int8(q.Min), int8(q.Cache), boolean(q.Cycle),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

var pgSequences = &catalog.View{
	ID: 12048, Schema: "pg_catalog", Name: "pg_sequences", Kind: 'v',
	Columns: columns("schemaname:name sequencename:name sequenceowner:name data_type:regtype start_value:int8 " +
		"min_value:int8 max_value:int8 increment_by:int8 cycle:bool cache_size:int8 last_value:int8"),
	Rows: rows(func(ctx context.Context, src Sources, emit emitFunc) error {
		cat := src.Catalog()
		for _, q := range cat.Sequences(src.Instance()) {
			last := null
			if value, called, err := src.SequenceValue(ctx, q); err != nil {
				return err
			} else if called {
				last = int8(value)
			}
			err := emit(datum.Row{
				name(q.Schema), name(q.Name), name(cat.RoleName(q.OwnerID)),
				{OID: types.Regtype, I: int64(q.Type), S: types.TypeName(q.Type)},
				int8(q.Start), int8(q.Min), int8(q.Max), int8(q.Increment), boolean(q.Cycle), int8(q.Cache), last,
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}
