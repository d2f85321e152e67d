package types

import "strings"

// sum reads terms joined by + and -.
func (p *jsonPathParser) sum() (*PathItem, bool, error) {
	return p.arithmetic("+-", func() (*PathItem, bool, error) {
		return p.arithmetic("*/%", p.unary)
	})
}

func (p *jsonPathParser) arithmetic(ops string, operand func() (*PathItem, bool, error)) (*PathItem, bool, error) {
	left, isPredicate, err := operand()
	for err == nil && p.tok != pathEnd && strings.IndexByte(ops, byte(p.tok)) >= 0 {
		if isPredicate {
			return nil, false, p.syntax()
		}
		op := string(rune(p.tok))
		if err = p.next(); err != nil {
			break
		}
		var right *PathItem
		if right, isPredicate, err = operand(); err != nil {
			break
		}
		if isPredicate {
			return nil, false, p.syntax()
		}
		if left, err = p.binary(PathArith, op, left, right); err != nil {
			break
		}
	}
	return left, isPredicate, err
}

// unary reads signs; one before a number becomes part of it.
func (p *jsonPathParser) unary() (*PathItem, bool, error) {
	if !p.isOp('+') && !p.isOp('-') {
		return p.accessors()
	}
	if err := p.enter(); err != nil {
		return nil, false, err
	}
	defer func() { p.depth-- }()
	kind := PathPlus
	if p.isOp('-') {
		kind = PathMinus
	}
	if err := p.next(); err != nil {
		return nil, false, err
	}
	arg, isPredicate, err := p.unary()
	if err != nil {
		return nil, false, err
	}
	if isPredicate {
		return nil, false, p.syntax()
	}
	if arg.Kind == PathNumber && arg.Next == nil {
		if kind == PathMinus {
			arg.Text = negateNumber(arg.Text)
		}
		return arg, false, nil
	}
	it, err := p.binary(kind, "", arg, nil)
	return it, false, err
}

func negateNumber(s string) string {
	if strings.Trim(s, "0.") == "" {
		return s
	}
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		return rest
	}
	return "-" + s
}
