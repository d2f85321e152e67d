package fn

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		scalar("array_ndims(anyarray) int4", "number of dimensions", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			if n := len(arrayOf(a[0]).Dims); n > 0 {
				return newInt4(n)
			}
			return datum.Null, nil
		}),
		scalar("array_dims(anyarray) text", "dimensions as text", arrayDims),
		scalar("array_length(anyarray, int4) int4", "length of a dimension", dimension(func(d types.Dim) int32 { return d.Len })),
		scalar("array_lower(anyarray, int4) int4", "lower bound of a dimension", dimension(func(d types.Dim) int32 { return d.Lower })),
		scalar("array_upper(anyarray, int4) int4", "upper bound of a dimension", dimension(func(d types.Dim) int32 { return d.Lower + d.Len - 1 })),
		scalar("cardinality(anyarray) int4", "number of elements", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newInt4(len(arrayOf(a[0]).Elems))
		}),
		scalar("array_position(anycompatiblearray, anycompatible) int4", "subscript of the first occurrence", arrayPosition).withNulls(),
		scalar("array_position(anycompatiblearray, anycompatible, int4) int4", "subscript of the first occurrence from a subscript on", arrayPosition).withNulls(),
		scalar("array_positions(anycompatiblearray, anycompatible) int4[]", "subscripts of all occurrences", arrayPositions).withNulls(),
		scalar("array_remove(anycompatiblearray, anycompatible) anycompatiblearray", "remove all elements equal to a value", arrayRemove).withNulls(),
		scalar("array_replace(anycompatiblearray, anycompatible, anycompatible) anycompatiblearray", "replace all elements equal to a value", arrayReplace).withNulls(),
		scalar("array_to_string(anyarray, text) text", "join elements with a separator", arrayToString).withNulls().stable(),
		scalar("array_to_string(anyarray, text, text) text", "join elements with a separator and a text for NULL", arrayToString).withNulls().stable(),
		scalar("string_to_array(text, text) text[]", "split at a separator", stringToArray).withNulls(),
		scalar("string_to_array(text, text, text) text[]", "split at a separator, a text standing for NULL", stringToArray).withNulls(),
		rows("string_to_table(text, text) text", "split at a separator", stringToTable).withNulls(),
		rows("string_to_table(text, text, text) text", "split at a separator, a text standing for NULL", stringToTable).withNulls(),
		scalar("array_fill(anyelement, int4[]) anyarray", "array of copies of a value", arrayFill).withNulls(),
		scalar("array_fill(anyelement, int4[], int4[]) anyarray", "array of copies of a value, with lower bounds", arrayFill).withNulls(),
		scalar("trim_array(anyarray, int4) anyarray", "cut elements off the end", trimArray),
	)
}

func dimension(f func(d types.Dim) int32) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		dims := arrayOf(a[0]).Dims
		if a[1].I < 1 || a[1].I > int64(len(dims)) {
			return datum.Null, nil
		}
		return types.NewInt4(f(dims[a[1].I-1])), nil
	}
}

func arrayDims(_ *Context, a []datum.Datum) (datum.Datum, error) {
	dims := arrayOf(a[0]).Dims
	if len(dims) == 0 {
		return datum.Null, nil
	}
	var b strings.Builder
	for _, d := range dims {
		b.WriteString("[" + strconv.Itoa(int(d.Lower)) + ":" + strconv.Itoa(int(d.Lower+d.Len-1)) + "]")
	}
	return newText(b.String())
}

// same compares as IS NOT DISTINCT FROM does.
func same(x, y datum.Datum) bool {
	if x.IsNull() || y.IsNull() {
		return x.IsNull() && y.IsNull()
	}
	return types.Compare(x, y) == 0
}

func searchable(x *types.Array, what string) error {
	if len(x.Dims) > 1 {
		return pgerr.New(pgerr.FeatureNotSupported, "%s", what)
	}
	return nil
}

const noSearch = "searching for elements in multidimensional arrays is not supported"

func arrayPosition(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if a[0].IsNull() {
		return datum.Null, nil
	}
	x := arrayOf(a[0])
	if err := searchable(x, noSearch); err != nil {
		return datum.Null, err
	}
	if len(x.Dims) == 0 {
		return datum.Null, nil
	}
	from := x.Dims[0].Lower
	if len(a) > 2 {
		if a[2].IsNull() {
			return datum.Null, pgerr.New(pgerr.NullValueNotAllowed, "initial position must not be null")
		}
		from = int32(a[2].I)
	}
	for i, e := range x.Elems {
		if at := x.Dims[0].Lower + int32(i); at >= from && same(e, a[1]) {
			return types.NewInt4(at), nil
		}
	}
	return datum.Null, nil
}

func arrayPositions(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if a[0].IsNull() {
		return datum.Null, nil
	}
	x := arrayOf(a[0])
	if err := searchable(x, noSearch); err != nil {
		return datum.Null, err
	}
	var out []datum.Datum
	for i, e := range x.Elems {
		if same(e, a[1]) {
			out = append(out, types.NewInt4(x.Dims[0].Lower+int32(i)))
		}
	}
	return newArray(types.Int4, out), nil
}

func arrayRemove(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if a[0].IsNull() {
		return datum.Null, nil
	}
	x := arrayOf(a[0])
	if err := searchable(x, "removing elements from multidimensional arrays is not supported"); err != nil {
		return datum.Null, err
	}
	var out []datum.Datum
	for _, e := range x.Elems {
		if !same(e, a[1]) {
			out = append(out, e)
		}
	}
	if len(out) == len(x.Elems) {
		return a[0], nil
	}
	r := &types.Array{Elem: x.Elem, Elems: out}
	if len(out) > 0 {
		r.Dims = []types.Dim{{Len: int32(len(out)), Lower: x.Dims[0].Lower}}
	}
	return withArray(a[0], r), nil
}

func arrayReplace(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if a[0].IsNull() {
		return datum.Null, nil
	}
	x := arrayOf(a[0])
	out := &types.Array{Elem: x.Elem, Dims: x.Dims, Elems: append([]datum.Datum{}, x.Elems...)}
	for i, e := range out.Elems {
		if same(e, a[1]) {
			out.Elems[i] = a[2]
		}
	}
	return withArray(a[0], out), nil
}

func arrayToString(c *Context, a []datum.Datum) (datum.Datum, error) {
	if a[0].IsNull() || a[1].IsNull() {
		return datum.Null, nil
	}
	var b strings.Builder
	first := true
	for _, e := range arrayOf(a[0]).Elems {
		text := ""
		switch {
		case !e.IsNull():
			text = asOutput(c, e)
		case len(a) > 2 && !a[2].IsNull():
			text = a[2].S
		default:
			continue
		}
		if !first {
			b.WriteString(a[1].S)
		}
		first = false
		b.WriteString(text)
		if b.Len() > maxText {
			return datum.Null, tooLong()
		}
	}
	return newText(b.String())
}

// splitString splits a[0] at a[1]: a NULL separator splits into characters, an
// empty one not at all; a[2] is the text that stands for NULL.
func splitString(a []datum.Datum) ([]datum.Datum, error) {
	s := a[0].S
	if s == "" {
		return nil, nil
	}
	if a[1].IsNull() && utf8.RuneCountInString(s) > maxParts || a[1].S != "" && strings.Count(s, a[1].S) >= maxParts {
		return nil, tooManyParts()
	}
	var parts []string
	switch {
	case a[1].IsNull():
		for _, r := range s {
			parts = append(parts, string(r))
		}
	case a[1].S == "":
		parts = []string{s}
	default:
		parts = strings.Split(s, a[1].S)
	}
	out := make([]datum.Datum, len(parts))
	for i, p := range parts {
		if len(a) > 2 && !a[2].IsNull() && p == a[2].S {
			continue
		}
		out[i] = types.NewText(p)
	}
	return out, nil
}

func stringToArray(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if a[0].IsNull() {
		return datum.Null, nil
	}
	parts, err := splitString(a)
	if err != nil {
		return datum.Null, err
	}
	return textArray(parts), nil
}

func stringToTable(_ *Context, a []datum.Datum, emit func(datum.Row) error) error {
	if a[0].IsNull() {
		return nil
	}
	parts, err := splitString(a)
	if err != nil {
		return err
	}
	for _, v := range parts {
		if err := emit(datum.Row{v}); err != nil {
			return err
		}
	}
	return nil
}

// maxElements is PostgreSQL's MaxArraySize, roughly: 1 GB of elements.
const maxElements = 134217727

// maxDimensions is PostgreSQL's MAXDIM.
const maxDimensions = 6

func arrayFill(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if a[1].IsNull() || len(a) > 2 && a[2].IsNull() {
		return datum.Null, pgerr.New(pgerr.NullValueNotAllowed, "dimension array or low bound array cannot be null")
	}
	lengths := arrayOf(a[1]).Elems
	if len(arrayOf(a[1]).Dims) > 1 || len(a) > 2 && len(arrayOf(a[2]).Dims) > 1 {
		return datum.Null, pgerr.New(pgerr.ArraySubscriptError, "wrong number of array subscripts").
			WithDetail("Dimension array must be one dimensional.")
	}
	if len(lengths) > maxDimensions {
		return datum.Null, pgerr.New(pgerr.ProgramLimitExceeded, "number of array dimensions (%d) exceeds the maximum allowed (%d)", len(lengths), maxDimensions)
	}
	if len(a) > 2 && len(arrayOf(a[2]).Elems) != len(lengths) && !slices.ContainsFunc(append(lengths[:len(lengths):len(lengths)], arrayOf(a[2]).Elems...), datum.Datum.IsNull) {
		return datum.Null, pgerr.New(pgerr.ArraySubscriptError, "wrong number of array subscripts").
			WithDetail("Low bound array has different size than dimensions array.")
	}
	if slices.ContainsFunc(lengths, datum.Datum.IsNull) || len(a) > 2 && slices.ContainsFunc(arrayOf(a[2]).Elems, datum.Datum.IsNull) {
		return datum.Null, pgerr.New(pgerr.NullValueNotAllowed, "dimension values cannot be null")
	}
	out := &types.Array{Elem: a[0].OID}
	if out.Elem == 0 {
		out.Elem = types.Text
	}
	total := int64(1)
	for i, l := range lengths {
		if l.I < 0 {
			return datum.Null, pgerr.New(pgerr.ProgramLimitExceeded, "array size exceeds the maximum allowed (%d)", maxElements)
		}
		d := types.Dim{Len: int32(l.I), Lower: 1}
		if len(a) > 2 {
			lower := arrayOf(a[2]).Elems
			d.Lower = int32(lower[i].I)
		}
		if total *= l.I; total > maxParts {
			return datum.Null, pgerr.New(pgerr.ProgramLimitExceeded, "array size exceeds the maximum allowed (%d)", maxElements)
		}
		out.Dims = append(out.Dims, d)
	}
	if len(lengths) == 0 || total == 0 {
		out.Dims = nil
		return types.Value{OID: types.ArrayOf(out.Elem), X: out}, nil
	}
	out.Elems = make([]datum.Datum, total)
	for i := range out.Elems {
		out.Elems[i] = a[0]
	}
	return types.Value{OID: types.ArrayOf(out.Elem), X: out}, nil
}

func trimArray(_ *Context, a []datum.Datum) (datum.Datum, error) {
	x, n := arrayOf(a[0]), a[1].I
	length := int32(0)
	if len(x.Dims) > 0 {
		length = x.Dims[0].Len
	}
	if n < 0 || n > int64(length) {
		return datum.Null, pgerr.New("2202E", "number of elements to trim must be between 0 and %d", length)
	}
	if n == 0 {
		return a[0], nil
	}
	out := &types.Array{Elem: x.Elem}
	if keep := length - int32(n); keep > 0 {
		out.Dims = append([]types.Dim{{Len: keep, Lower: 1}}, x.Dims[1:]...)
		out.Elems = x.Elems[:len(x.Elems)/int(length)*int(keep)]
	}
	return withArray(a[0], out), nil
}
