package sql

import (
	"bytes"
	"encoding/binary"
	"errors"
	mathbits "math/bits"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/partition"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// placeTable gives a new table (or its fresh storage) partitions of its own,
// and as many as WITH (partitions = n) asks for.
func (d *ddl) placeTable(t *catalog.Table) error {
	if err := d.partitions.CreateTableRange(d.ctx, catalog.TableSpan(t)); err != nil {
		return err
	}
	if t.Options.Partitions < 2 {
		return nil
	}
	codec := rowenc.NewCodec(t)
	var keys [][]byte
	for i := 1; i < t.Options.Partitions; i++ {
		v := evenBoundary(t.KeyTypes()[0].OID, i, t.Options.Partitions)
		key, err := codec.AppendKeyPrefix(nil, []datum.Datum{v})
		if err != nil {
			return err
		}
		keys = append(keys, key)
	}
	_, err := d.partitions.PreSplit(d.ctx, catalog.TableSpan(t), keys)
	return err
}

// checkPresplit refuses WITH (partitions = n) for keys whose values can't be
// foreseen.
func checkPresplit(t *catalog.Table) error {
	switch t.KeyTypes()[0].OID {
	case types.Int2, types.Int4, types.Int8, types.UUID, types.Bytea:
		return nil
	}
	return pgerr.New(pgerr.InvalidParameterValue, "option \"partitions\" needs a first key column of type integer, uuid or bytea").
		WithHint("Use ALTER TABLE … SPLIT AT VALUES with values that divide the keys.")
}

// evenBoundary is the i-th of n-1 values that divide the range of a type evenly.
func evenBoundary(t types.OID, i, n int) datum.Datum {
	share, _ := mathbits.Div64(uint64(i), 0, uint64(n)) // of 2^64
	switch t {
	case types.Int2:
		return types.NewInt2(int16(share>>48 ^ 1<<15))
	case types.Int4:
		return types.NewInt4(int32(share>>32 ^ 1<<31))
	case types.Int8:
		return types.NewInt8(int64(share ^ 1<<63))
	}
	b := binary.BigEndian.AppendUint64(nil, share)
	if t == types.UUID {
		return types.NewString(t, string(append(b, make([]byte, 8)...)))
	}
	return types.NewString(t, string(bytes.TrimRight(b, "\x00")))
}

// splitAt is ALTER TABLE … SPLIT AT VALUES. It is not undone by ROLLBACK.
func (d *ddl) splitAt(t *catalog.Table, a *ast.SplitAt) error {
	if t.HiddenKey() {
		return pgerr.New(pgerr.WrongObjectType, "table %q has no primary key to split at", t.Name)
	}
	codec, keyTypes := rowenc.NewCodec(t), t.KeyTypes()
	var keys [][]byte
	for _, row := range a.Rows {
		if len(row) != 1 {
			return pgerr.New(pgerr.InvalidParameterValue, "a boundary has one value, of the partition key %q",
				t.Columns[t.PrimaryKey[0]].Name).
				WithDetail("Rows that share a value of the first key column stay in one partition.").At(d.at(row[1]))
		}
		v, err := d.binder.Constant(row[0], keyTypes[0])
		if err != nil {
			return err
		}
		if v.IsNull() {
			return pgerr.New(pgerr.NullValueNotAllowed, "a boundary can't be NULL").At(d.at(row[0]))
		}
		key, err := codec.AppendKeyPrefix(nil, []datum.Datum{v})
		if err != nil {
			return err
		}
		keys = append(keys, key)
	}
	_, err := d.partitions.SplitAt(d.ctx, catalog.TableSpan(t), keys)
	var refused *partition.KeyError
	if !errors.As(err, &refused) {
		return err
	}
	row := a.Rows[refused.Index][0]
	switch {
	case errors.Is(err, partition.ErrBoundaryExists):
		return pgerr.New(pgerr.DuplicateObject, "a partition of table %q already begins at this value", t.Name).At(d.at(row))
	case errors.Is(err, partition.ErrPartitionChanged):
		return partitionChanged(t).At(d.at(row))
	}
	return err
}

// partitionChanged is 40001 for a split or merge that lost a race.
func partitionChanged(t *catalog.Table) *pgerr.Error {
	return pgerr.New(pgerr.SerializationFailure, "a partition of table %q was changed by another split or merge", t.Name).
		WithHint("Look at sparrow.partitions and run the statement again.")
}

// mergePartitions is ALTER TABLE … MERGE PARTITIONS. It is not undone by
// ROLLBACK.
func (d *ddl) mergePartitions(t *catalog.Table, a *ast.MergePartitions) error {
	ids := make([]uint64, len(a.IDs))
	for i, id := range a.IDs {
		ids[i] = uint64(id)
	}
	if len(ids) < 2 {
		return pgerr.New(pgerr.InvalidParameterValue, "MERGE PARTITIONS needs two or more partitions").At(d.at(a))
	}
	err := d.partitions.MergeIDs(d.ctx, catalog.TableSpan(t), ids)
	var refused *partition.IDError
	switch {
	case errors.Is(err, partition.ErrPartitionChanged):
		return partitionChanged(t).At(d.at(a))
	case !errors.As(err, &refused):
		return err
	case errors.Is(err, partition.ErrUnknownPartition):
		return pgerr.New(pgerr.UndefinedObject, "table %q has no partition %d", t.Name, refused.ID).At(d.at(a))
	default:
		return pgerr.New(pgerr.InvalidParameterValue, "partitions to merge must be neighbours").
			WithHint("sparrow.partitions lists them in key order.").At(d.at(a))
	}
}
