package types

import (
	"strconv"
	"strings"
)

// appendArray writes an array in braces, its bounds in front if any does not
// begin at 1.
func appendArray(buf []byte, a *Array, f *Format) []byte {
	if len(a.Elems) == 0 {
		return append(buf, "{}"...)
	}
	for _, d := range a.Dims {
		if d.Lower != 1 {
			buf = appendArrayBounds(buf, a.Dims)
			break
		}
	}
	next := 0
	return appendArrayLevel(buf, a, 0, &next, f)
}

func appendArrayBounds(buf []byte, dims []Dim) []byte {
	for _, d := range dims {
		buf = append(buf, '[')
		buf = strconv.AppendInt(buf, int64(d.Lower), 10)
		buf = append(buf, ':')
		buf = strconv.AppendInt(buf, int64(d.Lower)+int64(d.Len)-1, 10)
		buf = append(buf, ']')
	}
	return append(buf, '=')
}

func appendArrayLevel(buf []byte, a *Array, dim int, next *int, f *Format) []byte {
	buf = append(buf, '{')
	for i := int32(0); i < a.Dims[dim].Len; i++ {
		if i > 0 {
			buf = append(buf, ',')
		}
		if dim+1 < len(a.Dims) {
			buf = appendArrayLevel(buf, a, dim+1, next, f)
			continue
		}
		buf = appendArrayElem(buf, a.Elems[*next], f)
		*next++
	}
	return append(buf, '}')
}

func appendArrayElem(buf []byte, v Value, f *Format) []byte {
	switch v.OID {
	case 0:
		return append(buf, "NULL"...)
	case Bool, Int2, Int4, Int8, Float4, Float8, Numeric, Oid, UUID:
		return AppendText(buf, v, f)
	}
	start := len(buf)
	buf = AppendText(buf, v, f)
	text := string(buf[start:])
	if text != "" && !strings.EqualFold(text, "null") && strings.IndexAny(text, "\"\\{}, \t\n\r\v\f") < 0 {
		return buf
	}
	buf = append(buf[:start], '"')
	for i := 0; i < len(text); i++ {
		if text[i] == '"' || text[i] == '\\' {
			buf = append(buf, '\\')
		}
		buf = append(buf, text[i])
	}
	return append(buf, '"')
}
