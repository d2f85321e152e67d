package rowenc

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"unsafe"
)

// How a sequence of strings is laid out (COLUMNS.md): its first byte.
const (
	stringsPlain = iota // uvarint length of the prefix of all, the prefix, lengths without it, the bytes
	stringsDict         // uvarint count, the distinct strings in order as stringsPlain, width byte, places packed
)

const (
	// stringsPrefixMax bounds what a prefix multiplies to when read.
	stringsPrefixMax = 128
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
	return sc.appendPlain(append(dst, stringsPlain), values)
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

// stringSeq is a sequence of strings to read from. The strings that it gives
// share its memory, which never changes.
type stringSeq struct {
	n      int
	buf    []byte
	ends   []uint32 // where each ends in buf; nil if all are fixed bytes long
	fixed  int
	places intSeq
	dict   []string // if not nil, what places point to
	extra  int64    // bytes of buf that are its own
}

// readStrings takes a sequence of n strings.
func readStrings(r *blockReader, n int) stringSeq {
	switch r.byte() {
	case stringsPlain:
		return readPlainStrings(r, n)
	case stringsDict:
		k := int(r.uvarint(stringsDictMax))
		if k == 0 {
			r.fail()
			return stringSeq{}
		}
		words := readPlainStrings(r, k)
		s := stringSeq{n: n, places: intSeq{n: n}, extra: words.memory()}
		s.places.readPacked(r, packedWidth(uint64(k-1)))
		if r.bad {
			return s
		}
		s.dict = make([]string, max(k, 1<<s.places.width))
		words.read(s.dict[:k], 0)
		return s
	default:
		r.fail()
		return stringSeq{}
	}
}

func readPlainStrings(r *blockReader, n int) stringSeq {
	s := stringSeq{n: n}
	prefix := r.bytes(int(r.uvarint(stringsPrefixMax)))
	lengths := readInts(r, n)
	if r.bad {
		return s
	}
	if lengths.values == nil && lengths.width == 0 {
		if lengths.base < 0 || lengths.base > int64(r.left()/max(n, 1)) {
			r.fail()
			return s
		}
		s.fixed = int(lengths.base)
		s.buf = r.bytes(s.fixed * n)
	} else {
		s.ends = make([]uint32, n)
		end := int64(0)
		for i := range s.ends {
			l := lengths.at(i)
			if end += l; l < 0 || end > int64(r.left()) || l > int64(r.left()) {
				r.fail()
				return s
			}
			s.ends[i] = uint32(end)
		}
		s.buf = r.bytes(int(end))
	}
	if len(prefix) > 0 && !r.bad {
		s.prepend(string(prefix))
	}
	return s
}

// prepend puts prefix in front of each string.
func (s *stringSeq) prepend(prefix string) {
	var out strings.Builder
	out.Grow(len(s.buf) + s.n*len(prefix))
	for i := range s.n {
		out.WriteString(prefix)
		out.WriteString(s.at(i))
	}
	for i := range s.ends {
		s.ends[i] += uint32((i + 1) * len(prefix))
	}
	s.fixed += len(prefix)
	all := out.String()
	s.buf = unsafe.Slice(unsafe.StringData(all), len(all))
	s.extra = int64(len(all))
}

// at is string i.
func (s *stringSeq) at(i int) string {
	if s.dict != nil {
		return s.dict[s.places.at(i)]
	}
	from, to := s.bounds(i)
	return view(s.buf[from:to])
}

func (s *stringSeq) bounds(i int) (from, to int) {
	if s.ends == nil {
		return i * s.fixed, (i + 1) * s.fixed
	}
	if i > 0 {
		from = int(s.ends[i-1])
	}
	return from, int(s.ends[i])
}

// view is b as a string; b never changes.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// read fills dst with the strings from from on.
func (s *stringSeq) read(dst []string, from int) {
	if len(dst) == 0 {
		return
	}
	switch {
	case s.dict != nil:
		for i := range dst {
			dst[i] = s.dict[s.places.at(from+i)]
		}
	case s.ends == nil:
		for i := range dst {
			at := (from + i) * s.fixed
			dst[i] = view(s.buf[at : at+s.fixed])
		}
	default:
		start, _ := s.bounds(from)
		for i, end := range s.ends[from : from+len(dst)] {
			dst[i] = view(s.buf[start:end])
			start = int(end)
		}
	}
}

// bytes is the sum of the lengths of the strings [from, to).
func (s *stringSeq) bytes(from, to int) int64 {
	if from >= to {
		return 0
	}
	if s.dict == nil {
		first, _ := s.bounds(from)
		_, last := s.bounds(to - 1)
		return int64(last - first)
	}
	var n int64
	for ; from < to; from++ {
		n += int64(len(s.dict[s.places.at(from)]))
	}
	return n
}

// memory is the bytes that it holds besides the block's.
func (s *stringSeq) memory() int64 { return s.extra + int64(4*cap(s.ends)+16*cap(s.dict)) }
