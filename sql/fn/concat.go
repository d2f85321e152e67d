package fn

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	joined := func(c *Context, a []datum.Datum) (datum.Datum, error) {
		l, err := asText(c, a[0])
		if err != nil {
			return datum.Null, err
		}
		r, err := asText(c, a[1])
		if err != nil {
			return datum.Null, err
		}
		return newText(l + r)
	}
	register(
		operator("||", "text, text -> text", "concatenate", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			if len(a[0].S)+len(a[1].S) > maxText {
				return datum.Null, tooLong()
			}
			return newText(a[0].S + a[1].S)
		}),
		operator("||", "text, anynonarray -> text", "concatenate", joined).stable(),
		operator("||", "anynonarray, text -> text", "concatenate", joined).stable(),
		operator("||", "variant, variant -> text", "concatenate the text forms", joined).stable(),
		operator("||", "variant, any -> text", "concatenate the text forms", joined).stable(),
		operator("||", "any, variant -> text", "concatenate the text forms", joined).stable(),
		operator("||", "bytea, bytea -> bytea", "concatenate", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return types.NewString(types.Bytea, a[0].S+a[1].S), nil
		}),
		scalar("concat(VARIADIC any) text", "concatenate values, without NULLs", concat).withNulls().stable(),
		scalar("concat_ws(text, VARIADIC any) text", "concatenate values with separators, without NULLs", concatWS).withNulls().stable(),
		scalar("format(text) text", "format text message", formatText).withNulls().stable(),
		scalar("format(text, VARIADIC any) text", "format text message", formatText).withNulls().stable(),
	)
}

// asText is a cast to text.
func asText(c *Context, v datum.Datum) (string, error) {
	if v.OID == types.Text || v.OID == types.VarChar {
		return v.S, nil
	}
	t, err := types.Cast(v, types.Of(types.Text), types.Explicit, c.Format)
	return t.S, err
}

// asOutput is the text that the type's output function writes: what concat,
// format and array_to_string show.
func asOutput(c *Context, v datum.Datum) string { return types.TextOf(v, c.Format) }

func concat(c *Context, a []datum.Datum) (datum.Datum, error) {
	var b strings.Builder
	for _, v := range a {
		if !v.IsNull() {
			b.WriteString(asOutput(c, v))
		}
	}
	return newText(b.String())
}

func concatWS(c *Context, a []datum.Datum) (datum.Datum, error) {
	if a[0].IsNull() {
		return datum.Null, nil
	}
	var b strings.Builder
	first := true
	for _, v := range a[1:] {
		if v.IsNull() {
			continue
		}
		if !first {
			b.WriteString(a[0].S)
		}
		first = false
		b.WriteString(asOutput(c, v))
	}
	return newText(b.String())
}

// formatText is format(): %[position$][flags][width]type with the types s, I and L.
func formatText(c *Context, a []datum.Datum) (datum.Datum, error) {
	if a[0].IsNull() {
		return datum.Null, nil
	}
	f := formatter{c: c, s: a[0].S, args: a[1:]}
	for f.at < len(f.s) {
		if f.s[f.at] != '%' {
			f.b.WriteByte(f.s[f.at])
			f.at++
			continue
		}
		f.at++
		if err := f.specifier(); err != nil {
			return datum.Null, err
		}
	}
	return newText(f.b.String())
}

type formatter struct {
	c    *Context
	s    string
	at   int
	args []datum.Datum
	next int
	b    strings.Builder
}

func unterminated() error {
	return pgerr.New(pgerr.InvalidParameterValue, "unterminated format() type specifier").WithHint("For a single \"%%\" use \"%%%%\".")
}

func (f *formatter) number() (n int, ok bool, err error) {
	start := f.at
	for f.at < len(f.s) && f.s[f.at] >= '0' && f.s[f.at] <= '9' {
		if n = n*10 + int(f.s[f.at]-'0'); n > maxText {
			return 0, false, pgerr.New(pgerr.NumericValueOutOfRange, "number is out of range")
		}
		f.at++
	}
	return n, f.at > start, nil
}

// take returns the argument at position n (0: the next one).
func (f *formatter) take(n int) (datum.Datum, error) {
	if n == 0 {
		f.next++
		n = f.next
	} else {
		f.next = n
	}
	if n > len(f.args) {
		return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "too few arguments for format()")
	}
	return f.args[n-1], nil
}

func (f *formatter) specifier() error {
	if f.at >= len(f.s) {
		return unterminated()
	}
	if f.s[f.at] == '%' {
		f.b.WriteByte('%')
		f.at++
		return nil
	}
	position, width, minus := 0, 0, false
	n, ok, err := f.number()
	if err != nil {
		return err
	}
	if ok && f.at < len(f.s) && f.s[f.at] == '$' {
		if n == 0 {
			return pgerr.New(pgerr.InvalidParameterValue, "format specifies argument 0, but arguments are numbered from 1")
		}
		position, ok = n, false
		f.at++
	}
	if ok {
		width = n
	} else {
		for f.at < len(f.s) && f.s[f.at] == '-' {
			minus = true
			f.at++
		}
		if width, err = f.width(); err != nil {
			return err
		}
	}
	if f.at >= len(f.s) {
		return unterminated()
	}
	kind := f.s[f.at]
	f.at++
	if width < 0 {
		width, minus = -width, true
	}
	return f.convert(kind, position, width, minus)
}

// width reads a number, or * or *n$ for an argument that holds it.
func (f *formatter) width() (int, error) {
	if f.at >= len(f.s) || f.s[f.at] != '*' {
		n, _, err := f.number()
		return n, err
	}
	f.at++
	n, ok, err := f.number()
	if err != nil {
		return 0, err
	}
	if ok {
		if f.at >= len(f.s) || f.s[f.at] != '$' {
			return 0, pgerr.New(pgerr.InvalidParameterValue, "width argument position must be ended by \"$\"")
		}
		f.at++
	}
	v, err := f.take(n)
	if err != nil || v.IsNull() {
		return 0, err
	}
	if v.OID != types.Int4 && v.OID != types.Int2 {
		// Other types are read from their text.
		v, err = types.ParseText(types.Int4, asOutput(f.c, v), -1, f.c.Format)
	}
	return int(v.I), err
}

func (f *formatter) convert(kind byte, position, width int, minus bool) error {
	if kind != 's' && kind != 'I' && kind != 'L' {
		return pgerr.New(pgerr.InvalidParameterValue, "unrecognized format() type specifier \"%c\"", kind).
			WithHint("For a single \"%%\" use \"%%%%\".")
	}
	v, err := f.take(position)
	if err != nil {
		return err
	}
	text := ""
	switch {
	case v.IsNull() && kind == 'I':
		return pgerr.New(pgerr.NullValueNotAllowed, "null values cannot be formatted as an SQL identifier")
	case v.IsNull() && kind == 'L':
		text = "NULL"
	case kind == 'I':
		text = quoteIdent(asOutput(f.c, v))
	case kind == 'L':
		text = quoteLiteral(asOutput(f.c, v))
	case !v.IsNull():
		text = asOutput(f.c, v)
	}
	padded, err := padText(!minus)(f.c, []datum.Datum{types.NewText(text), types.NewInt4(int32(max(width, len([]rune(text)))))})
	f.b.WriteString(padded.S)
	return err
}
