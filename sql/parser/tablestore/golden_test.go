package tablestore

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// TestGolden runs the files of testdata: parse prints each statement's tree, expressions
// as PostgreSQL writes them, or the error.
func TestGolden(t *testing.T) {
	datadriven.Walk(t, "testdata/golden", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			stmts, err := Parse(d.Input, parser.Parse)
			if err != nil {
				return describe(err)
			}
			var b strings.Builder
			for _, s := range stmts {
				fmt.Fprintf(&b, "$%d ", s.Params)
				dump(&b, reflect.ValueOf(s.Tree))
				b.WriteByte('\n')
			}
			return b.String()
		})
	})
}

func describe(err error) string {
	var e *pgerr.Error
	if !errors.As(err, &e) {
		return "not a pgerr.Error: " + err.Error()
	}
	return fmt.Sprintf("%s at %d: %s\n", e.Code, e.Position, e.Message)
}

// dump prints a node with the fields that are not empty.
func dump(b *strings.Builder, v reflect.Value) {
	if v.CanInterface() && v.Kind() == reflect.Pointer && !v.IsNil() {
		if e, ok := v.Interface().(ast.Expr); ok {
			fmt.Fprintf(b, "`%s`", ast.Format(e))
			return
		}
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		dump(b, v.Elem())
	case reflect.Slice:
		b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				b.WriteByte(' ')
			}
			dump(b, v.Index(i))
		}
		b.WriteByte(']')
	case reflect.Struct:
		b.WriteString(v.Type().Name() + "{")
		first := true
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Name == "Loc" || v.Field(i).IsZero() {
				continue
			}
			if !first {
				b.WriteByte(' ')
			}
			first = false
			b.WriteString(v.Type().Field(i).Name + ":")
			dump(b, v.Field(i))
		}
		b.WriteByte('}')
	default:
		fmt.Fprintf(b, "%v", v)
	}
}
