package rowenc

import (
	"sync"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/types"
)

// trimMargin is how long expired cells and surplus versions stay after they
// went out of sight: clocks that are set back by less than that, and what is
// known of tables lagging behind commits, make no difference.
const trimMargin = time.Hour

// trimLag is how long the Trimmer goes by what it knows before it asks again.
const trimLag = time.Second

// Trimmer takes out of rows what no reader can see any more, when flushes write
// them anew: the Trim of the engine's kv.Codec. Until it is attached to a
// catalog it keeps everything. It is safe for concurrent use.
type Trimmer struct {
	now func() time.Time

	mu     sync.Mutex
	table  func(storage types.OID) (*catalog.Table, bool)
	oldest func() time.Time
	known  trimKnowledge
}

// trimKnowledge is what the Trimmer goes by for trimLag.
type trimKnowledge struct {
	at      time.Time
	horizon time.Time
	moments map[types.OID]trimMoment
}

// trimMoment is what flushes see of a table; none is true if they keep all.
type trimMoment struct {
	Moment
	none bool
}

// NewTrimmer makes a Trimmer that goes by the clock now.
func NewTrimmer(now func() time.Time) *Trimmer { return &Trimmer{now: now} }

// Attach tells where to ask: table finds the newest descriptor of the table
// that has a storage id, oldest is a moment that no running statement reads
// before.
func (t *Trimmer) Attach(table func(storage types.OID) (*catalog.Table, bool), oldest func() time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.table, t.oldest = table, oldest
}

// Trim is kv.Codec's: the value to keep of a row, or false if nothing is left
// of it.
func (t *Trimmer) Trim(key, value []byte) (kept []byte, ok bool) {
	storage, isRow := catalog.StorageOf(key)
	if !isRow {
		return value, true
	}
	m := t.moment(storage)
	if m.none {
		return value, true
	}
	return m.Trim(value)
}

// moment is what flushes see of the table that has a storage id.
func (t *Trimmer) moment(storage types.OID) trimMoment {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.table == nil {
		return trimMoment{none: true}
	}
	now := t.now()
	if age := now.Sub(t.known.at); age < 0 || age > trimLag || t.known.moments == nil {
		horizon := now.Add(-trimMargin)
		if oldest := t.oldest(); oldest.Before(horizon) {
			horizon = oldest
		}
		t.known = trimKnowledge{at: now, horizon: horizon, moments: map[types.OID]trimMoment{}}
	}
	m, ok := t.known.moments[storage]
	if !ok {
		m = t.look(storage)
		t.known.moments[storage] = m
	}
	return m
}

// look works out the moment of a table. What its options hide is kept while
// somebody may go by older ones.
func (t *Trimmer) look(storage types.OID) trimMoment {
	table, ok := t.table(storage)
	if !ok || !table.Options.Timed() || t.known.horizon.UnixMilli() < table.Options.RetainedSince {
		return trimMoment{none: true}
	}
	return trimMoment{Moment: MomentOf(table, t.known.horizon)}
}
