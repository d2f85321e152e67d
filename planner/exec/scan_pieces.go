package exec

import (
	"sync/atomic"

	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
)

// scanPieces are disjoint pieces of what a scan reads, which several goroutines take one
// after the other.
type scanPieces struct {
	spans []kv.Span
	taken atomic.Int64
}

// piecesPerWorker evens out that pieces take longer than others.
const piecesPerWorker = 4

func newScanPieces(rt *Runtime, n *planner.Scan, codec *rowenc.Codec) (*scanPieces, error) {
	spans, err := scanSpans(rt, n, codec)
	if err != nil {
		return nil, err
	}
	p := &scanPieces{}
	wanted := max(1, piecesPerWorker*rt.Workers/max(1, len(spans)))
	for _, span := range spans {
		list, err := rt.Store.Shares(rt.context(), span, wanted)
		if err := rt.interrupted(); err != nil {
			return nil, err
		}
		if err != nil { // the engine cannot tell where to cut
			list = []kv.Span{span}
		}
		p.spans = append(p.spans, list...)
	}
	return p, nil
}

// next takes a piece; empty if there is none left.
func (p *scanPieces) next() []kv.Span {
	i := int(p.taken.Add(1)) - 1
	if i >= len(p.spans) {
		return nil
	}
	return p.spans[i : i+1 : i+1]
}
