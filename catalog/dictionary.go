package catalog

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sort"
	"sync"
	"time"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Attributes is what a planner asks of a dictionary; Dictionary and DictTx
// have it.
type Attributes interface {
	// Lookup finds a visible free attribute by name.
	Lookup(ctx context.Context, table TableID, name string) (Attr, bool, error)
	// ByID finds a visible free attribute by id.
	ByID(ctx context.Context, table TableID, id AttrID) (Attr, bool, error)
	// List returns up to limit visible free attributes (0: all) in order of
	// first appearance. Of a table with more than limit, those that were
	// named first are taken.
	List(ctx context.Context, table TableID, limit int) ([]Attr, error)
	// TypesVersion changes whenever a name or type of the table becomes visible
	// (or ceases to be).
	TypesVersion(table TableID) uint64
}

// Dictionary is the committed attribute dictionary of all tables: an
// Attributes that is safe for concurrent use. It reads names on demand and
// keeps a bounded number of them; the store's watch keeps those right.
type Dictionary struct {
	store kv.Store
	opts  Options

	allocMu sync.Mutex // held by allocations of ids, which would conflict

	mu       sync.Mutex
	gen      uint64 // counts changes of names and types: what was read under an older one isn't cached
	names    *lru[nameOf, AttrID]
	attrs    *lru[attrOf, Attr]
	lists    *lru[TableID, cachedList]
	versions map[TableID]uint64
	counts   map[attrOf]*attrCount

	statistics *lru[TableID, *TableStatistics]
}

type nameOf struct {
	table TableID
	name  string
}

type attrOf struct {
	table TableID
	id    AttrID
}

type cachedList struct {
	limit int
	ids   []AttrID
}

func newDictionary(store kv.Store, opts Options) *Dictionary {
	return &Dictionary{
		store:    store,
		opts:     opts,
		names:    newLRU[nameOf, AttrID](opts.CachedAttributes),
		attrs:    newLRU[attrOf, Attr](opts.CachedAttributes),
		lists:    newLRU[TableID, cachedList](1024),
		versions: make(map[TableID]uint64),
		counts:   make(map[attrOf]*attrCount),

		statistics: newLRU[TableID, *TableStatistics](1024),
	}
}

// Lookup is Attributes.Lookup.
func (d *Dictionary) Lookup(ctx context.Context, table TableID, name string) (Attr, bool, error) {
	id, err := d.idOf(ctx, table, name)
	if err != nil || id == 0 {
		return Attr{}, false, err
	}
	return d.ByID(ctx, table, id)
}

// ByID is Attributes.ByID.
func (d *Dictionary) ByID(ctx context.Context, table TableID, id AttrID) (Attr, bool, error) {
	a, err := d.attr(ctx, table, id)
	if err != nil || len(a.Types) == 0 {
		return Attr{}, false, err
	}
	return a, true, d.fillCounts(ctx, table, &a)
}

// TypesVersion is Attributes.TypesVersion.
func (d *Dictionary) TypesVersion(table TableID) uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.versions[table]
}

// idOf returns the id allocated for a name, visible or not; 0 is none.
func (d *Dictionary) idOf(ctx context.Context, table TableID, name string) (AttrID, error) {
	d.mu.Lock()
	id, ok := d.names.get(nameOf{table, name})
	gen := d.gen
	d.mu.Unlock()
	if ok {
		return id, nil
	}
	snap, err := d.store.Snapshot(ctx, 0)
	if err != nil {
		return 0, err
	}
	defer snap.Close()
	key := dictNameKey(table, name)
	switch v, err := snap.Get(ctx, key); {
	case errors.Is(err, kv.ErrNotFound):
	case err != nil:
		return 0, err
	default:
		if id, err = decodeAttrID(key, v); err != nil {
			return 0, err
		}
	}
	d.cache(gen, func() { d.names.put(nameOf{table, name}, id) })
	return id, nil
}

// cache runs put unless something changed since generation gen.
func (d *Dictionary) cache(gen uint64, put func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.gen == gen {
		put()
	}
}

// attr returns an attribute, visible or not, without its counts.
func (d *Dictionary) attr(ctx context.Context, table TableID, id AttrID) (Attr, error) {
	d.mu.Lock()
	a, ok := d.attrs.get(attrOf{table, id})
	gen := d.gen
	d.mu.Unlock()
	if ok {
		return a, nil
	}
	snap, err := d.store.Snapshot(ctx, 0)
	if err != nil {
		return Attr{}, err
	}
	defer snap.Close()
	if a, err = readAttr(ctx, snap, table, id); err != nil {
		return Attr{}, err
	}
	d.cache(gen, func() { d.attrs.put(attrOf{table, id}, a) })
	return a, nil
}

// readAttr reads an attribute's name and types.
func readAttr(ctx context.Context, r kv.Reader, table TableID, id AttrID) (Attr, error) {
	a := Attr{ID: id}
	span := prefixSpan(binary.BigEndian.AppendUint32(dictKey(table, dictType), uint32(id)))
	it := r.Scan(ctx, span, kv.ScanOptions{})
	defer it.Close()
	for it.Next() {
		if err := a.see(it.Key(), it.Value()); err != nil {
			return Attr{}, err
		}
	}
	if err := it.Err(); err != nil {
		return Attr{}, err
	}
	name, err := r.Get(ctx, dictIDKey(table, id))
	if err != nil && !errors.Is(err, kv.ErrNotFound) {
		return Attr{}, err
	}
	a.Name = string(name)
	return a, nil
}

// typeKeyBytes is the length of a type entry's key.
const typeKeyBytes = tablePrefixBytes + 1 + 2*oidBytes

// see takes over a type entry.
func (a *Attr) see(key, value []byte) error {
	if len(key) != typeKeyBytes || len(value) != 8 {
		return &kv.CorruptError{Reason: fmt.Sprintf("dictionary entry at key %x", key)}
	}
	at := time.UnixMicro(int64(binary.BigEndian.Uint64(value))).UTC()
	if len(a.Types) == 0 || at.Before(a.FirstSeen) {
		a.FirstSeen = at
	}
	a.Types = append(a.Types, types.OID(binary.BigEndian.Uint32(key[typeKeyBytes-oidBytes:])))
	return nil
}

// List is Attributes.List.
func (d *Dictionary) List(ctx context.Context, table TableID, limit int) ([]Attr, error) {
	ids, err := d.listIDs(ctx, table, limit)
	if err != nil {
		return nil, err
	}
	list := make([]Attr, 0, len(ids))
	for _, id := range ids {
		a, ok, err := d.ByID(ctx, table, id)
		if err != nil {
			return nil, err
		}
		if ok {
			list = append(list, a)
		}
	}
	sortByAppearance(list)
	return list, nil
}

func sortByAppearance(list []Attr) {
	sort.SliceStable(list, func(i, j int) bool {
		if !list[i].FirstSeen.Equal(list[j].FirstSeen) {
			return list[i].FirstSeen.Before(list[j].FirstSeen)
		}
		return list[i].ID < list[j].ID
	})
}

// listIDs returns the ids of the first limit visible attributes, by id.
func (d *Dictionary) listIDs(ctx context.Context, table TableID, limit int) ([]AttrID, error) {
	d.mu.Lock()
	cached, ok := d.lists.get(table)
	gen := d.gen
	d.mu.Unlock()
	if ok && cached.limit == limit {
		return cached.ids, nil
	}
	snap, err := d.store.Snapshot(ctx, 0)
	if err != nil {
		return nil, err
	}
	defer snap.Close()
	it := snap.Scan(ctx, prefixSpan(dictKey(table, dictType)), kv.ScanOptions{})
	defer it.Close()
	ids := []AttrID{}
	for it.Next() {
		if len(it.Key()) != typeKeyBytes {
			return nil, &kv.CorruptError{Reason: fmt.Sprintf("dictionary entry at key %x", it.Key())}
		}
		id := AttrID(binary.BigEndian.Uint32(it.Key()[tablePrefixBytes+1:]))
		if n := len(ids); n > 0 && ids[n-1] == id {
			continue
		}
		if limit > 0 && len(ids) == limit {
			break
		}
		ids = append(ids, id)
	}
	if err := it.Err(); err != nil {
		return nil, err
	}
	d.cache(gen, func() { d.lists.put(table, cachedList{limit, ids}) })
	return ids, nil
}

// noteChange is called by the watch, before the commit that wrote keys
// returns: what was cached of them is forgotten.
func (d *Dictionary) noteChange(keys [][]byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, key := range keys {
		if len(key) <= tablePrefixBytes {
			continue
		}
		table := TableID(binary.BigEndian.Uint32(key[1:]))
		rest := key[tablePrefixBytes+1:]
		switch kind := key[tablePrefixBytes]; {
		case kind == dictName:
			d.gen++
			d.names.remove(nameOf{table, string(rest)})
		case kind == dictID && len(rest) >= oidBytes:
			d.gen++
			d.attrs.remove(attrOf{table, AttrID(binary.BigEndian.Uint32(rest))})
		case kind == dictType && len(rest) >= oidBytes:
			d.gen++
			d.attrs.remove(attrOf{table, AttrID(binary.BigEndian.Uint32(rest))})
			d.lists.remove(table)
			d.versions[table]++
		}
	}
}

func decodeAttrID(key, value []byte) (AttrID, error) {
	if len(value) != oidBytes {
		return 0, &kv.CorruptError{Reason: fmt.Sprintf("dictionary entry at key %x", key)}
	}
	return AttrID(binary.BigEndian.Uint32(value)), nil
}
