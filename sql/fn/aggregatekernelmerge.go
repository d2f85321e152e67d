package fn

import (
	"math"
	"math/bits"

	"github.com/sparrowdb/sparrow/sql/datum"
)

// Merge adds the counts of another kernel.
func (k *countKernel) Merge(other AggKernel, from int, groups []int32) error {
	for i, n := range other.(*countKernel).counts[from : from+len(groups)] {
		k.counts[groups[i]] += n
	}
	return nil
}

// Merge adds the sums of another kernel.
func (k *intSumKernel) Merge(other AggKernel, from int, groups []int32) error {
	for i, o := range other.(*intSumKernel).states[from : from+len(groups)] {
		if err := k.states[groups[i]].add(o.n, o.sum); err != nil {
			return err
		}
	}
	return nil
}

// Merge adds the sums of another kernel.
func (k *wideSumKernel) Merge(other AggKernel, from int, groups []int32) error {
	for i, o := range other.(*wideSumKernel).states[from : from+len(groups)] {
		s := &k.states[groups[i]]
		var carry uint64
		s.low, carry = bits.Add64(s.low, o.low, 0)
		s.high += o.high + int64(carry)
		s.n += o.n
	}
	return nil
}

// Merge adds the sums of another kernel.
func (k *numericSumKernel) Merge(other AggKernel, from int, groups []int32) error {
	for i := range groups {
		o := &other.(*numericSumKernel).states[from+i]
		s := &k.states[groups[i]]
		if s.n += o.n; o.n == 0 {
			continue
		}
		sum, err := o.total()
		if err != nil {
			return err
		}
		if s.addSmall(sum) {
			continue
		}
		if s.large == nil {
			k.extra += numericLargeBytes
		}
		if err := s.addLarge(sum); err != nil {
			return err
		}
	}
	return nil
}

// Merge adds the sums of another kernel.
func (k *floatSumKernel) Merge(other AggKernel, from int, groups []int32) error {
	for i, o := range other.(*floatSumKernel).states[from : from+len(groups)] {
		s := &k.states[groups[i]]
		sum := s.sum + o.sum
		if k.float4 {
			sum = float64(float32(sum))
		}
		if math.IsInf(sum, 0) {
			if _, err := checkOverflow(sum, s.sum, o.sum); err != nil {
				return err
			}
		}
		s.sum, s.n = sum, s.n+o.n
	}
	return nil
}

// Merge adds the spreads of another kernel.
func (k *spreadKernel) Merge(other AggKernel, from int, groups []int32) error {
	for i := range groups {
		if err := k.states[groups[i]].merge(&other.(*spreadKernel).states[from+i]); err != nil {
			return err
		}
	}
	return nil
}

// merge combines two spreads as float8_combine does.
func (s *floatSpread) merge(o *floatSpread) error {
	switch {
	case o.n == 0:
		return nil
	case s.n == 0:
		s.n, s.sx, s.sxx = o.n, o.sx, o.sxx
		return nil
	}
	n, sx := s.n+o.n, s.sx+o.sx
	d := s.sx/s.n - o.sx/o.n
	sxx := s.sxx + o.sxx + s.n*o.n*d*d/n
	if math.IsInf(sx, 0) && !math.IsInf(s.sx, 0) && !math.IsInf(o.sx, 0) || math.IsInf(sxx, 0) && !math.IsInf(s.sxx, 0) && !math.IsInf(o.sxx, 0) {
		return floatOverflow()
	}
	s.n, s.sx, s.sxx = n, sx, sxx
	return nil
}

// Merge takes the better values of another kernel.
func (k *intExtremeKernel) Merge(other AggKernel, from int, groups []int32) error {
	return mergeWords(k, &other.(*intExtremeKernel).wordStates, from, groups)
}

// Merge takes the better values of another kernel.
func (k *floatExtremeKernel) Merge(other AggKernel, from int, groups []int32) error {
	return mergeWords(k, &other.(*floatExtremeKernel).wordStates, from, groups)
}

// Merge combines the values of another kernel.
func (k *foldKernel) Merge(other AggKernel, from int, groups []int32) error {
	return mergeWords(k, &other.(*foldKernel).wordStates, from, groups)
}

// mergeWords gives a kernel the values of another as if they were rows.
func mergeWords(k AggKernel, o *wordStates, from int, groups []int32) error {
	arg := &datum.Vector{Kind: datum.KindInt, Ints: o.words[from : from+len(groups)]}
	return k.Add(groups, present(o.some[from:from+len(groups)]), arg)
}

// present lists the places that are true.
func present(some []bool) []int32 {
	var sel []int32
	for i, ok := range some {
		if ok {
			sel = append(sel, int32(i))
		}
	}
	return sel
}

// Merge takes the better values of another kernel.
func (k *stringExtremeKernel) Merge(other AggKernel, from int, groups []int32) error {
	o := other.(*stringExtremeKernel)
	to := from + len(groups)
	return k.Add(groups, present(o.some[from:to]), &datum.Vector{Kind: datum.KindString, Strs: o.best[from:to]})
}

// Merge takes the better values of another kernel.
func (k *datumExtremeKernel) Merge(other AggKernel, from int, groups []int32) error {
	o := other.(*datumExtremeKernel).best[from : from+len(groups)]
	var sel []int32
	for i := range o {
		if !o[i].IsNull() {
			sel = append(sel, int32(i))
		}
	}
	return k.Add(groups, sel, &datum.Vector{Kind: datum.KindDatum, Vals: o})
}
