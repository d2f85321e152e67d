package tablestore

import (
	"fmt"
	"io"

	my "github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/format"
)

// TiDB's parser leaves the making of values to hooks. Ours keep what was written.
func init() {
	my.NewValueExpr = func(v any, _, _ string) my.ValueExpr {
		if e, ok := v.(*value); ok {
			return e
		}
		return &value{v: v}
	}
	my.NewParamMarkerExpr = func(offset int) my.ParamMarkerExpr { return &param{offset: offset} }
	my.NewDecimal = func(s string) (any, error) { return decimal(s), nil }
	my.NewHexLiteral = func(s string) (any, error) { return bits(s), nil }
	my.NewBitLiteral = func(s string) (any, error) { return bits(s), nil }
}

// decimal is the text of a number with a point.
type decimal string

// bits is a hexadecimal or bit literal as written.
type bits string

// ToString is what TiDB's parser asks of literals that stand for strings.
func (b bits) ToString() string { return string(b) }

// value is a literal: nil, bool, int64, uint64, float64, decimal, string or bits.
type value struct {
	my.TexprNode
	v any
}

var _ my.ValueExpr = (*value)(nil)

func (v *value) SetValue(x any)           { v.v = x }
func (v *value) GetValue() any            { return v.v }
func (v *value) GetDatumString() string   { return v.GetString() }
func (v *value) GetProjectionOffset() int { return -1 }
func (v *value) SetProjectionOffset(int)  {}

func (v *value) GetString() string {
	if v.v == nil {
		return ""
	}
	return fmt.Sprint(v.v)
}

func (v *value) Restore(ctx *format.RestoreCtx) error {
	ctx.WritePlain(v.GetString())
	return nil
}

func (v *value) Format(w io.Writer) { _, _ = io.WriteString(w, v.GetString()) }

func (v *value) Accept(visitor my.Visitor) (my.Node, bool) {
	n, _ := visitor.Enter(v)
	return visitor.Leave(n)
}

// param is a ? at its offset into the statement.
type param struct {
	value
	offset int
}

func (p *param) SetOrder(int) {}

func (p *param) Accept(visitor my.Visitor) (my.Node, bool) {
	n, _ := visitor.Enter(p)
	return visitor.Leave(n)
}
