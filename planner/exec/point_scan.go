package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// pointScan reads rows by their full keys.
type pointScan struct {
	rt      *Runtime
	node    *planner.Scan
	dec     *rowDecoder
	keys    [][]byte
	batch   *datum.Batch
	started bool
}

func (p *pointScan) start() (err error) {
	p.started = true
	p.batch = datum.NewBatch(columnTypes(p.node.Out))
	p.keys, err = pointKeys(p.rt, p.node, p.dec.codec)
	return err
}

func (p *pointScan) Next() (*datum.Batch, error) {
	if !p.started {
		if err := p.start(); err != nil {
			return nil, err
		}
	}
	for len(p.keys) > 0 {
		if err := p.rt.interrupted(); err != nil {
			return nil, err
		}
		keys := p.keys[:min(len(p.keys), datum.BatchRows)]
		p.keys = p.keys[len(keys):]
		p.batch.Reset()
		if err := p.dec.fetch(keys, p.batch, nil); err != nil {
			return nil, err
		}
		if p.node.Filter != nil && p.batch.N > 0 {
			if err := expr.FilterBatch(p.rt.Ctx, p.node.Filter, p.batch); err != nil {
				return nil, err
			}
		}
		if p.batch.Rows() > 0 {
			return p.batch, nil
		}
	}
	return nil, nil
}

// nextKeyed implements keyedSource.
func (p *pointScan) nextKeyed(row datum.Row) (key []byte, ok bool, err error) {
	if !p.started {
		if err := p.start(); err != nil {
			return nil, false, err
		}
	}
	for len(p.keys) > 0 {
		key, p.keys = p.keys[0], p.keys[1:]
		found, err := getRow(p.rt, p.node, p.dec, key, row)
		if err != nil || found {
			return key, found, err
		}
	}
	return nil, false, nil
}

func (p *pointScan) Close() { p.keys = nil }
