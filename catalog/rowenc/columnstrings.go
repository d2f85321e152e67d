package rowenc

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unsafe"
)

// How a sequence of strings is laid out (COLUMNS.md): its first byte.
const (
	stringsPlain = iota // uvarint length of the prefix of all, the prefix, lengths without it, the bytes
	stringsDict         // uvarint count, the distinct strings in order as stringsPlain, width byte, places packed
	stringsSplit        // lengths, uvarint number of the first of some sections, uvarint how many, the strings in each
)

const (
	// stringsPrefixMax bounds what a prefix multiplies to when read.
	stringsPrefixMax = 128
	// stringsSplitMin is the size from which strings lie in sections of their own
	// of about stringsSplitBytes, so that one can be read without all others.
	stringsSplitMin   = 24 << 10
	stringsSplitBytes = 16 << 10
	// stringsDictMax bounds the distinct values of a dictionary.
	stringsDictMax = 1 << 12
)

// stringsScratch is memory that appendStrings uses again.
type stringsScratch struct {
	ints     intsScratch
	lengths  []int64
	places   []int64
	distinct map[string]int
	sorted   [][]byte
	// section adds a section to the block and returns its number. It is nil where
	// no block is laid out.
	section func(raw []byte) int
	raw     []byte
}

// appendStrings appends at least one value.
func appendStrings(dst []byte, values [][]byte, sc *stringsScratch) []byte {
	total := 0
	for _, v := range values {
		total += len(v)
	}
	if dict, size := sc.findDistinct(values, min(max(len(values)/2, 1), stringsDictMax)); dict != nil {
		width := packedWidth(uint64(len(dict) - 1))
		if size+packedBytes(len(values), width) < total {
			return sc.appendDict(dst, dict, width, values)
		}
	}
	if total >= stringsSplitMin && sc.section != nil {
		return sc.appendSplit(append(dst, stringsSplit), values)
	}
	return sc.appendPlain(append(dst, stringsPlain), values)
}

func (sc *stringsScratch) appendSplit(dst []byte, values [][]byte) []byte {
	sc.lengths, sc.places = sc.lengths[:0], sc.places[:0]
	for _, v := range values {
		sc.lengths = append(sc.lengths, int64(len(v)))
	}
	dst = appendInts(dst, sc.lengths, &sc.ints)
	sc.raw = sc.raw[:0]
	first, from := 0, 0
	for i, v := range values {
		if sc.raw = append(sc.raw, v...); len(sc.raw) < stringsSplitBytes && i+1 < len(values) {
			continue
		}
		if number := sc.section(sc.raw); len(sc.places) == 0 {
			first = number
		}
		sc.places = append(sc.places, int64(i+1-from))
		sc.raw, from = sc.raw[:0], i+1
	}
	dst = binary.AppendUvarint(dst, uint64(first))
	dst = binary.AppendUvarint(dst, uint64(len(sc.places)))
	for _, n := range sc.places {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	return dst
}

func (sc *stringsScratch) appendPlain(dst []byte, values [][]byte) []byte {
	prefix := values[0][:min(len(values[0]), stringsPrefixMax)]
	for _, v := range values[1:] {
		n := 0
		for n < len(prefix) && n < len(v) && prefix[n] == v[n] {
			n++
		}
		prefix = prefix[:n]
	}
	if len(values) == 1 {
		prefix = nil
	}
	dst = append(binary.AppendUvarint(dst, uint64(len(prefix))), prefix...)
	sc.lengths = sc.lengths[:0]
	for _, v := range values {
		sc.lengths = append(sc.lengths, int64(len(v)-len(prefix)))
	}
	dst = appendInts(dst, sc.lengths, &sc.ints)
	for _, v := range values {
		dst = append(dst, v[len(prefix):]...)
	}
	return dst
}

// findDistinct returns the distinct values in order and about what they take,
// nil if there are more than most.
func (sc *stringsScratch) findDistinct(values [][]byte, most int) (sorted [][]byte, size int) {
	if sc.distinct == nil {
		sc.distinct = map[string]int{}
	}
	clear(sc.distinct)
	sc.sorted = sc.sorted[:0]
	for i, v := range values {
		if i > 0 && bytes.Equal(v, values[i-1]) {
			continue
		}
		if _, ok := sc.distinct[string(v)]; ok {
			continue
		}
		if len(sc.sorted) == most {
			return nil, 0
		}
		sc.sorted = append(sc.sorted, v)
		// The key lives as long as the values do: the map is cleared with them.
		sc.distinct[unsafe.String(unsafe.SliceData(v), len(v))] = 0
		size += len(v) + 1
	}
	slices.SortFunc(sc.sorted, bytes.Compare)
	for i, v := range sc.sorted {
		sc.distinct[string(v)] = i
	}
	return sc.sorted, size
}

func (sc *stringsScratch) appendDict(dst []byte, dict [][]byte, width int, values [][]byte) []byte {
	dst = binary.AppendUvarint(append(dst, stringsDict), uint64(len(dict)))
	dst = sc.appendPlain(dst, dict)
	sc.places = sc.places[:0]
	for _, v := range values {
		sc.places = append(sc.places, int64(sc.distinct[string(v)]))
	}
	return appendPacked(append(dst, byte(width)), sc.places, 0, width)
}

// release forgets the values, which belong to others.
func (sc *stringsScratch) release() {
	clear(sc.distinct)
	clear(sc.sorted[:cap(sc.sorted)])
}
