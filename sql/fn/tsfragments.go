package fn

import "math"

// headlineFragment is a part of a cover that may become a fragment.
type headlineFragment struct {
	first, last  int
	count, hits  int // words, and words of the query
	chosen, gone bool
}

// markFragments chooses up to so many parts of the document, those with most words
// of the query first, and marks their tokens (mark_hl_fragments).
func (o *headlineOptions) markFragments(c *Context, words []headlineWord) ([]bool, error) {
	in := make([]bool, len(words))
	var parts []headlineFragment
	for from, n := 0, 1; o.query != nil; n++ {
		if err := cancelled(c, n); err != nil {
			return nil, err
		}
		p, q, ok := o.headlineCover(words, from)
		if !ok {
			break
		}
		from = p + 1
		for first := p; first <= q; {
			f := o.cutFragment(words, first, q)
			parts = append(parts, f)
			first = f.last + 1
		}
	}
	marked := 0
	for ; marked < o.fragments; marked++ {
		best, hits, count := -1, 0, math.MaxInt
		for i, f := range parts {
			if !f.chosen && !f.gone && (hits < f.hits || hits == f.hits && count > f.count) {
				best, hits, count = i, f.hits, f.count
			}
		}
		if best < 0 {
			break
		}
		f := &parts[best]
		f.chosen = true
		o.stretch(words, in, f)
		for i := f.first; i <= f.last; i++ {
			in[i] = true
		}
		for i := range parts {
			if g := &parts[i]; i != best && g.first <= f.last && g.last >= f.first {
				g.gone = true
			}
		}
	}
	if marked == 0 {
		for i, count := 0, 0; i < len(words) && count < o.minWords; i++ {
			if words[i].counts() {
				count++
			}
			in[i] = true
		}
	}
	return in, nil
}

// cutFragment cuts a cover so that it has at most maxWords words and words of
// the query at both ends.
func (o *headlineOptions) cutFragment(words []headlineWord, first, last int) headlineFragment {
	for i := first; i <= last; i++ {
		first = i
		if len(words[i].nodes) > 0 {
			break
		}
	}
	f := headlineFragment{first: first, last: last}
	i := first
	for ; i <= last && f.count < o.maxWords; i++ {
		if words[i].counts() {
			f.count++
		}
		if len(words[i].nodes) > 0 {
			f.hits++
		}
	}
	if last <= i {
		return f
	}
	for ; i >= first; i-- {
		f.last = i
		if len(words[i].nodes) > 0 {
			break
		}
		if words[i].counts() {
			f.count--
		}
	}
	return f
}

// stretch lengthens a fragment to both sides, up to ones that are marked.
func (o *headlineOptions) stretch(words []headlineWord, in []bool, f *headlineFragment) {
	if f.count >= o.maxWords {
		return
	}
	room, at := (o.maxWords-f.count)/2, f.first
	for i, taken := f.first-1, 0; i >= 0 && taken < room && !in[i]; i-- {
		if words[i].counts() {
			f.count++
			taken++
		}
		at = i
	}
	for ; at < f.first && o.badEnd(&words[at]); at++ {
		if words[at].counts() {
			f.count--
		}
	}
	f.first, at = at, f.last
	for i := f.last + 1; i < len(words) && f.count < o.maxWords && !in[i]; i++ {
		if words[i].counts() {
			f.count++
		}
		at = i
	}
	for ; at > f.last && o.badEnd(&words[at]); at-- {
		if words[at].counts() {
			f.count--
		}
	}
	f.last = at
}
