package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/types"
)

// TableStatistics is what ANALYZE found out about a table from a sample of its rows. It
// is immutable once it is stored.
type TableStatistics struct {
	Rows     float64   `json:"rows"`    // of the table, when it was analyzed
	Sampled  int       `json:"sampled"` // rows looked at
	Analyzed time.Time `json:"analyzed"`
	Auto     bool      `json:"auto,omitempty"` // by the server itself
	Columns  []ColumnStatistics
}

// ColumnStatistics are the figures of one column, in PostgreSQL's terms (pg_stats).
type ColumnStatistics struct {
	Key      int     `json:"key,omitempty"` // place in the primary key from 1 on; 0: an attribute
	Attr     AttrID  `json:"attr,omitempty"`
	NullFrac float64 `json:"null"`
	Width    float64 `json:"width"` // average bytes of values that are not NULL
	// Distinct is the number of values; a negative one is a share of the rows, and
	// grows with them. 0 is unknown.
	Distinct float64 `json:"distinct"`
	// Common are the most common values with the share of rows that have each.
	Common     []StatValue `json:"common,omitempty"`
	CommonFreq []float64   `json:"freq,omitempty"`
	// Bounds divide the other values into parts of equal numbers of rows, from the
	// least on.
	Bounds []StatValue `json:"bounds,omitempty"`
	// Correlation of the values' order with that of the key, from -1 to 1.
	Correlation float64 `json:"correlation,omitempty"`
}

// DistinctIn is the number of values in a table of so many rows.
func (c *ColumnStatistics) DistinctIn(rows float64) float64 {
	if c.Distinct < 0 {
		return max(1, -c.Distinct*rows)
	}
	return c.Distinct
}

// StatValue is a value with its type. In JSON it is the type's OID and the text.
type StatValue struct{ types.Value }

type statText struct {
	T types.OID `json:"t"`
	V string    `json:"v"`
}

// MarshalJSON writes the type and the text.
func (v StatValue) MarshalJSON() ([]byte, error) {
	return json.Marshal(statText{v.OID, types.TextOf(v.Value, types.DefaultFormat)})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (v *StatValue) UnmarshalJSON(b []byte) error {
	var t statText
	if err := json.Unmarshal(b, &t); err != nil {
		return err
	}
	var err error
	v.Value, err = types.ParseText(t.T, t.V, -1, types.DefaultFormat)
	return err
}

// ByKey finds the statistics of a column of the primary key, counted from 0; nil: none.
func (s *TableStatistics) ByKey(k int) *ColumnStatistics {
	return s.find(k+1, 0)
}

// ByAttr finds the statistics of an attribute, declared or free; nil: none.
func (s *TableStatistics) ByAttr(id AttrID) *ColumnStatistics { return s.find(0, id) }

func (s *TableStatistics) find(key int, id AttrID) *ColumnStatistics {
	if s == nil {
		return nil
	}
	for i := range s.Columns {
		if c := &s.Columns[i]; c.Key == key && c.Attr == id {
			return c
		}
	}
	return nil
}

// merged is s with the columns of older that it does not have.
func (s *TableStatistics) merged(older *TableStatistics) *TableStatistics {
	out := *s
	out.Columns = append([]ColumnStatistics(nil), s.Columns...)
	if older != nil {
		for i := range older.Columns {
			if c := &older.Columns[i]; s.find(c.Key, c.Attr) == nil {
				out.Columns = append(out.Columns, *c)
			}
		}
	}
	return &out
}

// Statistics returns what ANALYZE stored about a table; nil: nothing yet. The
// result must not be changed.
func (d *Dictionary) Statistics(ctx context.Context, table TableID) (*TableStatistics, error) {
	d.mu.Lock()
	s, ok := d.statistics.get(table)
	d.mu.Unlock()
	if ok {
		return s, nil
	}
	snap, err := d.store.Snapshot(ctx, 0)
	if err != nil {
		return nil, err
	}
	defer snap.Close()
	if s, err = readStatistics(ctx, snap, table); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if newer, ok := d.statistics.get(table); ok {
		return newer, nil
	}
	d.statistics.put(table, s)
	return s, nil
}

// SetStatistics stores statistics in a transaction of its own. With add, columns that s
// does not have keep theirs.
func (d *Dictionary) SetStatistics(ctx context.Context, table TableID, s *TableStatistics, add bool) error {
	stored := s
	err := atomically(ctx, d.store, func(txn kv.Txn) error {
		stored = s
		if add {
			older, err := readStatistics(ctx, txn, table)
			if err != nil {
				return err
			}
			stored = s.merged(older)
		}
		b, err := json.Marshal(stored)
		if err != nil {
			return err
		}
		return txn.Put(ctx, dictKey(table, dictStatistics), append([]byte{recordVersion}, b...))
	})
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.statistics.put(table, stored)
	return nil
}

func readStatistics(ctx context.Context, r kv.Reader, table TableID) (*TableStatistics, error) {
	key := dictKey(table, dictStatistics)
	b, err := r.Get(ctx, key)
	if errors.Is(err, kv.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s := new(TableStatistics)
	if len(b) == 0 || b[0] != recordVersion {
		return nil, &kv.CorruptError{Reason: fmt.Sprintf("statistics at key %x", key)}
	}
	if err := json.Unmarshal(b[1:], s); err != nil {
		// Values of a type that is read otherwise now: ANALYZE makes them anew.
		return nil, nil
	}
	return s, nil
}
