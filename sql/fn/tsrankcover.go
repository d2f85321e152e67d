package fn

import (
	"cmp"
	"math"
	"slices"

	"github.com/sparrowdb/sparrow/sql/types"
)

// coverWord is a position of the document with the words of the query that
// stand there.
type coverWord struct {
	pos    types.TSPosition
	lexeme int
	nodes  []*types.TSNode
}

// coverMatcher tells what words of the query stand in a part of the document.
type coverMatcher map[*types.TSNode][]int

func (m coverMatcher) value(n *types.TSNode, at *phrasePlaces) ternary {
	list := m[n]
	if len(list) == 0 {
		return ternaryNo
	}
	if at != nil {
		at.pos = slices.Clone(list)
		slices.Sort(at.pos)
		at.pos = slices.Compact(at.pos)
	}
	return ternaryYes
}

// coverWords lists the positions of all of the query's words, in order
// (get_docrep).
func coverWords(v vectorMatcher, q *types.TSNode) []coverWord {
	var list []coverWord
	var walk func(n *types.TSNode)
	walk = func(n *types.TSNode) {
		if n == nil {
			return
		}
		if n.Op != types.TSValue {
			walk(n.Left)
			walk(n.Right)
			return
		}
		for _, l := range v.entries(n) {
			index, _ := types.FindLexeme(v, l.Word)
			for _, p := range l.Positions {
				if n.Weights == 0 || n.Weights&(1<<p.Weight) != 0 {
					list = append(list, coverWord{pos: p, lexeme: index, nodes: []*types.TSNode{n}})
				}
			}
		}
	}
	walk(q)
	slices.SortStableFunc(list, func(a, b coverWord) int {
		return cmp.Or(cmp.Compare(a.pos.Pos, b.pos.Pos), cmp.Compare(a.pos.Weight, b.pos.Weight), cmp.Compare(a.lexeme, b.lexeme))
	})
	out := list[:0]
	for _, w := range list {
		if n := len(out); n > 0 && out[n-1].pos == w.pos && out[n-1].lexeme == w.lexeme {
			out[n-1].nodes = append(out[n-1].nodes, w.nodes...)
			continue
		}
		out = append(out, w)
	}
	return out
}

// cover finds the next shortest part of the document that matches the query,
// from word from on: its first and last word, and where to look for the next.
func cover(doc []coverWord, q *types.TSNode, from int) (first, last, next int, ok bool) {
	for ; from < len(doc); from++ {
		m := coverMatcher{}
		fill := func(i int) bool {
			for _, n := range doc[i].nodes {
				m[n] = append(m[n], int(doc[i].pos.Pos))
			}
			return tsHolds(q, m)
		}
		last = from
		for last < len(doc) && !fill(last) {
			last++
		}
		if last == len(doc) {
			return 0, 0, 0, false
		}
		m = coverMatcher{}
		first = last
		for first >= from && !fill(first) {
			first--
		}
		if first >= from {
			return first, last, first + 1, true
		}
	}
	return 0, 0, 0, false
}

// tsRankCover ranks by how close together the words of the query stand
// (calc_rank_cd).
func tsRankCover(weights [4]float32, v vectorMatcher, q *types.TSNode, method int64) float32 {
	doc := coverWords(v, q)
	rank, distances, before := 0.0, 0.0, 0.0
	extents := 0
	for from := 0; ; {
		first, last, next, ok := cover(doc, q, from)
		if !ok {
			break
		}
		from = next
		sum := 0.0
		for _, w := range doc[first : last+1] {
			sum += 1.0 / float64(weights[w.pos.Weight])
		}
		begin, end := int(doc[first].pos.Pos), int(doc[last].pos.Pos)
		noise := end - begin - (last - first)
		if noise < 0 {
			noise = (last - first) / 2
		}
		rank += float64(last-first+1) / sum / float64(1+noise)
		middle := float64(begin+end) / 2
		if extents > 0 && middle > before {
			distances += 1 / (middle - before)
		}
		before = middle
		extents++
	}
	if method&rankLogLength != 0 {
		rank /= math.Log(float64(documentLength(v) + 1))
	}
	if method&rankLength != 0 {
		rank /= float64(documentLength(v))
	}
	if method&rankExtentDistance != 0 && extents > 0 && distances > 0 {
		rank /= float64(extents) / distances
	}
	if method&rankUnique != 0 {
		rank /= float64(len(v))
	}
	if method&rankLogUnique != 0 {
		rank /= math.Log(float64(len(v)+1)) / math.Log(2)
	}
	if method&rankOfItself != 0 {
		rank /= rank + 1
	}
	return float32(rank)
}
