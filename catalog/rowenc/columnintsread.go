package rowenc

// intSeq is a sequence of integers to read from. Those of a fixed width stay
// packed; others are held decoded.
type intSeq struct {
	n      int
	values []int64 // all of them; nil if packed
	src    []byte
	width  int
	base   int64
	dict   []int64 // if not nil, what packed numbers are places in, with all places of width bits
}

// readInts takes a sequence of n integers.
func readInts(r *blockReader, n int) intSeq {
	s := intSeq{n: n}
	switch kind := r.byte(); kind {
	case intsConst:
		s.base = r.varint()
	case intsFrame:
		s.base = r.varint()
		s.readPacked(r, packedWidthMax)
	case intsDelta:
		s.readDeltas(r)
	case intsDict:
		s.readDict(r)
	case intsRuns:
		s.readRuns(r)
	case intsVarint:
		if n > r.left() {
			r.fail()
			return s
		}
		s.values = make([]int64, n)
		for i := range s.values {
			s.values[i] = r.varint()
		}
	default:
		r.fail()
	}
	return s
}

func (s *intSeq) readPacked(r *blockReader, widthMax int) {
	s.width = int(r.byte())
	if s.width > widthMax || s.width > 56 && s.width != packedWidthMax {
		r.fail()
		return
	}
	s.src = r.packed(s.n, s.width)
}

func (s *intSeq) readDeltas(r *blockReader) {
	first, least := r.varint(), r.varint()
	deltas := intSeq{n: s.n - 1, base: least}
	deltas.readPacked(r, packedWidthMax)
	if r.bad || s.n == 0 {
		r.fail()
		return
	}
	s.values = make([]int64, s.n)
	s.values[0] = first
	deltas.read(s.values[1:], 0)
	for i, d := range s.values[1:] {
		s.values[i+1] = s.values[i] + d
	}
}

func (s *intSeq) readDict(r *blockReader) {
	k := r.count()
	if k == 0 || k > intsDictMax {
		r.fail()
		return
	}
	dict := make([]int64, k, 2*k)
	dict[0] = r.varint()
	for i := 1; i < k; i++ {
		dict[i] = dict[i-1] + int64(r.uvarint(1<<64-1))
	}
	s.setDict(r, dict)
}

// setDict takes the packed places in dict. dict is widened to all places that
// the width allows, so that none read from damaged bytes lies outside.
func (s *intSeq) setDict(r *blockReader, dict []int64) {
	s.readPacked(r, packedWidth(uint64(max(len(dict), 1)-1)))
	if r.bad {
		return
	}
	for len(dict) < 1<<s.width {
		dict = append(dict, 0)
	}
	s.dict = dict
}

func (s *intSeq) readRuns(r *blockReader) {
	runs := int(r.uvarint(uint64(s.n)))
	if runs == 0 || r.nested {
		r.fail()
		return
	}
	r.nested = true
	values, lengths := readInts(r, runs), readInts(r, runs)
	r.nested = false
	if r.bad {
		return
	}
	s.values = make([]int64, 0, s.n)
	for i := range runs {
		n := lengths.at(i)
		if n < 0 || n > int64(s.n-len(s.values)) {
			r.fail()
			return
		}
		v := values.at(i)
		for ; n > 0; n-- {
			s.values = append(s.values, v)
		}
	}
	if len(s.values) != s.n {
		r.fail()
	}
}

// at is integer i.
func (s *intSeq) at(i int) int64 {
	if s.values != nil {
		return s.values[i]
	}
	x := s.base
	if s.width > 0 {
		x += int64(unpackOne(s.src, i, s.width))
	}
	if s.dict != nil {
		return s.dict[x]
	}
	return x
}

// read fills dst with the integers from from on.
func (s *intSeq) read(dst []int64, from int) {
	if s.values != nil {
		copy(dst, s.values[from:from+len(dst)])
		return
	}
	unpack(dst, s.src, from, s.width, s.base)
	if s.dict != nil {
		for i, x := range dst {
			dst[i] = s.dict[x]
		}
	}
}

// memory is the bytes that it holds besides the packed numbers.
func (s *intSeq) memory() int64 { return 8 * int64(cap(s.values)+cap(s.dict)) }
