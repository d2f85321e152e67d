package sql

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/sysview"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// like adds the columns of another table or system view, as LIKE in CREATE TABLE says.
// Types and NOT NULL always come along; defaults, generated columns, identity, checks
// and the primary key (INDEXES) if they are included.
func (b *tableBuilder) like(n *ast.LikeClause) error {
	t, err := b.table(n.Table)
	if err != nil {
		return err
	}
	if t == nil {
		return b.likeView(n)
	}
	with := includes(n.Options)
	for i := range t.Columns {
		c := t.Columns[i]
		if c.Dropped {
			continue
		}
		col := catalog.TableColumn{Name: c.Name, T: c.T, NotNull: c.NotNull}
		if with["defaults"] && c.Identity == "" {
			col.Default = c.Default
		}
		if with["generated"] {
			col.Generated = c.Generated
		}
		if err := b.addLike(n, col); err != nil {
			return err
		}
		if last := &b.t.Columns[len(b.t.Columns)-1]; with["identity"] && c.Identity != "" {
			last.Identity = c.Identity
			q, err := b.sequenceFor(b.t, last, nil)
			if err != nil {
				return err
			}
			b.serial = append(b.serial, q)
		}
	}
	if with["constraints"] {
		for _, c := range t.Checks {
			b.t.Checks = append(b.t.Checks, catalog.TableCheck{Name: c.Name, Expr: c.Expr})
		}
	}
	if with["indexes"] && !t.HiddenKey() {
		if b.pk != nil {
			return b.secondKey(b.pk)
		}
		b.pk = &ast.Constraint{Loc: n.Loc, Kind: ast.ConstraintPrimaryKey}
		for _, c := range t.PrimaryKey {
			b.pk.Columns = append(b.pk.Columns, t.Columns[c].Name)
		}
	}
	return nil
}

// likeView adds the columns of a system view or a sequence.
func (b *tableBuilder) likeView(n *ast.LikeClause) error {
	schemas := []string{n.Table.Schema}
	if n.Table.Schema == "" {
		schemas = append([]string{"pg_catalog"}, b.path...)
	}
	for _, schema := range schemas {
		v, ok := sysview.Lookup(schema, n.Table.Object)
		if !ok {
			continue
		}
		for _, c := range v.Columns {
			if err := b.addLike(n, catalog.TableColumn{Name: c.Name, T: c.T}); err != nil {
				return err
			}
		}
		return nil
	}
	return pgerr.New(pgerr.UndefinedTable, "relation %q does not exist", n.Table.String()).At(b.at(n.Table))
}

func (b *tableBuilder) addLike(n *ast.LikeClause, col catalog.TableColumn) error {
	if b.t.Column(col.Name) >= 0 {
		return pgerr.New(pgerr.DuplicateColumn, "column %q specified more than once", col.Name)
	}
	if col.T.OID == types.Variant {
		col.T = types.Of(types.Text)
	}
	col.AttNum = int16(len(b.t.Columns) + 1)
	b.t.Columns = append(b.t.Columns, col)
	return nil
}

// includes is what INCLUDING and EXCLUDING say in the end.
func includes(options []ast.LikeOption) map[string]bool {
	with := map[string]bool{}
	for _, o := range options {
		if o.What != "all" {
			with[o.What] = !o.Exclude
			continue
		}
		for _, what := range []string{"defaults", "generated", "identity", "constraints", "indexes"} {
			with[what] = !o.Exclude
		}
	}
	return with
}
