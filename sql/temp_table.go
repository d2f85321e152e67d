package sql

import (
	"context"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// dropTemporaryTimeout bounds what a closing session waits for the drop of its
// temporary tables; the next start drops what is left.
const dropTemporaryTimeout = 5 * time.Second

// discardTemp drops the session's temporary tables: DISCARD TEMP.
func (s *Session) discardTemp(ctx context.Context) error {
	view, err := s.catalogView(ctx)
	if err != nil {
		return err
	}
	sc, ok := view.snap.SchemaByName(s.instance.ID, s.tempSchema())
	if !ok {
		return nil
	}
	s.path = nil
	for _, t := range view.snap.TablesIn(sc.ID) {
		if err := s.tx.cat.DropTable(ctx, t.ID); err != nil {
			return err
		}
	}
	return s.tx.cat.DropSchema(ctx, sc.ID)
}

// onCommit is ON COMMIT for the catalog.
func onCommit(c ast.OnCommit) catalog.OnCommit {
	switch c {
	case ast.OnCommitDelete:
		return catalog.OnCommitDelete
	case ast.OnCommitDrop:
		return catalog.OnCommitDrop
	}
	return catalog.OnCommitPreserve
}

// emptyTemporary does what ON COMMIT says of the session's temporary tables, as a
// part of the transaction that commits.
func (s *Session) emptyTemporary(ctx context.Context) error {
	view, err := s.catalogView(ctx)
	if err != nil {
		return err
	}
	sc, ok := view.snap.SchemaByName(s.instance.ID, s.tempSchema())
	if !ok {
		s.onCommit = false
		return nil
	}
	for _, t := range view.snap.TablesIn(sc.ID) {
		switch t.OnCommit {
		case catalog.OnCommitDelete:
			_, err = s.tx.cat.TruncateTable(ctx, t.ID)
		case catalog.OnCommitDrop:
			err = s.tx.cat.DropTable(ctx, t.ID)
			s.path = nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// dropTemporary drops the temporary tables of a session that ends.
func (s *Session) dropTemporary() {
	ctx, cancel := context.WithTimeout(context.Background(), dropTemporaryTimeout)
	defer cancel()
	snap, err := s.engine.catalog.Snapshot(ctx)
	if err != nil {
		return
	}
	if _, ok := snap.SchemaByName(s.instance.ID, s.tempSchema()); !ok {
		return
	}
	s.tx = &transaction{implicit: true, isolation: "read committed", started: s.engine.now()}
	err = s.discardTemp(ctx)
	if err == nil {
		err = s.commit(ctx)
	} else {
		s.rollback()
	}
	if err != nil && pgerr.CodeOf(sqlError(ctx, err)) != pgerr.AdminShutdown && err != kv.ErrClosed {
		s.engine.log.Warn("temporary tables were not dropped", "error", err)
	}
}
