package fn

import (
	"math"
	"slices"
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// How a rank is made independent of a document's length: the bits of the last
// argument of ts_rank and ts_rank_cd.
const (
	rankLogLength = 1 << iota
	rankLength
	rankExtentDistance
	rankUnique
	rankLogUnique
	rankOfItself
)

// standardWeights are those of D, C, B and A.
var standardWeights = [4]float32{0.1, 0.2, 0.4, 1}

func init() {
	for _, f := range []struct {
		name string
		rank func(weights [4]float32, v vectorMatcher, q *types.TSNode, method int64) float32
	}{{"ts_rank", tsRank}, {"ts_rank_cd", tsRankCover}} {
		impl := func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			weights := standardWeights
			if a[0].OID != types.TSVector {
				var err error
				if weights, err = rankWeights(a[0]); err != nil {
					return datum.Null, err
				}
				a = a[1:]
			}
			v, err := types.ParseTSVector(a[0].S)
			if err != nil {
				return datum.Null, err
			}
			q, err := types.ParseTSQuery(a[1].S, nil)
			if err != nil {
				return datum.Null, err
			}
			method := int64(0)
			if len(a) > 2 {
				method = a[2].I
			}
			if len(v) == 0 || q == nil {
				return types.NewFloat4(0), nil
			}
			return types.NewFloat4(f.rank(weights, v, q, method)), nil
		}
		for _, args := range []string{"tsvector, tsquery", "tsvector, tsquery, int4", "float4[], tsvector, tsquery", "float4[], tsvector, tsquery, int4"} {
			register(scalar(f.name+"("+args+") float4", "relevance", impl))
		}
	}
}

// rankWeights reads an array of weights; a negative one is the standard.
func rankWeights(v datum.Datum) (w [4]float32, err error) {
	a := arrayOf(v)
	if len(a.Dims) != 1 {
		return w, pgerr.New(pgerr.ArraySubscriptError, "array of weight must be one-dimensional")
	}
	if len(a.Elems) < len(w) {
		return w, pgerr.New(pgerr.ArraySubscriptError, "array of weight is too short")
	}
	for _, e := range a.Elems {
		if e.IsNull() {
			return w, pgerr.New(pgerr.NullValueNotAllowed, "array of weight must not contain nulls")
		}
	}
	for i := range w {
		if w[i] = float32(a.Elems[i].Float()); w[i] < 0 {
			w[i] = standardWeights[i]
		}
		if w[i] > 1 {
			return w, pgerr.New(pgerr.InvalidParameterValue, "weight out of range")
		}
	}
	return w, nil
}

// rankWords are the different words of a query, in order.
func rankWords(n *types.TSNode) []*types.TSNode {
	var list []*types.TSNode
	var walk func(n *types.TSNode)
	walk = func(n *types.TSNode) {
		if n == nil {
			return
		}
		if n.Op == types.TSValue {
			list = append(list, n)
			return
		}
		walk(n.Left)
		walk(n.Right)
	}
	walk(n)
	slices.SortStableFunc(list, func(a, b *types.TSNode) int { return strings.Compare(a.Word, b.Word) })
	return slices.CompactFunc(list, func(a, b *types.TSNode) bool { return a.Word == b.Word })
}

// documentLength counts positions, lexemes without any once.
func documentLength(v vectorMatcher) int {
	n := 0
	for _, l := range v {
		n += max(len(l.Positions), 1)
	}
	return n
}

func tsRank(weights [4]float32, v vectorMatcher, q *types.TSNode, method int64) float32 {
	words := rankWords(q)
	var res float32
	if (q.Op == types.TSAnd || q.Op == types.TSPhrase) && len(words) > 1 {
		res = rankAnd(weights, v, words)
	} else {
		res = rankOr(weights, v, words)
	}
	if res < 0 {
		res = 1e-20
	}
	if method&rankLogLength != 0 {
		res = float32(float64(res) / (math.Log(float64(documentLength(v)+1)) / math.Log(2)))
	}
	if method&rankLength != 0 {
		res /= float32(documentLength(v))
	}
	if method&rankUnique != 0 {
		res /= float32(len(v))
	}
	if method&rankLogUnique != 0 {
		res = float32(float64(res) / (math.Log(float64(len(v)+1)) / math.Log(2)))
	}
	if method&rankOfItself != 0 {
		res /= res + 1
	}
	return res
}

// noPositions stands for the positions of a lexeme that has none.
var noPositions = []types.TSPosition{{Pos: tsLastPosition}}

func rankPositions(l types.TSLexeme) (p []types.TSPosition, none bool) {
	if len(l.Positions) == 0 {
		return noPositions, true
	}
	return l.Positions, false
}

// rankOr sums over words: what each of its positions adds falls with the
// square of its number (calc_rank_or).
func rankOr(weights [4]float32, v vectorMatcher, words []*types.TSNode) float32 {
	var res float32
	for _, w := range words {
		for _, l := range v.entries(w) {
			positions, _ := rankPositions(l)
			var sum float32
			best, at := float32(-1), 0
			for k, p := range positions {
				weight := weights[p.Weight]
				sum += weight / float32((k+1)*(k+1))
				if weight > best {
					best, at = weight, k
				}
			}
			res = float32(float64(res) + float64(best+sum-best/float32((at+1)*(at+1)))/1.64493406685)
		}
	}
	return res / float32(max(len(words), 1))
}

// wordDistance falls with the distance of two words.
func wordDistance(d int) float32 {
	if d > 100 {
		return 1e-30
	}
	return float32(1.0 / (1.005 + 0.05*math.Exp(float64(float32(d))/1.5-2)))
}

// rankAnd looks at the distances of all pairs of words (calc_rank_and).
func rankAnd(weights [4]float32, v vectorMatcher, words []*types.TSNode) float32 {
	type places struct {
		list []types.TSPosition
		none bool
	}
	seen := make([]*places, len(words))
	res := float32(-1)
	for i, w := range words {
		for _, l := range v.entries(w) {
			list, none := rankPositions(l)
			seen[i] = &places{list, none}
			for k := range i {
				if seen[k] == nil {
					continue
				}
				for _, p := range list {
					for _, o := range seen[k].list {
						d := int(p.Pos) - int(o.Pos)
						if d < 0 {
							d = -d
						}
						if d == 0 {
							if !none && !seen[k].none {
								continue
							}
							d = tsLastPosition + 1
						}
						cur := float32(math.Sqrt(float64(weights[p.Weight] * weights[o.Weight] * wordDistance(d))))
						if res < 0 {
							res = cur
						} else {
							res = float32(1.0 - (1.0-float64(res))*(1.0-float64(cur)))
						}
					}
				}
			}
		}
	}
	return res
}
