package catalog

import (
	"context"
	"encoding/binary"
	"slices"
	"time"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// DictTx is the dictionary as one transaction sees it: Attributes with its own
// uncommitted attributes and types. Like its kv.Txn it belongs to one
// goroutine at a time. Tx makes, marks and rewinds it.
type DictTx struct {
	dict *Dictionary
	txn  kv.Txn
	log  []dictChange
	own  map[attrOf]ownAttr // what log amounts to
	// version makes TypesVersion differ after each change and rewind.
	version uint64
	// counts are layers, one per open savepoint, the lowest the transaction's.
	counts []map[attrOf]AttrCounts
}

// dictChange is one change of a free attribute by the transaction: a new type,
// a new name, or its end.
type dictChange struct {
	of      attrOf
	typ     types.OID
	at      time.Time
	newName string
	gone    bool
}

// ownAttr is what the transaction changed about a free attribute.
type ownAttr struct {
	types   []types.OID
	first   time.Time
	newName string
	gone    bool
}

type dictMark struct{ log, layers int }

func newDictTx(d *Dictionary, txn kv.Txn) *DictTx {
	return &DictTx{dict: d, txn: txn, own: make(map[attrOf]ownAttr), counts: make([]map[attrOf]AttrCounts, 1)}
}

// Lookup is Attributes.Lookup.
func (x *DictTx) Lookup(ctx context.Context, table TableID, name string) (Attr, bool, error) {
	for of, own := range x.own {
		if of.table == table && own.newName == name && !own.gone {
			return x.ByID(ctx, table, of.id)
		}
	}
	id, err := x.dict.idOf(ctx, table, name)
	if err != nil || id == 0 {
		return Attr{}, false, err
	}
	a, ok, err := x.ByID(ctx, table, id)
	if ok && a.Name != name { // renamed by this transaction
		return Attr{}, false, err
	}
	return a, ok, err
}

// ByID is Attributes.ByID.
func (x *DictTx) ByID(ctx context.Context, table TableID, id AttrID) (Attr, bool, error) {
	own, changed := x.own[attrOf{table, id}]
	if !changed {
		return x.dict.ByID(ctx, table, id)
	}
	a, err := x.dict.attr(ctx, table, id)
	if err != nil {
		return Attr{}, false, err
	}
	if own.gone {
		a.Types, a.FirstSeen = nil, time.Time{}
	}
	if len(own.types) > 0 {
		if len(a.Types) == 0 {
			a.FirstSeen = own.first
		}
		a.Types = mergeTypes(a.Types, own.types)
	}
	if own.newName != "" {
		a.Name = own.newName
	}
	if len(a.Types) == 0 {
		return Attr{}, false, nil
	}
	return a, true, x.dict.fillCounts(ctx, table, &a)
}

// mergeTypes returns the types of both lists, by OID.
func mergeTypes(a, b []types.OID) []types.OID {
	merged := append(slices.Clone(a), b...)
	slices.Sort(merged)
	return slices.Compact(merged)
}

// List is Attributes.List.
func (x *DictTx) List(ctx context.Context, table TableID, limit int) ([]Attr, error) {
	if !x.changed(table) {
		return x.dict.List(ctx, table, limit)
	}
	ids, err := x.dict.listIDs(ctx, table, 0)
	if err != nil {
		return nil, err
	}
	ids = slices.Clone(ids)
	for of := range x.own {
		if of.table == table {
			ids = append(ids, of.id)
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	var list []Attr
	for _, id := range ids {
		a, ok, err := x.ByID(ctx, table, id)
		if err != nil {
			return nil, err
		}
		if ok {
			list = append(list, a)
		}
		if limit > 0 && len(list) == limit {
			break
		}
	}
	sortByAppearance(list)
	return list, nil
}

func (x *DictTx) changed(table TableID) bool {
	for of := range x.own {
		if of.table == table {
			return true
		}
	}
	return false
}

// TypesVersion is Attributes.TypesVersion. While the transaction has
// attributes of its own in the table, it differs from every other transaction's
// of this kind only with Tx.Changed or Own: plans that use them are not shared.
func (x *DictTx) TypesVersion(table TableID) uint64 {
	v := x.dict.TypesVersion(table)
	if !x.changed(table) {
		return v
	}
	return 1<<63 | v<<24 | x.version&(1<<24-1)
}

// Own reports whether the transaction has uncommitted attributes or types in
// the table.
func (x *DictTx) Own(table TableID) bool { return x.changed(table) }

// Ensure is Dictionary.Ensure.
func (x *DictTx) Ensure(ctx context.Context, table TableID, name string) (AttrID, error) {
	ids, err := x.EnsureAll(ctx, table, []string{name})
	if err != nil {
		return 0, err
	}
	return ids[0], nil
}

// EnsureAll is Dictionary.EnsureAll; a name that the transaction has renamed
// away can't be used again before it ends (55000).
func (x *DictTx) EnsureAll(ctx context.Context, table TableID, names []string) ([]AttrID, error) {
	ids, err := x.dict.EnsureAll(ctx, table, names)
	if err != nil || len(x.own) == 0 {
		return ids, err
	}
	for i, name := range names {
		if a, ok, err := x.Lookup(ctx, table, name); err != nil {
			return nil, err
		} else if ok {
			ids[i] = a.ID
			continue
		}
		if own := x.own[attrOf{table, ids[i]}]; own.newName != "" || own.gone {
			return nil, pgerr.New(pgerr.ObjectNotInPrerequisiteState,
				"attribute %q was renamed or declared in this transaction and can't be written before it ends", name)
		}
	}
	return ids, nil
}

// AllocateIDs is Dictionary.AllocateIDs.
func (x *DictTx) AllocateIDs(ctx context.Context, table TableID, n int) (AttrID, error) {
	return x.dict.AllocateIDs(ctx, table, n)
}

// See notes that a cell of type t is written. It costs nothing for a type that
// has been seen; a writer of many cells asks Attr.Has first.
func (x *DictTx) See(ctx context.Context, table TableID, id AttrID, t types.OID) error {
	of := attrOf{table, id}
	if slices.Contains(x.own[of].types, t) {
		return nil
	}
	a, err := x.dict.attr(ctx, table, id)
	if err != nil {
		return err
	}
	if a.Has(t) && !x.own[of].gone {
		return nil
	}
	at := time.Now().UTC()
	value := binary.BigEndian.AppendUint64(nil, uint64(at.UnixMicro()))
	if err := x.txn.PutUnchecked(ctx, dictTypeKey(table, id, t), value); err != nil {
		return err
	}
	x.note(dictChange{of: of, typ: t, at: at})
	return nil
}

// TakeOver ends a free attribute, because a declared column takes its id: the
// dictionary forgets its name and types.
func (x *DictTx) TakeOver(ctx context.Context, table TableID, a Attr) error {
	for _, t := range a.Types {
		if err := x.txn.Delete(ctx, dictTypeKey(table, a.ID, t)); err != nil {
			return err
		}
	}
	if err := x.txn.Delete(ctx, dictIDKey(table, a.ID)); err != nil {
		return err
	}
	if err := x.txn.Delete(ctx, dictNameKey(table, a.Name)); err != nil {
		return err
	}
	x.note(dictChange{of: attrOf{table, a.ID}, gone: true})
	return nil
}

// Rename gives a free attribute another name, which the caller has found to be
// free. Its type entries are written again so that every plan learns of it.
func (x *DictTx) Rename(ctx context.Context, table TableID, a Attr, newName string) error {
	if err := CheckColumnName(x.dict.opts.Limits, newName); err != nil {
		return err
	}
	if err := x.txn.Delete(ctx, dictNameKey(table, a.Name)); err != nil {
		return err
	}
	id := binary.BigEndian.AppendUint32(nil, uint32(a.ID))
	if err := x.txn.Put(ctx, dictNameKey(table, newName), id); err != nil {
		return err
	}
	if err := x.txn.Put(ctx, dictIDKey(table, a.ID), []byte(newName)); err != nil {
		return err
	}
	first := binary.BigEndian.AppendUint64(nil, uint64(a.FirstSeen.UnixMicro()))
	for _, t := range a.Types {
		if err := x.txn.PutUnchecked(ctx, dictTypeKey(table, a.ID, t), first); err != nil {
			return err
		}
	}
	x.note(dictChange{of: attrOf{table, a.ID}, newName: newName})
	return nil
}

func (x *DictTx) note(c dictChange) {
	x.log = append(x.log, c)
	x.replay(c)
}

func (x *DictTx) replay(c dictChange) {
	x.version++
	own := x.own[c.of]
	switch {
	case c.gone:
		own = ownAttr{gone: true}
	case c.newName != "":
		own.newName = c.newName
	default:
		if len(own.types) == 0 {
			own.first = c.at
		}
		own.types = append(slices.Clip(own.types), c.typ)
	}
	x.own[c.of] = own
}

// Count adds to an attribute's figures what a statement wrote: the change of
// the number of rows that have it, and of its stored bytes. It is taken over
// when the transaction commits.
func (x *DictTx) Count(table TableID, id AttrID, rows, bytes int64) {
	top := len(x.counts) - 1
	if x.counts[top] == nil {
		x.counts[top] = make(map[attrOf]AttrCounts)
	}
	of := attrOf{table, id}
	c := x.counts[top][of]
	c.Rows += rows
	c.Bytes += bytes
	x.counts[top][of] = c
}

func (x *DictTx) savepoint() dictMark {
	m := dictMark{log: len(x.log), layers: len(x.counts)}
	x.counts = append(x.counts, nil)
	return m
}

func (x *DictTx) rollbackTo(m dictMark) {
	if m.layers <= len(x.counts) {
		x.counts = append(x.counts[:m.layers], nil)
	}
	if m.log >= len(x.log) {
		return
	}
	x.log = x.log[:m.log]
	x.own = make(map[attrOf]ownAttr)
	for _, c := range x.log {
		x.replay(c)
	}
	x.version++
}

func (x *DictTx) release(m dictMark) {
	if m.layers < 1 || m.layers > len(x.counts) {
		return
	}
	for _, layer := range x.counts[m.layers:] {
		for of, c := range layer {
			x.addTo(m.layers-1, of, c)
		}
	}
	x.counts = x.counts[:m.layers]
}

func (x *DictTx) addTo(layer int, of attrOf, c AttrCounts) {
	if x.counts[layer] == nil {
		x.counts[layer] = make(map[attrOf]AttrCounts)
	}
	sum := x.counts[layer][of]
	sum.add(c)
	x.counts[layer][of] = sum
}

func (x *DictTx) committed() {
	x.release(dictMark{layers: 1})
	now := time.Now().UTC()
	for of, c := range x.counts[0] {
		c.LastSeen = now
		x.counts[0][of] = c
	}
	x.dict.addCounts(x.counts[0])
}
