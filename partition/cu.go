package partition

// Capacity units by Tablestore's rules ("Capacity unit" in its documentation):
// one read CU is 4 KiB read, one write CU is 4 KiB written, rounded up; a call
// on one row is rounded by itself, a page of a range read once.
const (
	// CUBytes is the bytes of one capacity unit.
	CUBytes = 4 << 10
	// PageRows and PageBytes end a page of a range read, whichever comes first.
	// Both count what is scanned: a filter changes nothing.
	PageRows  = 5_000
	PageBytes = 4 << 20
)

// ReadCU is the read capacity units of one point read of so many bytes: names
// and values of the key and of the attributes read. A row that isn't there
// costs one.
func ReadCU(bytes int64) int64 { return roundUp(bytes) }

// WriteCU is the write capacity units of one row write. Key and written
// attributes count names and values; of a removed attribute its name. A deleted
// row counts its key.
func WriteCU(keyBytes, attrBytes, deletedNameBytes int64) int64 {
	return roundUp(keyBytes + attrBytes + deletedNameBytes)
}

// CheckCU is the read capacity units of an existence check: the uniqueness check
// of an INSERT, the look-up of an UPDATE or DELETE by key.
func CheckCU(keyBytes int64) int64 { return roundUp(keyBytes) }

// RangeCU estimates the read capacity units of a range read that scans so many
// rows and bytes. It is exact up to one page; of several pages each may round
// up once more than the estimate says.
func RangeCU(rows, bytes int64) int64 {
	pages := max(ceil(rows, PageRows), ceil(bytes, PageBytes), 1)
	return max(ceil(bytes, CUBytes), pages)
}

func roundUp(bytes int64) int64 { return max(ceil(bytes, CUBytes), 1) }

func ceil(n, unit int64) int64 { return (n + unit - 1) / unit }
