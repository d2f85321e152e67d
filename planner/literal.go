package planner

import (
	"math"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// literal binds a constant. A string and NULL are of type unknown until their
// context gives them one (documentation section 4.1.2.7).
func (b *binder) literal(k *ast.Const) (expr.Expr, error) {
	switch k.Kind {
	case ast.Null:
		return &expr.Const{T: types.Of(types.Unknown), Pos: b.pos(k.At)}, nil
	case ast.Bool:
		return expr.NewConst(types.NewBool(k.Text == "true")), nil
	case ast.Integer, ast.Float:
		return b.number(k, false)
	case ast.BitString:
		return b.bitString(k)
	}
	if changes(k.Text) {
		b.uncached = true
	}
	return &expr.Const{V: types.NewString(types.Unknown, k.Text), T: types.Of(types.Unknown), Pos: b.pos(k.At)}, nil
}

// number takes the smallest of int4, int8 and numeric that holds an integer; a
// number with point or exponent is numeric, as in PostgreSQL.
func (b *binder) number(k *ast.Const, negative bool) (expr.Expr, error) {
	text := k.Text
	if negative {
		text = "-" + text
	}
	if k.Kind == ast.Integer {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			if n >= math.MinInt32 && n <= math.MaxInt32 {
				return expr.NewConst(types.NewInt4(int32(n))), nil
			}
			return expr.NewConst(types.NewInt8(n)), nil
		}
	}
	v, err := types.ParseText(types.Numeric, text, -1, b.env.Fn.Format)
	if err != nil {
		return nil, pgerr.At(err, b.pos(k.At))
	}
	return expr.NewConst(v), nil
}

func (b *binder) bitString(k *ast.Const) (expr.Expr, error) {
	v, err := types.ParseText(types.Bit, k.Text, -1, b.env.Fn.Format)
	if err != nil {
		return nil, pgerr.At(err, b.pos(k.At))
	}
	return expr.NewConst(v), nil
}

// changes reports whether a literal may mean another value when it is read
// again: the special date and time strings (documentation section 8.5.1.4).
func changes(s string) bool {
	if len(s) < 3 || len(s) > 40 {
		return false
	}
	switch s[0] {
	case 'n', 'N', 't', 'T', 'y', 'Y', ' ':
	default:
		return false
	}
	low := strings.ToLower(s)
	for _, w := range [...]string{"now", "today", "tomorrow", "yesterday"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}
