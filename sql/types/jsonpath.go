package types

import "strconv"

// jsonPathVersion leads the binary form.
const jsonPathVersion = 1

// parseJSONPath reads a jsonpath into its normal form.
func parseJSONPath(s string) (Value, error) {
	t, err := ParseJSONPath(s)
	if err != nil {
		return Null, err
	}
	buf := make([]byte, 0, len(s)+8)
	if t.Strict {
		buf = append(buf, "strict "...)
	}
	return Value{OID: JSONPath, S: string(appendPathItem(buf, t.Root, false, true))}, nil
}

// appendPathItem writes an item and what follows it (printJsonPathItem).
func appendPathItem(b []byte, i *PathItem, inKey, brackets bool) []byte {
	operand := func(x *PathItem) {
		b = appendPathItem(b, x, false, x.priority() <= i.priority())
	}
	open := func() {
		if brackets {
			b = append(b, '(')
		}
	}
	closing := func() {
		if brackets {
			b = append(b, ')')
		}
	}
	dot := func() {
		if inKey {
			b = append(b, '.')
		}
	}
	inside := func(before string) {
		b = append(appendPathItem(append(b, before...), i.Left, false, false), ')')
	}
	switch i.Kind {
	case PathNull:
		b = append(b, "null"...)
	case PathBool:
		b = strconv.AppendBool(b, i.Bool)
	case PathString:
		b = AppendJSONString(b, i.Text)
	case PathNumber:
		brackets = i.Next != nil
		open()
		b = append(b, i.Text...)
		closing()
	case PathVariable:
		b = AppendJSONString(append(b, '$'), i.Text)
	case PathRoot:
		b = append(b, '$')
	case PathCurrent:
		b = append(b, '@')
	case PathLast:
		b = append(b, "last"...)
	case PathKey:
		dot()
		b = AppendJSONString(b, i.Text)
	case PathAnyKey:
		dot()
		b = append(b, '*')
	case PathAnyArray:
		b = append(b, "[*]"...)
	case PathIndexes:
		b = appendPathIndexes(b, i)
	case PathAny:
		dot()
		b = appendPathLevels(b, i)
	case PathFilter:
		inside("?(")
	case PathNot:
		inside("!(")
	case PathExists:
		inside("exists (")
	case PathIsUnknown:
		inside("(")
		b = append(b, " is unknown"...)
	case PathMethod:
		b = append(append(append(b, '.'), i.Text...), '(')
		if i.Left != nil {
			b = appendPathItem(b, i.Left, false, false)
		}
		b = append(b, ')')
	case PathPlus, PathMinus:
		open()
		if i.Kind == PathPlus {
			b = append(b, '+')
		} else {
			b = append(b, '-')
		}
		operand(i.Left)
		closing()
	case PathLikeRegex:
		open()
		operand(i.Left)
		b = AppendJSONString(append(b, " like_regex "...), i.Text)
		if i.Flags != "" {
			b = append(append(append(b, " flag \""...), i.Flags...), '"')
		}
		closing()
	default:
		open()
		operand(i.Left)
		b = append(append(append(b, ' '), i.operator()...), ' ')
		operand(i.Right)
		closing()
	}
	if i.Next != nil {
		b = appendPathItem(b, i.Next, true, true)
	}
	return b
}

func (i *PathItem) operator() string {
	switch i.Kind {
	case PathAnd:
		return "&&"
	case PathOr:
		return "||"
	case PathStartsWith:
		return "starts with"
	}
	return i.Text
}

func appendPathIndexes(b []byte, i *PathItem) []byte {
	b = append(b, '[')
	for k, s := range i.Subscripts {
		if k > 0 {
			b = append(b, ',')
		}
		b = appendPathItem(b, s.From, false, false)
		if s.To != nil {
			b = appendPathItem(append(b, " to "...), s.To, false, false)
		}
	}
	return append(b, ']')
}

func appendPathLevels(b []byte, i *PathItem) []byte {
	b = append(b, "**"...)
	level := func(n uint32) {
		if n == PathLevelLast {
			b = append(b, "last"...)
		} else {
			b = strconv.AppendUint(b, uint64(n), 10)
		}
	}
	if i.First == 0 && i.Last == PathLevelLast {
		return b
	}
	b = append(b, '{')
	level(i.First)
	if i.First != i.Last {
		b = append(b, " to "...)
		level(i.Last)
	}
	return append(b, '}')
}
