package sql

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/planner/exec"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// How much ANALYZE looks at: PostgreSQL's 300 rows for each of 100 parts of a histogram,
// from so many places; and so many free attributes, those that came first.
const (
	sampleRows       = 30000
	samplePlaces     = 150
	sampleAttributes = 256
)

// runAnalyze is ANALYZE [table [(columns)], …].
func (s *Session) runAnalyze(ctx context.Context, n *ast.Vacuum) error {
	view, err := s.catalogView(ctx)
	if err != nil {
		return err
	}
	if len(n.Targets) == 0 {
		for _, t := range view.snap.Tables(s.instance.ID) {
			if !view.snap.OwnedBy(s.role, catalog.ClassTable, t.ID) {
				continue
			}
			if err := s.analyze(ctx, view, t, nil); err != nil {
				return err
			}
		}
		return nil
	}
	for _, target := range n.Targets {
		t, err := s.resolveTable(view, target.Table.Name, 0)
		if err != nil {
			return err
		}
		if !view.snap.OwnedBy(s.role, catalog.ClassTable, t.ID) {
			s.warn(pgerr.New(pgerr.InsufficientPrivilege, "skipping %q --- only table or database owner can analyze it", t.Name))
			continue
		}
		if err := s.analyze(ctx, view, t, target.Columns); err != nil {
			return err
		}
	}
	return nil
}

// analyze samples a table and stores what it finds. names restricts it to some columns.
func (s *Session) analyze(ctx context.Context, view *catalogView, t *catalog.Table, names []string) error {
	cols, err := analyzedColumns(ctx, view.dict, t, names)
	if err != nil {
		return err
	}
	tx, err := s.storage(ctx)
	if err != nil {
		return err
	}
	rt, err := s.newRuntime(ctx, tx, nil)
	if err != nil {
		return err
	}
	defer rt.Memory.Close()
	stats, err := sampleTable(ctx, s.engine, rt, t, cols, view.Stats(t).Rows)
	if err != nil {
		return err
	}
	return s.engine.catalog.Dictionary().SetStatistics(ctx, t.ID, stats, names != nil)
}

// analyzedColumns are the columns that statistics are made of.
func analyzedColumns(ctx context.Context, dict catalog.Attributes, t *catalog.Table, names []string) ([]planner.ScanColumn, error) {
	var cols []planner.ScanColumn
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.Dropped {
			continue
		}
		if k := t.KeyPosition(i); k >= 0 {
			cols = append(cols, planner.ScanColumn{Kind: planner.ScanKey, Key: k, T: c.T, Name: c.Name})
		} else {
			cols = append(cols, planner.ScanColumn{Kind: planner.ScanAttr, Attr: c.ID, T: c.T, Name: c.Name})
		}
	}
	free, err := dict.List(ctx, t.ID, sampleAttributes)
	if err != nil {
		return nil, err
	}
	for _, a := range free {
		cols = append(cols, planner.ScanColumn{Kind: planner.ScanAttr, Attr: a.ID, T: types.Of(a.Type()), Name: a.Name})
	}
	if names == nil {
		return cols, nil
	}
	var chosen []planner.ScanColumn
	for n, name := range names {
		if slices.Contains(names[:n], name) {
			return nil, pgerr.New(pgerr.DuplicateColumn, "column %q of relation %q appears more than once", name, t.Name)
		}
		i := slices.IndexFunc(cols, func(c planner.ScanColumn) bool { return c.Name == name })
		if i < 0 {
			return nil, pgerr.New(pgerr.UndefinedColumn, "column %q of relation %q does not exist", name, t.Name)
		}
		chosen = append(chosen, cols[i])
	}
	return chosen, nil
}

// sampleTable reads a sample of a table of about rows rows and computes its figures.
func sampleTable(ctx context.Context, e *Engine, rt *exec.Runtime, t *catalog.Table, cols []planner.ScanColumn, rows float64) (*catalog.TableStatistics, error) {
	spans, each, err := samplePieces(ctx, e, t, rows)
	if err != nil {
		return nil, err
	}
	samples := make([]catalog.Sample, len(cols))
	for i, c := range cols {
		samples[i].Column.Attr = c.Attr
		if c.Kind == planner.ScanKey {
			samples[i].Column.Key = c.Key + 1
		}
	}
	stats := &catalog.TableStatistics{Analyzed: time.Now().UTC()}
	err = exec.Sample(rt, t, cols, spans, each, func(row datum.Row) error {
		stats.Sampled++
		for i, v := range row {
			samples[i].Add(v)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if stats.Rows = rows; each == 0 {
		stats.Rows = float64(stats.Sampled)
	}
	if stats.Sampled == 0 {
		return stats, nil // of no rows there is nothing to say
	}
	for i := range samples {
		ordered := cols[i].T.OID != types.Variant && planner.Orderable(cols[i].T.OID)
		if !ordered && cols[i].T.OID != types.Variant {
			// Without an order nothing tells equal values but their text: widths and
			// NULLs have to do.
			samples[i].Unordered()
		}
		stats.Columns = append(stats.Columns, samples[i].Finish(stats.Rows, ordered))
	}
	return stats, nil
}

// samplePieces chooses what to read: a small table whole, of others the beginnings of pieces
// that chance picks; each is how many rows of a piece, 0 all.
func samplePieces(ctx context.Context, e *Engine, t *catalog.Table, rows float64) (spans []kv.Span, each int, err error) {
	span := catalog.TableSpan(t)
	if rows <= sampleRows {
		return []kv.Span{span}, 0, nil
	}
	pieces, err := e.store.Pieces(ctx, span, 2*samplePlaces)
	if err != nil {
		return nil, 0, err
	}
	// The same table gives the same sample: plans don't change by chance.
	chance := rand.New(rand.NewPCG(uint64(t.ID), uint64(len(pieces))))
	chance.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
	pieces = pieces[:min(len(pieces), samplePlaces)]
	slices.SortFunc(pieces, func(a, b kv.Span) int { return slices.Compare(a.Start, b.Start) })
	return pieces, sampleRows/len(pieces) + 1, nil
}
