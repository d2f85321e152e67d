package partition

import (
	"slices"
	"sync"
	"sync/atomic"
)

// Usage is an amount of capacity units.
type Usage struct {
	ReadCU, WriteCU int64
}

// Add returns the sum of u and v.
func (u Usage) Add(v Usage) Usage {
	return Usage{ReadCU: u.ReadCU + v.ReadCU, WriteCU: u.WriteCU + v.WriteCU}
}

// PartitionUsage is what a statement used of one partition.
type PartitionUsage struct {
	Partition *Partition
	Usage
}

// Meter counts the capacity units of a statement and charges them to its
// partitions, to its session's meter and to whatever is above. The executor
// reports each access with the logical bytes of the row: names and values, as
// the model counts them. All methods are safe for concurrent use. A nil *Meter
// still charges the partitions.
type Meter struct {
	parent          *Meter
	readCU, writeCU atomic.Int64

	mu      sync.Mutex
	touched []PartitionUsage // of accesses reported here, not below
	place   map[uint64]int   // in touched, by partition; nil while that is short
}

// NewMeter makes a meter whose counts also go to parent, which may be nil.
func NewMeter(parent *Meter) *Meter { return &Meter{parent: parent} }

// AddPointRead counts the read of one row by its key: bytes of the key and of
// the attributes read, 0 for a row that isn't there.
func (m *Meter) AddPointRead(p *Partition, bytes int64) {
	m.add(p, Usage{ReadCU: ReadCU(bytes)})
}

// AddRangeRead counts a range read that is known as a whole: the rows and bytes
// scanned in p by the time it ended. Use RangeRead where rows come one by one
// or the range goes on into other partitions.
func (m *Meter) AddRangeRead(p *Partition, rows, bytes int64) {
	m.add(p, Usage{ReadCU: RangeCU(rows, bytes)})
}

// AddCheck counts an existence check of one key.
func (m *Meter) AddCheck(p *Partition, keyBytes int64) {
	m.add(p, Usage{ReadCU: CheckCU(keyBytes)})
}

// AddWrite counts the write of one row: bytes of the key, of the attributes
// set, and of the names of attributes removed.
func (m *Meter) AddWrite(p *Partition, keyBytes, attrBytes, deletedNameBytes int64) {
	m.add(p, Usage{WriteCU: WriteCU(keyBytes, attrBytes, deletedNameBytes)})
}

// AddFailedCheck counts a conditional write whose check failed: one of each.
func (m *Meter) AddFailedCheck(p *Partition) {
	m.add(p, Usage{ReadCU: 1, WriteCU: 1})
}

func (m *Meter) add(p *Partition, u Usage) {
	if p != nil {
		p.load.charge(u)
	}
	if m == nil {
		return
	}
	if p != nil {
		m.touch(p, u)
	}
	for ; m != nil; m = m.parent {
		if u.ReadCU != 0 {
			m.readCU.Add(u.ReadCU)
		}
		if u.WriteCU != 0 {
			m.writeCU.Add(u.WriteCU)
		}
	}
}

func (m *Meter) touch(p *Partition, u Usage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := m.find(p.ID); i >= 0 {
		m.touched[i].Usage = m.touched[i].Add(u)
		return
	}
	m.touched = append(m.touched, PartitionUsage{Partition: p, Usage: u})
	switch n := len(m.touched); {
	case n == touchedListMax+1:
		m.place = make(map[uint64]int, 2*n)
		for i, t := range m.touched {
			m.place[t.Partition.ID] = i
		}
	case n > touchedListMax:
		m.place[p.ID] = n - 1
	}
}

// touchedListMax is how many partitions are searched one by one.
const touchedListMax = 8

// find returns the place of a partition in touched, or -1. Accesses come in runs
// to one partition: the newest entry is the likeliest.
func (m *Meter) find(id uint64) int {
	n := len(m.touched)
	if n > touchedListMax && m.touched[n-1].Partition.ID != id {
		if i, found := m.place[id]; found {
			return i
		}
		return -1
	}
	for i := n - 1; i >= 0; i-- {
		if m.touched[i].Partition.ID == id {
			return i
		}
	}
	return -1
}

// Total is what was counted here and in the meters below.
func (m *Meter) Total() Usage {
	if m == nil {
		return Usage{}
	}
	return Usage{ReadCU: m.readCU.Load(), WriteCU: m.writeCU.Load()}
}

// Partitions returns what was used of each partition touched through this very
// meter, in key order. The slice is the caller's.
func (m *Meter) Partitions() []PartitionUsage {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	touched := slices.Clone(m.touched)
	slices.SortFunc(touched, func(a, b PartitionUsage) int {
		return compareStarts(a.Partition, b.Partition)
	})
	return touched
}
