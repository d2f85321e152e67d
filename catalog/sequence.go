package catalog

import (
	"strings"
	"time"

	"github.com/sparrowdb/sparrow/sql/types"
)

// Sequence is the immutable descriptor of a sequence. A change makes a new one
// with a higher Version. Sequences share their names with tables. What a sequence
// has given out is not in the descriptor (SequenceValues).
type Sequence struct {
	ID      types.OID
	Version uint64
	// StorageID is in the key of the value. ALTER SEQUENCE RESTART gives a fresh
	// one, so that it can be rolled back.
	StorageID  types.OID
	InstanceID types.OID
	SchemaID   types.OID
	Schema     string
	Name       string
	OwnerID    types.OID
	Type       types.OID // int2, int4 or int8
	Start      int64     // what RESTART goes back to
	Begin      int64     // the first value of this storage
	Increment  int64
	Min, Max   int64
	Cache      int64
	Cycle      bool
	// OwnedBy is the table with whose column (its attnum) the sequence goes; 0: none.
	OwnedBy     TableID
	OwnedColumn int16
	Identity    bool // of an identity column
	Temporary   bool
	CreatedAt   time.Time
}

// Sequence finds a sequence by OID.
func (s *Snapshot) Sequence(id types.OID) (*Sequence, bool) { return s.sequences.Get(id) }

// SequenceByName finds a sequence in a schema.
func (s *Snapshot) SequenceByName(schema types.OID, name string) (*Sequence, bool) {
	id, ok := s.tableNames.Get(scoped(schema, name))
	if !ok {
		return nil, false
	}
	return s.sequences.Get(id)
}

// HasRelation reports whether a table or sequence of a schema has a name.
func (s *Snapshot) HasRelation(schema types.OID, name string) bool {
	_, ok := s.tableNames.Get(scoped(schema, name))
	return ok
}

// SequencesIn lists the sequences of a schema by name.
func (s *Snapshot) SequencesIn(schema types.OID) []*Sequence {
	var list []*Sequence
	prefix := scoped(schema, "")
	s.tableNames.Ascend(prefix, func(name string, id types.OID) bool {
		if !strings.HasPrefix(name, prefix) {
			return false
		}
		if q, ok := s.sequences.Get(id); ok {
			list = append(list, q)
		}
		return true
	})
	return list
}

// Sequences lists the sequences of an instance by schema and name.
func (s *Snapshot) Sequences(instance types.OID) []*Sequence {
	var list []*Sequence
	for _, sc := range s.Schemas(instance) {
		list = append(list, s.SequencesIn(sc.ID)...)
	}
	return list
}

// SequencesOf lists the sequences that go with a table, or with one of its
// columns if column is not 0.
func (s *Snapshot) SequencesOf(t *Table, column int16) []*Sequence {
	var list []*Sequence
	for _, q := range s.SequencesIn(t.SchemaID) {
		if q.OwnedBy == t.ID && (column == 0 || q.OwnedColumn == column) {
			list = append(list, q)
		}
	}
	return list
}
