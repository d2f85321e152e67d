package rowenc

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// How a sequence of integers is laid out (COLUMNS.md): its first byte.
const (
	intsConst  = iota // zigzag varint
	intsFrame         // zigzag varint least, width byte, numbers above it packed
	intsDelta         // zigzag varints first and least difference, width byte, the n-1 differences packed
	intsDict          // the distinct values (uvarint count, zigzag varint first, uvarint gaps), width byte, places packed
	intsRuns          // uvarint runs, their values, their lengths, as sequences without runs
	intsVarint        // zigzag varints
)

// intsDictMax bounds the distinct values of a dictionary.
const intsDictMax = 1 << 12

// intsScratch is memory that appendInts uses again.
type intsScratch struct {
	distinct []int64
	table    []int32 // hash table of places in distinct plus 1
	places   []int64
	deltas   []int64
	runs     []int64
	lengths  []int64
}

// intsStats is what the choice of an encoding goes by.
type intsStats struct {
	least, most           int64
	leastDelta, mostDelta int64 // of differences that wrap around
	deltaWraps            bool
	runs                  int
	varintBytes           int
}

func statInts(values []int64) intsStats {
	s := intsStats{least: values[0], most: values[0], runs: 1, varintBytes: varintLen(values[0])}
	for i, v := range values[1:] {
		s.least, s.most = min(s.least, v), max(s.most, v)
		s.varintBytes += varintLen(v)
		last := values[i]
		d := v - last
		if (d < 0) != (v < last) {
			s.deltaWraps = true
		}
		if d != 0 {
			s.runs++
		}
		if i == 0 {
			s.leastDelta, s.mostDelta = d, d
		}
		s.leastDelta, s.mostDelta = min(s.leastDelta, d), max(s.mostDelta, d)
	}
	return s
}

func varintLen(v int64) int { return uvarintLen(uint64(v)<<1 ^ uint64(v>>63)) }

func uvarintLen(x uint64) int { return (bits.Len64(x|1) + 6) / 7 }

// appendInts appends at least one value in the encoding that is smallest.
func appendInts(dst []byte, values []int64, sc *intsScratch) []byte {
	return sc.append(dst, values, true)
}

// append is appendInts; inside of runs there are no runs.
func (sc *intsScratch) append(dst []byte, values []int64, mayRun bool) []byte {
	s := statInts(values)
	n := len(values)
	if s.least == s.most {
		return binary.AppendVarint(append(dst, intsConst), s.least)
	}
	width := packedWidth(uint64(s.most) - uint64(s.least))
	best, kind := varintLen(s.least)+1+packedBytes(n, width), intsFrame
	deltaWidth := packedWidth(uint64(s.mostDelta) - uint64(s.leastDelta))
	if !s.deltaWraps {
		size := varintLen(values[0]) + varintLen(s.leastDelta) + 1 + packedBytes(n-1, deltaWidth)
		if size < best {
			best, kind = size, intsDelta
		}
	}
	if s.varintBytes < best {
		best, kind = s.varintBytes, intsVarint
	}
	if mayRun && s.runs <= n/4 {
		from := len(dst)
		dst = sc.appendRuns(append(dst, intsRuns), values, s.runs)
		if len(dst)-from-1 < best {
			return dst
		}
		dst = dst[:from]
	}
	if distinct := sc.findDistinct(values, min(n/2, intsDictMax)); distinct != nil {
		dictWidth := packedWidth(uint64(len(distinct) - 1))
		if size := dictBytes(distinct) + 1 + packedBytes(n, dictWidth); size < best {
			return appendIntDict(append(dst, intsDict), distinct, dictWidth, values, sc)
		}
	}
	dst = append(dst, byte(kind))
	switch kind {
	case intsDelta:
		dst = binary.AppendVarint(dst, values[0])
		dst = binary.AppendVarint(dst, s.leastDelta)
		sc.deltas = sc.deltas[:0]
		for i, v := range values[1:] {
			sc.deltas = append(sc.deltas, v-values[i])
		}
		return appendPacked(append(dst, byte(deltaWidth)), sc.deltas, s.leastDelta, deltaWidth)
	case intsVarint:
		for _, v := range values {
			dst = binary.AppendVarint(dst, v)
		}
		return dst
	default:
		dst = binary.AppendVarint(dst, s.least)
		return appendPacked(append(dst, byte(width)), values, s.least, width)
	}
}

func (sc *intsScratch) appendRuns(dst []byte, values []int64, runs int) []byte {
	starts, lengths := slices.Grow(sc.runs[:0], runs), slices.Grow(sc.lengths[:0], runs)
	for i, v := range values {
		if i > 0 && v == values[i-1] {
			lengths[len(lengths)-1]++
			continue
		}
		starts, lengths = append(starts, v), append(lengths, 1)
	}
	sc.runs, sc.lengths = starts, lengths
	dst = binary.AppendUvarint(dst, uint64(runs))
	return sc.append(sc.append(dst, starts, false), lengths, false)
}

// findDistinct returns the distinct values in order, nil if there are more
// than most.
func (sc *intsScratch) findDistinct(values []int64, most int) []int64 {
	size := 1 << bits.Len(uint(2*most+2))
	sc.table = slices.Grow(sc.table[:0], size)[:size]
	clear(sc.table)
	sc.distinct = sc.distinct[:0]
	for _, v := range values {
		if sc.slot(v) >= 0 {
			continue
		}
		if len(sc.distinct) == most {
			return nil
		}
		sc.distinct = append(sc.distinct, v)
		sc.put(v, len(sc.distinct))
	}
	slices.Sort(sc.distinct)
	return sc.distinct
}

func (sc *intsScratch) hash(v int64) int {
	return int(uint64(v) * 0x9e3779b97f4a7c15 >> 32 & uint64(len(sc.table)-1))
}

// slot is where v stands in the table, -1 if it does not.
func (sc *intsScratch) slot(v int64) int {
	for i := sc.hash(v); ; i = (i + 1) & (len(sc.table) - 1) {
		switch place := sc.table[i]; {
		case place == 0:
			return -1
		case sc.distinct[place-1] == v:
			return i
		}
	}
}

func (sc *intsScratch) put(v int64, place int) {
	i := sc.hash(v)
	for sc.table[i] != 0 {
		i = (i + 1) & (len(sc.table) - 1)
	}
	sc.table[i] = int32(place)
}

func dictBytes(distinct []int64) int {
	n := uvarintLen(uint64(len(distinct))) + varintLen(distinct[0])
	for i, v := range distinct[1:] {
		n += uvarintLen(uint64(v) - uint64(distinct[i]))
	}
	return n
}

func appendIntDict(dst []byte, distinct []int64, width int, values []int64, sc *intsScratch) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(distinct)))
	dst = binary.AppendVarint(dst, distinct[0])
	for i, v := range distinct[1:] {
		dst = binary.AppendUvarint(dst, uint64(v)-uint64(distinct[i]))
	}
	return sc.appendPlaces(append(dst, byte(width)), distinct, width, values)
}

// appendPlaces appends the places of values in what findDistinct has returned.
func (sc *intsScratch) appendPlaces(dst []byte, distinct []int64, width int, values []int64) []byte {
	// Sorting moved the distinct values: the table is filled anew.
	clear(sc.table)
	for i, v := range distinct {
		sc.put(v, i+1)
	}
	sc.places = sc.places[:0]
	for _, v := range values {
		sc.places = append(sc.places, int64(sc.table[sc.slot(v)]-1))
	}
	return appendPacked(dst, sc.places, 0, width)
}
