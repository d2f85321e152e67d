package fn

import "strings"

// headline is the part of a text that shows best what the query has found.
func (o *headlineOptions) headline(c *Context, text string) (string, error) {
	words, err := o.words(c, text)
	if err != nil || len(words) == 0 {
		return "", err
	}
	in := make([]bool, len(words))
	switch {
	case o.fragments > 0:
		in, err = o.markFragments(c, words)
	case o.whole:
		for i := range in {
			in[i] = true
		}
	default:
		var first, last int
		first, last, err = o.choose(c, words)
		for i := first; i <= last && err == nil; i++ {
			in[i] = true
		}
	}
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for i := range words {
		if !in[i] {
			continue
		}
		if b.Len() > 0 && !in[i-1] {
			b.WriteString(o.delimiter)
		}
		o.write(&b, &words[i])
	}
	return b.String(), nil
}

// write writes a token of the headline.
func (o *headlineOptions) write(b *strings.Builder, w *headlineWord) {
	switch w.kind {
	case tsTag:
		if !o.whole {
			b.WriteByte(' ')
			return
		}
	case tsURL, tsNumHWord, tsASCIIHWord, tsHWord:
		return // its parts follow
	}
	if len(w.nodes) > 0 {
		b.WriteString(o.start + w.text + o.stop)
	} else {
		b.WriteString(w.text)
	}
}

// headlineCover finds the next part that matches the query, from word from on
// (hlCover).
func (o *headlineOptions) headlineCover(words []headlineWord, from int) (first, last int, ok bool) {
	next := func(i int) int {
		for i < len(words) && len(words[i].nodes) == 0 {
			i++
		}
		return i
	}
	for first = next(from); first < len(words); first = next(first + 1) {
		m := coverMatcher{}
		for last = first; last < len(words) && last-first < o.maxCover; last = next(last + 1) {
			for _, n := range words[last].nodes {
				m[n] = append(m[n], words[last].pos)
			}
			if tsHolds(o.query, m) {
				return first, last, true
			}
		}
	}
	return 0, 0, false
}

// headlinePart is a part of the document that may become the headline.
type headlinePart struct {
	first, last int
	hits        int  // words of the query in it
	whole       bool // all of the cover is in it
	badEnd      bool
}

// choose finds the best part: with all of a cover, then with most words of the
// query, then with a good end (mark_hl_words).
func (o *headlineOptions) choose(c *Context, words []headlineWord) (first, last int, err error) {
	best := headlinePart{hits: -1}
	for from, n := 0, 1; o.query != nil; n++ {
		if err := cancelled(c, n); err != nil {
			return 0, 0, err
		}
		p, q, ok := o.headlineCover(words, from)
		if !ok {
			break
		}
		from = p + 1
		part := o.fit(words, p, q)
		better := part.whole && !best.whole
		if part.whole == best.whole {
			better = part.hits > best.hits || part.hits == best.hits && best.badEnd && !part.badEnd
		}
		if better {
			best = part
		}
	}
	if best.hits >= 0 {
		return best.first, best.last, nil
	}
	count := 0
	for last = -1; last+1 < len(words) && count < o.minWords; last++ {
		if words[last+1].counts() {
			count++
		}
	}
	return 0, last, nil
}

// fit makes a part of the right length around a cover.
func (o *headlineOptions) fit(words []headlineWord, p, q int) headlinePart {
	part := headlinePart{first: p, last: p}
	count := 0
	take := func(i, sign int) {
		if words[i].counts() {
			count += sign
		}
		if len(words[i].nodes) > 0 {
			part.hits += sign
		}
	}
	i := p
	for ; i <= q && count < o.maxWords; i++ {
		take(i, 1)
		part.last = i
	}
	if count < o.maxWords {
		for i--; i < len(words) && count < o.maxWords; i++ {
			if i > q {
				take(i, 1)
			}
			part.last = i
			if !o.badEnd(&words[i]) && count >= o.minWords {
				break
			}
		}
		if count < o.minWords {
			for i = p - 1; i >= 0; i-- {
				take(i, 1)
				if count >= o.maxWords || !o.badEnd(&words[i]) && count >= o.minWords {
					break
				}
			}
			part.first = max(i, 0)
		}
	} else {
		for i = min(i, q); count > o.minWords && o.badEnd(&words[i]); i-- {
			take(i, -1)
			part.last = i - 1
		}
	}
	part.whole = part.first <= p && part.last >= q
	part.badEnd = o.badEnd(&words[max(part.last, 0)])
	return part
}
