package sql

import (
	"fmt"
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// drop is DROP of what has a Name alone.
func (d *ddl) drop(n *ast.Drop) error {
	switch n.Kind {
	case ast.KindTable:
		return d.dropTables(n)
	case ast.KindSequence:
		return d.dropSequences(n)
	case ast.KindSchema:
		return d.dropSchemas(n)
	case ast.KindType, ast.KindDomain:
		return d.dropTypes(n)
	}
	for _, name := range n.Names {
		if err := d.dropNothing(n, name); err != nil {
			return err
		}
	}
	return nil
}

func (d *ddl) dropTables(n *ast.Drop) error {
	var tables []*catalog.Table
	for _, name := range n.Names {
		if err := checkSystem(name); err != nil {
			return err
		}
		t, err := d.table(name)
		if pgerr.CodeOf(err) == pgerr.InvalidSchemaName && n.IfExists {
			d.skipping(pgerr.SuccessfulCompletion, "schema %q does not exist", name.Schema)
			continue
		}
		if err != nil {
			return err
		}
		if t == nil {
			if q, err := d.sequenceNamed(name); err == nil && q != nil {
				return pgerr.New(pgerr.WrongObjectType, "%q is not a table", name.Object).WithHint("Use DROP SEQUENCE to remove a sequence.")
			}
			if n.IfExists {
				d.skipping(pgerr.SuccessfulCompletion, "table %q does not exist", name.Object)
				continue
			}
			return pgerr.New(pgerr.UndefinedTable, "table %q does not exist", name.String())
		}
		v, err := d.view()
		if err != nil {
			return err
		}
		// The owner of its schema may drop a table too (PostgreSQL's RangeVarCallbackForDropRelation).
		if !v.OwnedBy(d.role, catalog.ClassSchema, t.SchemaID) {
			if err := d.mustOwn(v, catalog.ClassTable, t.ID, "table", t.Name); err != nil {
				return err
			}
		}
		tables = append(tables, t)
	}
	dropped := map[catalog.TableID]bool{}
	for _, t := range tables {
		if dropped[t.ID] {
			continue
		}
		dropped[t.ID] = true
		if err := d.tx.DropTable(d.ctx, t.ID); err != nil {
			return err
		}
	}
	return nil
}

// missingKinds says how PostgreSQL speaks of missing objects of kinds that
// Sparrow has none of.
var missingKinds = map[ast.ObjectKind]pgerr.Code{
	ast.KindView: pgerr.UndefinedTable, ast.KindMaterializedView: pgerr.UndefinedTable,
	ast.KindSequence: pgerr.UndefinedTable, ast.KindForeignTable: pgerr.UndefinedTable,
}

// dropNothing drops an object of a kind that there are none of: an error, or
// with IF EXISTS a notice.
func (d *ddl) dropNothing(n *ast.Drop, name ast.Name) error {
	kind := strings.ToLower(string(n.Kind))
	if t, err := d.table(name); err == nil && t != nil && (missingKinds[n.Kind] != "" || n.Kind == ast.KindIndex) {
		article := "a"
		if n.Kind == ast.KindIndex {
			article = "an"
		}
		return pgerr.New(pgerr.WrongObjectType, "%q is not %s %s", name.Object, article, kind).
			WithHint("Use DROP TABLE to remove a table.")
	}
	if n.IfExists {
		d.skipping(pgerr.SuccessfulCompletion, "%s %q does not exist", kind, name.Object)
		return nil
	}
	code, ok := missingKinds[n.Kind]
	if !ok {
		code = pgerr.UndefinedObject
	}
	return pgerr.New(code, "%s %q does not exist", kind, name.String())
}

func (d *ddl) dropSchemas(n *ast.Drop) error {
	for _, name := range n.Names {
		v, err := d.view()
		if err != nil {
			return err
		}
		if catalog.IsSystemSchema(name.Object) {
			return pgerr.New(pgerr.DependentObjectsStillExist, "cannot drop schema %s because it is required by the database system", name.Object)
		}
		s, ok := v.SchemaByName(d.instance.ID, name.Object)
		if !ok {
			if n.IfExists {
				d.skipping(pgerr.SuccessfulCompletion, "schema %q does not exist", name.Object)
				continue
			}
			return pgerr.New(pgerr.InvalidSchemaName, "schema %q does not exist", name.Object)
		}
		if err := d.mustOwn(v, catalog.ClassSchema, s.ID, "schema", s.Name); err != nil {
			return err
		}
		if err := d.dropsToo(v, s, n.Cascade); err != nil {
			return err
		}
		if err := d.tx.DropSchema(d.ctx, s.ID); err != nil {
			return err
		}
	}
	return nil
}

// dropsToo says what goes with a schema: with CASCADE in a notice, else as an
// error.
func (d *ddl) dropsToo(v *catalog.Snapshot, s *catalog.Schema, cascade bool) error {
	var lines []string
	add := func(kind, name string) {
		if cascade {
			lines = append(lines, "drop cascades to "+kind+" "+s.Name+"."+name)
		} else {
			lines = append(lines, fmt.Sprintf("%s %s.%s depends on schema %s", kind, s.Name, name, s.Name))
		}
	}
	for _, t := range v.TablesIn(s.ID) {
		add("table", t.Name)
	}
	for _, q := range v.SequencesIn(s.ID) {
		if q.OwnedBy == 0 {
			add("sequence", q.Name)
		}
	}
	for _, t := range v.TypesIn(s.ID) {
		add("type", t.Name)
	}
	if len(lines) == 0 {
		return nil
	}
	switch {
	case !cascade:
		return pgerr.New(pgerr.DependentObjectsStillExist, "cannot drop schema %s because other objects depend on it", s.Name).
			WithDetail("%s", strings.Join(lines, "\n")).
			WithHint("Use DROP ... CASCADE to drop the dependent objects too.")
	case len(lines) == 1:
		d.notice(pgerr.New(pgerr.SuccessfulCompletion, "%s", lines[0]))
	default:
		d.notice(pgerr.New(pgerr.SuccessfulCompletion, "drop cascades to %d other objects", len(lines)).
			WithDetail("%s", strings.Join(lines, "\n")))
	}
	return nil
}

// truncate is TRUNCATE: all tables get fresh storage, or none.
func (d *ddl) truncate(n *ast.Truncate) error {
	done := map[catalog.TableID]bool{}
	for _, ref := range n.Tables {
		t, err := d.existingTable(ref.Name)
		if err != nil {
			return err
		}
		v, err := d.view()
		if err != nil {
			return err
		}
		if err := d.mustHave(v, catalog.ClassTable, t.ID, catalog.PrivTruncate, "table", t.Name); err != nil {
			return err
		}
		if done[t.ID] {
			continue
		}
		done[t.ID] = true
		if err := d.uncount(t); err != nil {
			return err
		}
		if t, err = d.tx.TruncateTable(d.ctx, t.ID); err != nil {
			return err
		}
		if n.RestartIdentity {
			for _, q := range v.SequencesOf(t, 0) {
				if err := d.tx.RestartSequence(d.ctx, q.ID, func(q *catalog.Sequence) int64 { return q.Start }); err != nil {
					return err
				}
			}
		}
		if err := d.placeTable(t); err != nil {
			return err
		}
	}
	return nil
}

// uncount takes the rows of a table that is emptied off its attributes' counts.
func (d *ddl) uncount(t *catalog.Table) error {
	dict := d.tx.Dictionary()
	free, err := dict.List(d.ctx, t.ID, 0)
	if err != nil {
		return err
	}
	for _, a := range free {
		dict.Count(t.ID, a.ID, -a.Rows, -a.Bytes)
	}
	for _, c := range t.Columns {
		if c.ID == 0 {
			continue
		}
		counts, err := d.tx.Catalog().Dictionary().Counts(d.ctx, t.ID, c.ID)
		if err != nil {
			return err
		}
		dict.Count(t.ID, c.ID, -counts.Rows, -counts.Bytes)
	}
	return nil
}
