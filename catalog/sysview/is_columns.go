package sysview

import (
	"context"
	"strconv"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var isColumns = &catalog.View{
	ID: 13295, Schema: "information_schema", Name: "columns", Kind: 'v',
	Columns: columns("table_catalog:name table_schema:name table_name:name column_name:name ordinal_position:int4 " +
		"column_default:varchar is_nullable:varchar(3) data_type:varchar character_maximum_length:int4 " +
		"character_octet_length:int4 numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 " +
		"datetime_precision:int4 interval_type:varchar interval_precision:int4 character_set_catalog:name " +
		"character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name " +
		"collation_name:name domain_catalog:name domain_schema:name domain_name:name udt_catalog:name " +
		"udt_schema:name udt_name:name scope_catalog:name scope_schema:name scope_name:name " +
		"maximum_cardinality:int4 dtd_identifier:name is_self_referencing:varchar(3) is_identity:varchar(3) " +
		"identity_generation:varchar identity_start:varchar identity_increment:varchar " +
		"identity_maximum:varchar identity_minimum:varchar identity_cycle:varchar(3) is_generated:varchar " +
		"generation_expression:varchar is_updatable:varchar(3)"),
	Rows: rows(isColumnRows),
}

func isColumnRows(ctx context.Context, src Sources, emit emitFunc) error {
	database := name(instanceName(src))
	for _, t := range visibleTables(src) {
		cols, err := tableColumns(ctx, src, t)
		if err != nil {
			return err
		}
		for _, c := range cols {
			if c.Dropped {
				continue
			}
			if err := emit(columnRow(database, t.Schema, t.Name, c, true)); err != nil {
				return err
			}
		}
	}
	for _, v := range Views() {
		for i, vc := range v.Columns {
			c := tableColumn{TableColumn: catalog.TableColumn{Name: vc.Name, AttNum: int16(i + 1), T: vc.T}}
			if err := emit(columnRow(database, v.Schema, v.Name, c, false)); err != nil {
				return err
			}
		}
	}
	return nil
}

// columnRow makes the row of one column of a table or view.
func columnRow(database datum.Datum, schema, table string, c tableColumn, updatable bool) datum.Row {
	typ := dataType(c.T)
	columnDefault, generation, identityGeneration := null, null, null
	isGenerated := "NEVER"
	switch {
	case c.Generated != "":
		isGenerated, generation = "ALWAYS", varchar(c.Generated)
	case c.Default != "" && c.Identity == "":
		columnDefault = varchar(c.Default)
	}
	switch c.Identity {
	case "a":
		identityGeneration = varchar("ALWAYS")
	case "d":
		identityGeneration = varchar("BY DEFAULT")
	}
	return datum.Row{
		database, name(schema), name(table), name(c.Name), int4(int(c.AttNum)), columnDefault, yesOrNo(!c.NotNull),
		varchar(typ.name), typ.length, typ.octets, typ.precision, typ.radix, typ.scale, typ.datetime,
		typ.interval, null, null, null, null, null, null, null, null, null, null,
		database, name(typ.udtSchema), name(typ.udt), null, null, null, null, name(strconv.Itoa(int(c.AttNum))),
		yesOrNo(false), yesOrNo(c.Identity != ""), identityGeneration, null, null, null, null, yesOrNo(false),
		varchar(isGenerated), generation, yesOrNo(updatable),
	}
}

// sqlDataType is a type in information_schema's words.
type sqlDataType struct {
	name, udtSchema, udt                                        string
	length, octets, precision, radix, scale, datetime, interval datum.Datum
}

// octetsMax is PostgreSQL's answer for strings without a length.
const octetsMax = 1 << 30

// dataType describes a type by PostgreSQL's rules (information_schema.sql).
func dataType(t types.T) sqlDataType {
	d := sqlDataType{
		name: types.TypeName(t.OID), udtSchema: "pg_catalog", length: null, octets: null, precision: null,
		radix: null, scale: null, datetime: null, interval: null,
	}
	info := types.Lookup(t.OID)
	if info == nil {
		return d
	}
	d.udt = info.Name
	if info.Schema != "" {
		d.name, d.udtSchema = "USER-DEFINED", info.Schema
	}
	if info.IsArray() {
		d.name = "ARRAY"
		return d
	}
	switch t.OID {
	case types.Text:
		d.octets = int4(octetsMax)
	case types.VarChar, types.BPChar:
		d.octets = int4(octetsMax)
		if n, ok := types.CharMod(t.Mod); ok {
			d.length, d.octets = int4(n), int4(min(4*n, octetsMax))
		}
	case types.Int2, types.Int4, types.Int8, types.Float4, types.Float8:
		bits := map[types.OID]int{types.Int2: 16, types.Int4: 32, types.Int8: 64, types.Float4: 24, types.Float8: 53}
		d.precision, d.radix = int4(bits[t.OID]), int4(2)
		if t.OID != types.Float4 && t.OID != types.Float8 {
			d.scale = zero4
		}
	case types.Numeric:
		d.radix = int4(10)
		if precision, scale, ok := types.NumericMod(t.Mod); ok {
			d.precision, d.scale = int4(int(precision)), int4(int(scale))
		}
	case types.Date:
		d.datetime = zero4
	case types.Time, types.TimeTZ, types.Timestamp, types.TimestampTZ:
		d.datetime = int4(fractionDigits(t.Mod))
	case types.Interval:
		_, precision := types.IntervalMod(t.Mod)
		d.datetime = int4(fractionDigits(precision))
	}
	return d
}

// fractionDigits of seconds: 6 unless the type says otherwise.
func fractionDigits(mod int32) int {
	if mod < 0 || mod > 6 {
		return 6
	}
	return int(mod)
}
