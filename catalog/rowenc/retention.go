package rowenc

import (
	"encoding/binary"
	"slices"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
)

// Moment says what is to be seen of a table's rows at one moment: which cells
// have expired, and how many versions of each there are. The zero Moment hides
// nothing and shows the newest version. It is immutable and safe for concurrent
// use.
//
// A cell expires when it is older than the table's ttl, to the millisecond. A
// row is gone when its last write, of whatever attribute, has expired; an
// attribute declared NOT NULL lives as long as its row, so that no row is ever
// seen without it.
type Moment struct {
	cutoff   int64            // cells written before have expired; none if not positive
	since    int64            // the time of rows that carry none
	versions int              // of an attribute that are kept; 0 stands for 1
	held     []catalog.AttrID // attributes that live as long as the row, by id
}

// MomentOf is what table t shows at now.
func MomentOf(t *catalog.Table, now time.Time) Moment {
	o := &t.Options
	if !o.Timed() {
		return Moment{}
	}
	m := Moment{cutoff: o.ExpiredBefore, since: o.TimedSince, versions: o.MaxVersions}
	if o.TTL > 0 {
		m.cutoff = max(m.cutoff, now.UnixMilli()-o.TTL.Milliseconds())
	}
	for _, c := range t.Columns {
		if c.NotNull && !c.Dropped && c.ID != 0 {
			m.held = append(m.held, c.ID)
		}
	}
	slices.Sort(m.held)
	return m
}

// Hides reports whether there may be rows that are gone.
func (m *Moment) Hides() bool { return m.cutoff > 0 }

// HidesIn reports whether there may be rows of a block that are gone, or newest
// cells that have expired.
func (m *Moment) HidesIn(c *Columns) bool {
	return c.timed && c.oldest < m.cutoff || c.plain && m.since < m.cutoff
}

// kept is how many versions of an attribute are seen.
func (m *Moment) kept() int { return max(m.versions, 1) }

// Gone reports whether all of a row has expired: to a reader at the moment
// there is no such row.
func (m *Moment) Gone(value []byte) (bool, error) {
	if m.cutoff <= 0 {
		return false, nil
	}
	at, err := m.rowTime(value)
	return at < m.cutoff, err
}

// rowTime is when a row was last written.
func (m *Moment) rowTime(value []byte) (int64, error) {
	if len(value) == 0 || value[0] != timedVersion {
		_, err := rowBody(value)
		return m.since, err
	}
	at, size := binary.Uvarint(value[1:])
	if size <= 0 || at > timeMax {
		return 0, corrupt("row time")
	}
	return int64(at), nil
}

// shows reports whether the version that h is at, the nth newest of its
// attribute, is to be seen.
func (m *Moment) shows(h *header) bool {
	if !h.timed {
		return true
	}
	if h.nth >= m.kept() {
		return false
	}
	return h.at >= m.cutoff || h.nth == 0 && h.rowAt >= m.cutoff && m.holds(catalog.AttrID(h.id))
}

func (m *Moment) holds(id catalog.AttrID) bool {
	_, ok := slices.BinarySearch(m.held, id)
	return ok
}

// NextWrite is the time of a write at now to a row whose value is old, nil if
// there is none: later than the row's last write whatever the clock says, so
// that the newest version is the one that was written last, and never so early
// that it had expired already.
func (m *Moment) NextWrite(old []byte, now time.Time) (int64, error) {
	at := min(max(now.UnixMilli(), m.cutoff, 0), timeMax)
	if old == nil {
		return at, nil
	}
	last, err := m.rowTime(old)
	return max(at, last+1), err
}
