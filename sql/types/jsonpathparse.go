package types

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// pathDepthMax bounds how many items of a path may hang on each other, where
// PostgreSQL meets the end of its stack.
const pathDepthMax = 6000

// jsonPathParser reads a jsonpath by recursive descent (jsonpath_gram.y).
type jsonPathParser struct {
	jsonPathLexer
	items     int  // so far
	depth     int  // of the rules being read
	inFilter  int  // @ may stand here
	inIndexes bool // last may stand here
	early     error
}

// ParseJSONPath reads the text of a jsonpath. Errors are 42601, 22P02, 2201B
// where a regular expression is checked, 54001.
func ParseJSONPath(s string) (*JSONPathTree, error) {
	p := jsonPathParser{jsonPathLexer: jsonPathLexer{in: s}}
	if err := p.next(); err != nil {
		return nil, err
	}
	if p.tok == pathEnd {
		return nil, pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type jsonpath: \"%s\"", s)
	}
	t := &JSONPathTree{}
	if p.isWord("strict") || p.isWord("lax") {
		t.Strict = p.isWord("strict")
		if err := p.next(); err != nil {
			return nil, err
		}
	}
	var err error
	if t.Root, _, err = p.or(); err != nil {
		return nil, err
	}
	if p.tok != pathEnd {
		return nil, p.syntax()
	}
	return t, p.early
}

func (p *jsonPathParser) syntax() error { return p.failAt("syntax error", p.near) }

func (p *jsonPathParser) isWord(w string) bool {
	return p.tok == pathKeyword && strings.EqualFold(p.str, w)
}

func (p *jsonPathParser) isOp(c byte) bool { return p.tok == pathToken(c) }

func (p *jsonPathParser) expect(c byte) error {
	if !p.isOp(c) {
		return p.syntax()
	}
	return p.next()
}

func (p *jsonPathParser) expectWord(w string) error {
	if !p.isWord(w) {
		return p.syntax()
	}
	return p.next()
}

// later keeps an error that PostgreSQL reports once the whole path has been
// read: the first of them.
func (p *jsonPathParser) later(format string, args ...any) {
	if p.early == nil {
		p.early = pgerr.New(pgerr.SyntaxError, format, args...)
	}
}

func (p *jsonPathParser) enter() error {
	if p.depth++; p.depth > pathDepthMax {
		return pathTooDeep()
	}
	return nil
}

func pathTooDeep() error {
	return pgerr.New(pgerr.StatementTooComplex, "stack depth limit exceeded").
		WithHint("A jsonpath can have up to %d items.", pathDepthMax)
}

func (p *jsonPathParser) item(kind PathKind, text string) (*PathItem, error) {
	if p.items++; p.items > pathDepthMax {
		return nil, pathTooDeep()
	}
	return &PathItem{Kind: kind, Text: text}, nil
}

// or reads predicates joined by ||, or an expression: the flag tells whether
// the item is a predicate.
func (p *jsonPathParser) or() (*PathItem, bool, error) {
	return p.logic(pathOr, PathOr, func() (*PathItem, bool, error) {
		return p.logic(pathAnd, PathAnd, p.predicate)
	})
}

func (p *jsonPathParser) logic(tok pathToken, kind PathKind, operand func() (*PathItem, bool, error)) (*PathItem, bool, error) {
	left, isPredicate, err := operand()
	for err == nil && p.tok == tok {
		if !isPredicate {
			return nil, false, p.syntax()
		}
		if err = p.next(); err != nil {
			break
		}
		var right *PathItem
		if right, isPredicate, err = operand(); err != nil {
			break
		}
		if !isPredicate {
			return nil, false, p.syntax()
		}
		if left, err = p.binary(kind, "", left, right); err != nil {
			break
		}
	}
	return left, isPredicate, err
}

func (p *jsonPathParser) binary(kind PathKind, text string, left, right *PathItem) (*PathItem, error) {
	it, err := p.item(kind, text)
	if err != nil {
		return nil, err
	}
	it.Left, it.Right = left, right
	return it, nil
}

// predicate reads !(…), exists (…), a comparison and its like; or an
// expression.
func (p *jsonPathParser) predicate() (*PathItem, bool, error) {
	if err := p.enter(); err != nil {
		return nil, false, err
	}
	defer func() { p.depth-- }()
	if p.isOp('!') {
		it, err := p.not()
		return it, true, err
	}
	if p.isWord("exists") {
		it, err := p.exists()
		return it, true, err
	}
	left, isPredicate, err := p.sum()
	if err != nil || isPredicate {
		return left, isPredicate, err
	}
	switch {
	case p.tok == pathCompare:
		op := p.str
		if err := p.next(); err != nil {
			return nil, false, err
		}
		right, wrong, err := p.sum()
		if err != nil {
			return nil, false, err
		}
		if wrong {
			return nil, false, p.syntax()
		}
		it, err := p.binary(PathCompare, op, left, right)
		return it, true, err
	case p.isWord("starts"):
		it, err := p.startsWith(left)
		return it, true, err
	case p.isWord("like_regex"):
		it, err := p.likeRegex(left)
		return it, true, err
	}
	return left, false, nil
}

// not reads ! and the delimited predicate behind it.
func (p *jsonPathParser) not() (*PathItem, error) {
	if err := p.next(); err != nil {
		return nil, err
	}
	var arg *PathItem
	var err error
	if p.isWord("exists") {
		arg, err = p.exists()
	} else {
		arg, err = p.condition()
	}
	if err != nil {
		return nil, err
	}
	return p.binary(PathNot, "", arg, nil)
}

func (p *jsonPathParser) exists() (*PathItem, error) {
	if err := p.next(); err != nil {
		return nil, err
	}
	if err := p.expect('('); err != nil {
		return nil, err
	}
	arg, err := p.value()
	if err != nil {
		return nil, err
	}
	if err := p.expect(')'); err != nil {
		return nil, err
	}
	return p.binary(PathExists, "", arg, nil)
}

// condition reads a predicate in parentheses.
func (p *jsonPathParser) condition() (*PathItem, error) {
	if err := p.expect('('); err != nil {
		return nil, err
	}
	it, isPredicate, err := p.or()
	if err == nil && !isPredicate {
		err = p.syntax()
	}
	if err != nil {
		return nil, err
	}
	return it, p.expect(')')
}

// parens reads a predicate or expression in parentheses.
func (p *jsonPathParser) parens() (*PathItem, bool, error) {
	if err := p.expect('('); err != nil {
		return nil, false, err
	}
	it, isPredicate, err := p.or()
	if err != nil {
		return nil, false, err
	}
	return it, isPredicate, p.expect(')')
}

func (p *jsonPathParser) startsWith(left *PathItem) (*PathItem, error) {
	if err := p.next(); err != nil {
		return nil, err
	}
	if err := p.expectWord("with"); err != nil {
		return nil, err
	}
	kind := PathString
	switch p.tok {
	case pathText:
	case pathVar:
		kind = PathVariable
	default:
		return nil, p.syntax()
	}
	right, err := p.item(kind, p.str)
	if err != nil {
		return nil, err
	}
	if err := p.next(); err != nil {
		return nil, err
	}
	return p.binary(PathStartsWith, "", left, right)
}

// CheckPathRegexp compiles the pattern of a like_regex; package fn, which has
// the regular expressions, sets it.
var CheckPathRegexp = func(pattern, flags string) error { return nil }

func (p *jsonPathParser) likeRegex(left *PathItem) (*PathItem, error) {
	if err := p.next(); err != nil {
		return nil, err
	}
	if p.tok != pathText {
		return nil, p.syntax()
	}
	it, err := p.binary(PathLikeRegex, p.str, left, nil)
	if err != nil {
		return nil, err
	}
	if err := p.next(); err != nil {
		return nil, err
	}
	if p.isWord("flag") {
		if err := p.next(); err != nil {
			return nil, err
		}
		if p.tok != pathText {
			return nil, p.syntax()
		}
		if it.Flags, err = regexFlags(p.str); err != nil {
			return nil, err
		}
		if err := p.next(); err != nil {
			return nil, err
		}
	}
	return it, CheckPathRegexp(it.Text, it.Flags)
}

// regexFlags brings the flags of like_regex into their order.
func regexFlags(s string) (string, error) {
	out := ""
	for _, r := range s {
		if !strings.ContainsRune("ismxq", r) {
			return "", pgerr.New(pgerr.SyntaxError, "invalid input syntax for type jsonpath").
				WithDetail("Unrecognized flag character \"%c\" in LIKE_REGEX predicate.", r)
		}
	}
	for _, r := range "ismxq" {
		if strings.ContainsRune(s, r) {
			out += string(r)
		}
	}
	if strings.Contains(out, "x") && !strings.Contains(out, "q") {
		return "", pgerr.New(pgerr.FeatureNotSupported, "XQuery \"x\" flag (expanded regular expressions) is not implemented")
	}
	return out, nil
}

// accessors reads a primary and the accessors behind it, or a predicate in
// parentheses.
func (p *jsonPathParser) accessors() (*PathItem, bool, error) {
	var head *PathItem
	var err error
	if p.isOp('(') {
		var isPredicate bool
		if head, isPredicate, err = p.parens(); err != nil {
			return nil, false, err
		}
		if isPredicate {
			if p.isWord("is") {
				head, err = p.isUnknown(head)
				return head, true, err
			}
			if !p.atAccessor() {
				return head, true, nil
			}
		}
	} else if head, err = p.primary(); err != nil {
		return nil, false, err
	}
	end := head
	for p.atAccessor() {
		for end.Next != nil {
			end = end.Next
		}
		if end.Next, err = p.accessor(); err != nil {
			return nil, false, err
		}
	}
	return head, false, nil
}

func (p *jsonPathParser) isUnknown(arg *PathItem) (*PathItem, error) {
	if err := p.next(); err != nil {
		return nil, err
	}
	if err := p.expectWord("unknown"); err != nil {
		return nil, err
	}
	return p.binary(PathIsUnknown, "", arg, nil)
}

func (p *jsonPathParser) primary() (*PathItem, error) {
	kind, text := PathNull, p.str
	switch p.tok {
	case pathText:
		kind = PathString
	case pathVar:
		kind = PathVariable
	case pathInteger, pathNumeric:
		v, err := parseNumeric(p.str, -1)
		if err != nil {
			return nil, err
		}
		kind, text = PathNumber, TextOf(v, nil)
	case '$':
		kind = PathRoot
	case '@':
		kind = PathCurrent
		if p.inFilter == 0 {
			p.later("@ is not allowed in root expressions")
		}
	case pathKeyword:
		switch strings.ToLower(p.str) {
		case "null":
		case "true", "false":
			kind = PathBool
		case "last":
			kind = PathLast
			if !p.inIndexes {
				p.later("LAST is allowed only in array subscripts")
			}
		default:
			return nil, p.syntax()
		}
	default:
		return nil, p.syntax()
	}
	it, err := p.item(kind, text)
	if err != nil {
		return nil, err
	}
	it.Bool = kind == PathBool && text == "true"
	return it, p.next()
}
