package local

// blockQueue is a first-in, first-out queue of cached blocks, and the sum of
// what they are charged.
type blockQueue struct {
	blocks []*block // blocks[head:] are queued
	head   int
	bytes  int64
}

func (q *blockQueue) len() int { return len(q.blocks) - q.head }

func (q *blockQueue) push(b *block) {
	q.blocks = append(q.blocks, b)
	q.bytes += b.charged
}

// pop takes the oldest block out; there is one.
func (q *blockQueue) pop() *block {
	b := q.blocks[q.head]
	q.blocks[q.head] = nil
	q.head++
	q.bytes -= b.charged
	if q.head > len(q.blocks)/2 {
		n := copy(q.blocks, q.blocks[q.head:])
		clear(q.blocks[n:])
		q.blocks, q.head = q.blocks[:n], 0
	}
	return b
}

// drop takes out the blocks that gone reports, and ends their being cached.
func (q *blockQueue) drop(gone func(*block) bool) {
	left := q.blocks[:0]
	for _, b := range q.blocks[q.head:] {
		if gone(b) {
			q.bytes -= b.charged
			b.kept = false
			b.decoded.Store(nil)
			continue
		}
		left = append(left, b)
	}
	clear(q.blocks[len(left):])
	q.blocks, q.head = left, 0
}
