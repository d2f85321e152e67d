package catalog

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/sparrowdb/sparrow/kv"
)

// AttrCounts are the figures of one attribute, free or declared.
type AttrCounts struct {
	Rows, Bytes int64
	LastSeen    time.Time // zero: never written
}

func (c *AttrCounts) add(o AttrCounts) {
	c.Rows += o.Rows
	c.Bytes += o.Bytes
	if o.LastSeen.After(c.LastSeen) {
		c.LastSeen = o.LastSeen
	}
}

// attrCount is the figures of one attribute in memory: stored is what the
// store has, delta what is to be added to it. loaded says that stored is known.
type attrCount struct {
	stored, delta AttrCounts
	loaded, dirty bool
}

// flushBatch is how many counts one small transaction writes.
const flushBatch = 512

// Counts returns the figures of an attribute, free or declared.
func (d *Dictionary) Counts(ctx context.Context, table TableID, id AttrID) (AttrCounts, error) {
	a := Attr{ID: id}
	err := d.fillCounts(ctx, table, &a)
	return AttrCounts{Rows: a.Rows, Bytes: a.Bytes, LastSeen: a.LastSeen}, err
}

// fillCounts sets the counts of a, stored and not yet stored ones together.
func (d *Dictionary) fillCounts(ctx context.Context, table TableID, a *Attr) error {
	of := attrOf{table, a.ID}
	d.mu.Lock()
	c, ok := d.counts[of]
	loaded := ok && c.loaded
	d.mu.Unlock()
	if !loaded {
		if err := d.loadCounts(ctx, of); err != nil {
			return err
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if c, ok = d.counts[of]; ok {
		sum := c.stored
		sum.add(c.delta)
		a.Rows, a.Bytes, a.LastSeen = max(sum.Rows, 0), max(sum.Bytes, 0), sum.LastSeen
	}
	return nil
}

func (d *Dictionary) loadCounts(ctx context.Context, of attrOf) error {
	snap, err := d.store.Snapshot(ctx, 0)
	if err != nil {
		return err
	}
	defer snap.Close()
	stored, err := readCounts(ctx, snap, of)
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if c := d.countOf(of); !c.loaded {
		c.stored, c.loaded = stored, true
	}
	return nil
}

// countOf returns the entry of an attribute; d.mu is held.
func (d *Dictionary) countOf(of attrOf) *attrCount {
	c, ok := d.counts[of]
	if !ok {
		c = new(attrCount)
		d.counts[of] = c
	}
	return c
}

// addCounts takes over what a committed transaction counted.
func (d *Dictionary) addCounts(deltas map[attrOf]AttrCounts) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for of, delta := range deltas {
		c := d.countOf(of)
		c.delta.add(delta)
		c.dirty = true
	}
}

// flushEvery writes counts until ctx ends.
func (d *Dictionary) flushEvery(ctx context.Context) {
	tick := time.NewTicker(d.opts.FlushInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := d.Flush(ctx); err != nil && ctx.Err() == nil {
				d.opts.Logger.Warn("attribute counts were not written; they are kept for the next time", "error", err)
			}
		}
	}
}

// Flush writes the counts that the store does not have yet.
func (d *Dictionary) Flush(ctx context.Context) error {
	for {
		batch := d.takeDirty()
		if len(batch) == 0 {
			d.forgetClean()
			return nil
		}
		stored := make(map[attrOf]AttrCounts, len(batch))
		err := atomically(ctx, d.store, func(txn kv.Txn) error { return writeCounts(ctx, txn, batch, stored) })
		if err != nil {
			d.addCounts(batch)
			return err
		}
		d.mu.Lock()
		for of, s := range stored {
			c := d.countOf(of)
			c.stored, c.loaded = s, true
		}
		d.mu.Unlock()
	}
}

func (d *Dictionary) takeDirty() map[attrOf]AttrCounts {
	d.mu.Lock()
	defer d.mu.Unlock()
	batch := make(map[attrOf]AttrCounts)
	for of, c := range d.counts {
		if !c.dirty {
			continue
		}
		batch[of] = c.delta
		c.delta, c.dirty = AttrCounts{}, false
		// Until stored is known again, readers load it.
		c.loaded = false
		if len(batch) == flushBatch {
			break
		}
	}
	return batch
}

// forgetClean bounds the memory of counts.
func (d *Dictionary) forgetClean() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for of, c := range d.counts {
		if len(d.counts) <= d.opts.CachedAttributes {
			return
		}
		if !c.dirty {
			delete(d.counts, of)
		}
	}
}

func writeCounts(ctx context.Context, txn kv.Txn, batch, stored map[attrOf]AttrCounts) error {
	for of, delta := range batch {
		sum, err := readCounts(ctx, txn, of)
		if err != nil {
			return err
		}
		sum.add(delta)
		stored[of] = sum
		if err := txn.Put(ctx, dictCountsKey(of.table, of.id), encodeCounts(sum)); err != nil {
			return err
		}
	}
	return nil
}

func readCounts(ctx context.Context, r kv.Reader, of attrOf) (AttrCounts, error) {
	key := dictCountsKey(of.table, of.id)
	value, err := r.Get(ctx, key)
	if errors.Is(err, kv.ErrNotFound) {
		return AttrCounts{}, nil
	}
	if err != nil {
		return AttrCounts{}, err
	}
	return decodeCounts(key, value)
}

func encodeCounts(c AttrCounts) []byte {
	b := binary.AppendVarint(nil, c.Rows)
	b = binary.AppendVarint(b, c.Bytes)
	return binary.AppendVarint(b, c.LastSeen.UnixMicro())
}

func decodeCounts(key, value []byte) (AttrCounts, error) {
	var v [3]int64
	for i := range v {
		x, n := binary.Varint(value)
		if n <= 0 {
			return AttrCounts{}, &kv.CorruptError{Reason: fmt.Sprintf("attribute counts at key %x", key)}
		}
		v[i], value = x, value[n:]
	}
	return AttrCounts{Rows: v[0], Bytes: v[1], LastSeen: time.UnixMicro(v[2]).UTC()}, nil
}
