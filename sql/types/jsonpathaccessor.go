package types

import (
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

func (p *jsonPathParser) atAccessor() bool { return p.isOp('.') || p.isOp('[') || p.isOp('?') }

// accessor reads one accessor.
func (p *jsonPathParser) accessor() (*PathItem, error) {
	op := p.tok
	if err := p.next(); err != nil {
		return nil, err
	}
	switch op {
	case '?':
		p.inFilter++
		arg, err := p.condition()
		p.inFilter--
		if err != nil {
			return nil, err
		}
		return p.binary(PathFilter, "", arg, nil)
	case '[':
		return p.arrayAccessor()
	}
	switch {
	case p.isOp('*'):
		it, err := p.item(PathAnyKey, "")
		if err != nil {
			return nil, err
		}
		return it, p.next()
	case p.tok == pathAnyLevel:
		return p.anyLevel()
	}
	return p.keyOrMethod()
}

func (p *jsonPathParser) arrayAccessor() (*PathItem, error) {
	if p.isOp('*') {
		it, err := p.item(PathAnyArray, "")
		if err != nil {
			return nil, err
		}
		if err := p.next(); err != nil {
			return nil, err
		}
		return it, p.expect(']')
	}
	it, err := p.item(PathIndexes, "")
	if err != nil {
		return nil, err
	}
	outer := p.inIndexes
	p.inIndexes = true
	defer func() { p.inIndexes = outer }()
	for {
		var sub PathSubscript
		if sub.From, err = p.value(); err != nil {
			return nil, err
		}
		if p.isWord("to") {
			if err := p.next(); err != nil {
				return nil, err
			}
			if sub.To, err = p.value(); err != nil {
				return nil, err
			}
		}
		it.Subscripts = append(it.Subscripts, sub)
		if !p.isOp(',') {
			return it, p.expect(']')
		}
		if err := p.next(); err != nil {
			return nil, err
		}
	}
}

// value reads an expression that is no predicate.
func (p *jsonPathParser) value() (*PathItem, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	it, isPredicate, err := p.sum()
	if err == nil && isPredicate {
		err = p.syntax()
	}
	return it, err
}

func (p *jsonPathParser) anyLevel() (*PathItem, error) {
	it, err := p.item(PathAny, "")
	if err != nil {
		return nil, err
	}
	it.Last = PathLevelLast
	if err := p.next(); err != nil || !p.isOp('{') {
		return it, err
	}
	if err := p.next(); err != nil {
		return nil, err
	}
	if it.First, err = p.level(); err != nil {
		return nil, err
	}
	it.Last = it.First
	if p.isWord("to") {
		if err := p.next(); err != nil {
			return nil, err
		}
		if it.Last, err = p.level(); err != nil {
			return nil, err
		}
	}
	return it, p.expect('}')
}

// pathMethods are the item methods.
var pathMethods = map[string]bool{"abs": true, "size": true, "type": true, "floor": true, "double": true, "ceiling": true, "keyvalue": true, "datetime": true}

func (p *jsonPathParser) keyOrMethod() (*PathItem, error) {
	name, tok := p.str, p.tok
	if tok != pathText && tok != pathIdent && tok != pathKeyword {
		return nil, p.syntax()
	}
	if err := p.next(); err != nil {
		return nil, err
	}
	method := strings.ToLower(name)
	if tok != pathKeyword || !pathMethods[method] || !p.isOp('(') {
		return p.item(PathKey, name)
	}
	it, err := p.item(PathMethod, method)
	if err != nil {
		return nil, err
	}
	if err := p.next(); err != nil {
		return nil, err
	}
	if method == "datetime" && p.tok == pathText {
		if it.Left, err = p.item(PathString, p.str); err != nil {
			return nil, err
		}
		if err := p.next(); err != nil {
			return nil, err
		}
	}
	return it, p.expect(')')
}

// level reads a level of .**{…}.
func (p *jsonPathParser) level() (uint32, error) {
	if p.isWord("last") {
		return PathLevelLast, p.next()
	}
	if p.tok != pathInteger {
		return 0, p.syntax()
	}
	n, err := strconv.ParseInt(p.str, 10, 32)
	if err != nil {
		return 0, pgerr.New(pgerr.NumericValueOutOfRange, "value \"%s\" is out of range for type %s", p.str, "integer")
	}
	return uint32(n), p.next()
}
