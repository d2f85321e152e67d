package planner

import (
	"strconv"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// TypeOf resolves a type as written in a statement, for DDL: the type with
// its modifier.
func TypeOf(env *Env, n *ast.TypeName) (types.T, error) {
	return newBinder(env, nil).typeName(n)
}

// BaseTypeOf is TypeOf with the base type in the place of a domain.
func BaseTypeOf(env *Env, n *ast.TypeName) (types.T, error) {
	t, err := TypeOf(env, n)
	return baseType(t), err
}

func (b *binder) typeName(n *ast.TypeName) (types.T, error) {
	if n.SetOf {
		return types.T{}, pgerr.Unsupported("SETOF in a type name").At(b.pos(n.At))
	}
	oid, ok := types.ByCatalogName(n.Name.Object)
	s := n.Name.Schema
	if !ok || s != "" && s != "pg_catalog" {
		var err error
		if oid, err = b.userType(s, n.Name.Object); err != nil {
			return types.T{}, err
		}
		ok = oid != 0
	}
	if !ok {
		if s != "" && b.env.Catalog != nil {
			if known, err := b.env.Catalog.HasSchema(s); err == nil && !known {
				return types.T{}, pgerr.New(pgerr.InvalidSchemaName, "schema \"%s\" does not exist", s).At(b.pos(n.At))
			}
		}
		if s == "" || s == "pg_catalog" {
			if err := types.LeftOut(n.Name.Object); err != nil {
				return types.T{}, pgerr.At(err, b.pos(n.At))
			}
		}
		return types.T{}, pgerr.New(pgerr.UndefinedObject, "type \"%s\" does not exist", n.Name.String()).At(b.pos(n.At))
	}
	t := types.Of(oid)
	var err error
	if oid == types.Interval && (n.Interval != ast.IntervalAny || n.Precision >= 0) && len(n.Mods) == 0 {
		if n.Interval != ast.IntervalAny || n.Precision >= 0 {
			t.Mod, err = types.IntervalTypmod(n.Interval.String(), int32(n.Precision))
		}
	} else if len(n.Mods) > 0 {
		t.Mod, err = b.typeMods(oid, n)
	}
	if err != nil {
		return t, pgerr.At(err, b.pos(n.At))
	}
	if len(n.Dims) > 0 && baseType(t) != t {
		return t, pgerr.Unsupported("an array of a domain").WithHint("Use an array of its base type, with a CHECK.").At(b.pos(n.At))
	}
	if len(n.Dims) > 0 {
		t.OID = types.ArrayOf(oid)
		if types.ElemOf(oid) != 0 && oid != types.Int2Vector && oid != types.OidVector {
			t.OID = oid
		}
		if t.OID == 0 {
			return t, pgerr.New(pgerr.UndefinedObject, "type \"%s[]\" does not exist", n.Name.Object).At(b.pos(n.At))
		}
	}
	return t, nil
}

// userType finds a type that is not built in, in schema or, if that is "", along the
// search path; 0: there is none. The plan then depends on what the name stands for.
func (b *binder) userType(schema, name string) (types.OID, error) {
	if b.env.Catalog == nil {
		return 0, nil
	}
	path := b.env.SearchPath
	if schema != "" {
		path = []string{schema}
	}
	for _, p := range path {
		oid, err := b.env.Catalog.Type(p, name)
		if err != nil || oid != 0 {
			dep := TypeDep{Schema: schema, Name: name, ID: oid}
			if u := types.UserTypeOf(oid); u != nil && u.Info.Type == 'c' {
				dep.Version = u.Version
			}
			b.deps.Types = append(b.deps.Types, dep)
			return oid, err
		}
	}
	return 0, nil
}

func (b *binder) typeMods(oid types.OID, n *ast.TypeName) (int32, error) {
	mods := make([]int32, len(n.Mods))
	for i, m := range n.Mods {
		sign := ""
		if u, ok := m.(*ast.Unary); ok && u.Op.Name == "-" {
			sign, m = "-", u.Arg
		}
		k, ok := m.(*ast.Const)
		if !ok {
			return 0, pgerr.New(pgerr.SyntaxError, "type modifiers must be simple constants or identifiers")
		}
		v, err := strconv.ParseInt(sign+k.Text, 10, 32)
		if err != nil {
			return 0, pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type integer: \"%s\"", k.Text)
		}
		mods[i] = int32(v)
	}
	return types.MakeTypmod(oid, mods)
}
