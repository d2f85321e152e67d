package partition

// RangeRead counts one range read while it goes on. The bytes of a page (4 MiB
// or 5,000 rows scanned) are rounded up once, even if the page spans several
// partitions, so that a count does not depend on where a table happens to be
// split; each unit is charged to the partition whose row began it.
//
//	r := meter.RangeRead(store.Locate(start))
//	defer r.Close()
//	for it.Next() {
//		r.Enter(store.Locate(it.Key())) // when the row lies in another partition
//		r.Row(bytes)
//	}
//
// A RangeRead belongs to one goroutine.
type RangeRead struct {
	meter   *Meter
	p       *Partition
	rows    int64 // scanned in this page
	bytes   int64
	charged int64 // units charged for this page
	any     bool  // some unit has been charged
	closed  bool
}

// RangeRead begins a range read in p, where its first key lies.
func (m *Meter) RangeRead(p *Partition) *RangeRead {
	return &RangeRead{meter: m, p: p}
}

// Enter says that the rows to come lie in p.
func (r *RangeRead) Enter(p *Partition) { r.p = p }

// Row counts one row scanned: bytes of its key and of the attributes read.
func (r *RangeRead) Row(bytes int64) {
	r.rows++
	r.bytes += bytes
	if r.bytes > r.charged*CUBytes {
		n := ceil(r.bytes, CUBytes)
		r.meter.add(r.p, Usage{ReadCU: n - r.charged})
		r.charged, r.any = n, true
	}
	if r.rows >= PageRows || r.bytes >= PageBytes {
		r.rows, r.bytes, r.charged = 0, 0, 0
	}
}

// Rows counts n rows scanned that have so many bytes together, as if all were
// of one size.
func (r *RangeRead) Rows(n, bytes int64) {
	for n > 0 {
		take := min(n, PageRows-r.rows)
		if each := bytes / n; each > 0 {
			take = min(take, max(1, ceil(PageBytes-r.bytes, each)))
		}
		share := bytes * take / n
		r.rows += take - 1
		r.Row(share)
		n, bytes = n-take, bytes-share
	}
}

// Close ends the read. One that found nothing costs one unit, as a point read
// of a missing row does. A second Close does nothing.
func (r *RangeRead) Close() {
	if !r.any && !r.closed {
		r.meter.add(r.p, Usage{ReadCU: 1})
	}
	r.closed = true
}
