package rowenc

import (
	"sort"
	"strings"
	"unsafe"
)

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
	split  []stringChunk
	block  *Columns // that split strings are of
}

// stringChunk is the strings of one section.
type stringChunk struct {
	section int
	first   int // string
	start   int // where it starts among the bytes of all
}

// readStrings takes a sequence of n strings of a block.
func readStrings(r *blockReader, n int, c *Columns) stringSeq {
	switch r.byte() {
	case stringsPlain:
		return readPlainStrings(r, n)
	case stringsSplit:
		return readSplitStrings(r, n, c)
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
		for i := range k {
			s.dict[i] = words.view(i)
		}
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
		s.setEnds(r, &lengths, r.left())
		if r.bad {
			return s
		}
		s.buf = r.bytes(int(s.ends[n-1]))
	}
	if len(prefix) > 0 && !r.bad {
		s.prepend(string(prefix))
	}
	return s
}

// setEnds sums up lengths, to at most most.
func (s *stringSeq) setEnds(r *blockReader, lengths *intSeq, most int) {
	s.ends = make([]uint32, s.n)
	end := int64(0)
	for i := range s.ends {
		l := lengths.at(i)
		if l < 0 || l > int64(most)-end {
			r.fail()
			return
		}
		end += l
		s.ends[i] = uint32(end)
	}
}

func readSplitStrings(r *blockReader, n int, c *Columns) stringSeq {
	s := stringSeq{n: n, block: c}
	lengths := readInts(r, n)
	if r.bad {
		return s
	}
	if s.setEnds(r, &lengths, blockRawBytesMax); r.bad {
		return s
	}
	section := int(r.uvarint(uint64(len(c.sections))))
	chunks := r.count()
	if chunks > len(c.sections)-section {
		r.fail()
		return s
	}
	s.split = make([]stringChunk, chunks)
	first, start := 0, 0
	for i := range s.split {
		s.split[i] = stringChunk{section: section + i, first: first, start: start}
		first += int(r.uvarint(uint64(n - first)))
		if first > 0 {
			start = int(s.ends[first-1])
		}
		if start-s.split[i].start != c.sections[section+i].raw {
			r.fail()
			return s
		}
	}
	if first != n {
		r.fail()
	}
	return s
}

// prepend puts prefix in front of each string.
func (s *stringSeq) prepend(prefix string) {
	var out strings.Builder
	out.Grow(len(s.buf) + s.n*len(prefix))
	for i := range s.n {
		out.WriteString(prefix)
		out.WriteString(s.view(i))
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
func (s *stringSeq) at(i int) (string, error) {
	if s.dict != nil {
		return s.dict[s.places.at(i)], nil
	}
	if s.split == nil {
		return s.view(i), nil
	}
	k := sort.Search(len(s.split), func(k int) bool { return s.split[k].first > i }) - 1
	data, err := s.chunk(k)
	if err != nil {
		return "", err
	}
	from, to := s.bounds(i)
	return view(data[from-s.split[k].start : to-s.split[k].start]), nil
}

// view is string i of buf.
func (s *stringSeq) view(i int) string {
	from, to := s.bounds(i)
	return view(s.buf[from:to])
}

// chunk is the bytes of chunk k.
func (s *stringSeq) chunk(k int) ([]byte, error) {
	data, memory, err := s.block.sections[s.split[k].section].open()
	s.block.memory.Add(memory)
	return data, err
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
func (s *stringSeq) read(dst []string, from int) error {
	switch {
	case len(dst) == 0:
	case s.dict != nil:
		s.readDict(dst, from)
	case s.split != nil:
		return s.readSplit(dst, from)
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
	return nil
}

func (s *stringSeq) readDict(dst []string, from int) {
	if s.places.width == 0 {
		for i := range dst {
			dst[i] = s.dict[0]
		}
		return
	}
	var some [256]int64
	for len(dst) > 0 {
		places := some[:min(len(some), len(dst))]
		unpack(places, s.places.src, from, s.places.width, 0)
		for i, place := range places {
			dst[i] = s.dict[place]
		}
		dst, from = dst[len(places):], from+len(places)
	}
}

func (s *stringSeq) readSplit(dst []string, from int) error {
	for k := range s.split {
		first, last := s.split[k].first, s.n
		if k+1 < len(s.split) {
			last = s.split[k+1].first
		}
		low, high := max(first, from), min(last, from+len(dst))
		if low >= high {
			continue
		}
		data, err := s.chunk(k)
		if err != nil {
			return err
		}
		start, _ := s.bounds(low)
		base := s.split[k].start
		for i, end := range s.ends[low:high] {
			dst[low-from+i] = view(data[start-base : int(end)-base])
			start = int(end)
		}
	}
	return nil
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
func (s *stringSeq) memory() int64 {
	return s.extra + int64(4*cap(s.ends)+16*cap(s.dict)+24*cap(s.split))
}
