package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgAttribute = &catalog.View{
	ID: 1249, Schema: "pg_catalog", Name: "pg_attribute", Kind: 'r',
	Columns: columns("attrelid:oid attname:name atttypid:oid attstattarget:int4 attlen:int2 attnum:int2 attndims:int4 " +
		"attcacheoff:int4 atttypmod:int4 attbyval:bool attalign:char attstorage:char attcompression:char " +
		"attnotnull:bool atthasdef:bool atthasmissing:bool attidentity:char attgenerated:char " +
		"attisdropped:bool attislocal:bool attinhcount:int4 attcollation:oid attacl:_aclitem attoptions:_text " +
		"attfdwoptions:_text attmissingval:text"),
	Rows: rows(pgAttributeRows),
}

// systemColumns are the hidden columns that every table has.
var systemColumns = []tableColumn{
	{TableColumn: catalog.TableColumn{Name: "tableoid", AttNum: -6, T: types.Of(types.Oid), NotNull: true}},
	{TableColumn: catalog.TableColumn{Name: "xmin", AttNum: -2, T: types.Of(types.Xid), NotNull: true}},
}

// sequenceColumns are the columns of each sequence.
var sequenceColumns = []tableColumn{
	{TableColumn: catalog.TableColumn{Name: "last_value", T: types.Of(types.Int8)}},
	{TableColumn: catalog.TableColumn{Name: "log_cnt", T: types.Of(types.Int8)}},
	{TableColumn: catalog.TableColumn{Name: "is_called", T: types.Of(types.Bool)}},
}

// pgAttributeRows lists the columns of tables, of primary keys and of views. The
// hidden _attributes isn't among them.
func pgAttributeRows(ctx context.Context, src Sources, emit emitFunc) error {
	for _, t := range tables(src) {
		cols, err := tableColumns(ctx, src, t)
		if err != nil {
			return err
		}
		for _, c := range systemColumns {
			if err := emit(attributeRow(t.ID, c)); err != nil {
				return err
			}
		}
		for _, c := range cols {
			if err := emit(attributeRow(t.ID, c)); err != nil {
				return err
			}
		}
		for i, at := range t.PrimaryKey {
			c := tableColumn{TableColumn: catalog.TableColumn{
				Name: t.Columns[at].Name, AttNum: int16(i + 1), T: t.Columns[at].T,
			}}
			if err := emit(attributeRow(t.PKIndexID, c)); err != nil {
				return err
			}
		}
	}
	for _, t := range src.Catalog().Types(src.Instance()) {
		for i, f := range t.Fields {
			c := tableColumn{TableColumn: catalog.TableColumn{Name: f.Name, AttNum: int16(i + 1), T: f.T}}
			if err := emit(attributeRow(t.RelationID, c)); err != nil {
				return err
			}
		}
	}
	for _, q := range src.Catalog().Sequences(src.Instance()) {
		for i, c := range sequenceColumns {
			c.AttNum, c.NotNull = int16(i+1), true
			if err := emit(attributeRow(q.ID, c)); err != nil {
				return err
			}
		}
	}
	for _, v := range Views() {
		for i, vc := range v.Columns {
			c := tableColumn{TableColumn: catalog.TableColumn{Name: vc.Name, AttNum: int16(i + 1), T: vc.T}}
			if err := emit(attributeRow(v.ID, c)); err != nil {
				return err
			}
		}
	}
	return nil
}

// attributeRow makes the row of one column. A dropped one has no type, as in
// PostgreSQL.
func attributeRow(relation types.OID, c tableColumn) datum.Row {
	t, shown := c.T, c.Name
	info := types.Lookup(t.OID)
	if info == nil {
		info = types.Lookup(types.Text)
	}
	typeID := oid(info.OID)
	if c.Domain != 0 {
		typeID = oid(c.Domain)
	}
	if c.Dropped {
		typeID, shown = none, droppedName(c.AttNum)
	}
	identity, generated := byte(0), byte(0)
	if c.Identity != "" {
		identity = c.Identity[0]
	}
	if c.Generated != "" {
		generated = 's'
	}
	dims := 0
	if info.IsArray() {
		dims = 1
	}
	return datum.Row{
		oid(relation), name(shown), typeID, int4(-1), int2(int(info.Len)), int2(int(c.AttNum)),
		int4(dims), int4(-1), int4(int(t.Mod)), boolean(info.ByVal), char(info.Align), char(info.Storage),
		char(0), boolean(c.NotNull), boolean(hasDefault(c.TableColumn)), no, char(identity), char(generated),
		boolean(c.Dropped), yes, zero4, oid(info.Collation), null, null, null, null,
	}
}

// hasDefault reports whether pg_attrdef has a row for the column.
func hasDefault(c catalog.TableColumn) bool {
	return !c.Dropped && c.Identity == "" && (c.Default != "" || c.Generated != "")
}

// droppedName is what PostgreSQL calls a column once it is dropped.
func droppedName(num int16) string {
	return "........pg.dropped." + types.TextOf(int2(int(num)), types.DefaultFormat) + "........"
}
