package parser

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// dumper prints a tree as an s-expression: the type, the fields that are not
// zero by name, a list in brackets.
type dumper struct{ positions bool }

func (d dumper) dump(v any) string {
	var b strings.Builder
	d.value(&b, reflect.ValueOf(v))
	return b.String()
}

func (d dumper) value(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Invalid:
		b.WriteString("nil")
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		d.value(b, v.Elem())
	case reflect.Slice:
		b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				b.WriteByte(' ')
			}
			d.value(b, v.Index(i))
		}
		b.WriteByte(']')
	case reflect.String:
		fmt.Fprintf(b, "%q", v.String())
	case reflect.Struct:
		d.node(b, v)
	default:
		fmt.Fprint(b, v.Interface())
	}
}

// unnamed are fields that need no name in the dump.
var unnamed = map[string]bool{"Op": true, "Left": true, "Right": true, "Arg": true, "Args": true, "Expr": true, "Name": true,
	"Type": true, "Targets": true, "Elems": true}

// short prints the commonest nodes as they are written in SQL.
func short(n any) string {
	switch n := n.(type) {
	case ast.Name:
		return n.String()
	case ast.Op:
		return strings.TrimPrefix(n.Schema+"."+n.Name, ".")
	case ast.ColumnRef:
		s := strings.Join(n.Parts, ".")
		if n.Star {
			s = strings.TrimPrefix(s+".*", ".")
		}
		return s
	case ast.Param:
		return fmt.Sprint("$", n.Number)
	case ast.Const:
		switch n.Kind {
		case ast.Null:
			return "null"
		case ast.String:
			return fmt.Sprintf("%q", n.Text)
		}
		return n.Text
	}
	return ""
}

func (d dumper) node(b *strings.Builder, v reflect.Value) {
	if text := short(v.Interface()); text != "" && !d.positions {
		b.WriteString(text)
		return
	}
	b.WriteString("(" + v.Type().Name())
	for i := range v.NumField() {
		f, name := v.Field(i), v.Type().Field(i).Name
		switch {
		case name == "Loc":
			if d.positions {
				fmt.Fprintf(b, "@%d", f.Interface().(ast.Loc).At)
			}
		case name == "Precision" && f.Int() == -1, f.IsZero(), f.Kind() == reflect.Slice && f.Len() == 0:
		case f.Kind() == reflect.Bool:
			b.WriteString(" " + name)
		default:
			b.WriteByte(' ')
			if !unnamed[name] {
				b.WriteString(name + ":")
			}
			d.value(b, f)
		}
	}
	b.WriteByte(')')
}
