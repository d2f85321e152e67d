package sql

import (
	"context"

	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// showColumns are the result columns of SHOW.
func showColumns(n *ast.Show) []pgwire.Column {
	if n.All {
		return textColumns("name", "setting", "description")
	}
	name := n.Name
	if d := lookupSetting(name); d != nil {
		name = d.name
	}
	return textColumns(name)
}

func textColumns(names ...string) []pgwire.Column {
	cols := make([]pgwire.Column, len(names))
	for i, n := range names {
		cols[i] = pgwire.Column{Name: n, Type: types.Of(types.Text)}
	}
	return cols
}

func (s *Session) runShow(n *ast.Show) (*result, error) {
	r := &result{columns: showColumns(n), tag: "SHOW"}
	if n.All {
		r.rows = s.showRows()
		return r, nil
	}
	v, err := s.showSetting(n.Name)
	if err != nil {
		return nil, err
	}
	r.rows = []datum.Row{{types.NewText(v)}}
	return r, nil
}

// runDiscard is DISCARD.
func (s *Session) runDiscard(ctx context.Context, n *ast.Discard) (string, error) {
	switch n.What {
	case "PLANS":
		s.clearPlans()
	case "SEQUENCES":
		s.sequences = sequenceValues{}
	case "TEMP", "TEMPORARY":
		return "DISCARD TEMP", s.discardTemp(ctx)
	case "ALL":
		if s.tx != nil && (!s.tx.implicit || s.multi) {
			return "", pgerr.New(pgerr.ActiveSQLTransaction, "DISCARD ALL cannot run inside a transaction block")
		}
		for name, c := range s.cursors {
			c.close()
			delete(s.cursors, name)
		}
		for name := range s.prepared {
			if name != "" {
				delete(s.prepared, name)
			}
		}
		s.clearPlans()
		s.sequences = sequenceValues{}
		s.unlockAdvisory()
		if err := s.setRole("role", "none", false); err != nil {
			return "", err
		}
		if _, err := s.runSet(ctx, &ast.Set{Reset: true, All: true}); err != nil {
			return "", err
		}
		return "DISCARD ALL", s.discardTemp(ctx)
	}
	return "DISCARD " + n.What, nil
}
