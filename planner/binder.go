package planner

import (
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// nestingMax bounds how deep expressions and queries nest while they are
// bound: the parsers have a bound of their own, but trees also come from stored text.
const nestingMax = 5000

// colInfo is what is known of a column number.
type colInfo struct {
	name     string
	t        types.T
	tableOID types.OID
	attNum   int16
	level    *scope // whose FROM it belongs to; nil for computed columns
	record   []recordField
	rel      *tableRel // of a table's column
	at       int       // where it is in rel
}

// recordField is a field of a column of type record whose shape is known.
type recordField struct {
	name string
	t    types.T
}

// binder is the state of binding one statement.
type binder struct {
	env      *Env
	cols     []colInfo // by column number
	params   []types.OID
	deps     Deps
	writes   bool
	locks    bool
	uncached bool
	depth    int
	chars    charCounter
	// domainValue is what VALUE is in the CHECK of a domain.
	domainValue expr.Expr
	noColumns   string // why columns are refused: "DEFAULT" …
}

func newBinder(env *Env, hints []types.OID) *binder {
	b := &binder{env: env, cols: make([]colInfo, 0, 16)}
	if len(hints) > 0 {
		b.params = make([]types.OID, len(hints))
		for i, h := range hints {
			if h != types.Unknown {
				b.params[i] = h
			}
		}
	}
	return b
}

// newColumn numbers a column.
func (b *binder) newColumn(c colInfo) int {
	b.cols = append(b.cols, c)
	return len(b.cols) - 1
}

// pos turns a place in the text into a position for the client.
func (b *binder) pos(p ast.Pos) int { return b.chars.position(b.env.Text, p) }

// startPos is where an expression begins, as PostgreSQL's exprLocation has it.
func (b *binder) startPos(e ast.Expr) int { return b.pos(startOf(e)) }

// startOf looks for the leftmost part of an expression: operators are placed
// at themselves, not at their left operand.
func startOf(e ast.Expr) ast.Pos {
	at := e.Pos()
	for {
		var left ast.Expr
		switch x := e.(type) {
		case *ast.Binary:
			left = x.Left
		case *ast.And:
			left = x.Args[0]
		case *ast.Or:
			left = x.Args[0]
		case *ast.IsNull:
			left = x.Arg
		case *ast.BoolTest:
			left = x.Arg
		case *ast.IsDistinct:
			left = x.Left
		case *ast.Between:
			left = x.Arg
		case *ast.InList:
			left = x.Arg
		case *ast.InSubquery:
			left = x.Arg
		case *ast.Like:
			left = x.Arg
		case *ast.Quantified:
			left = x.Left
		case *ast.Cast:
			left = x.Arg
		case *ast.Subscript:
			left = x.Arg
		case *ast.FieldSelect:
			left = x.Arg
		case *ast.Collate:
			left = x.Arg
		default:
			return at
		}
		if left == nil {
			return at
		}
		if p := left.Pos(); p >= 0 && p < at {
			at = p
		}
		e = left
	}
}

// enter guards recursion; leave with b.depth--.
func (b *binder) enter() error {
	b.depth++
	if b.depth > nestingMax {
		return b.tooDeep()
	}
	return nil
}

func (b *binder) tooDeep() error {
	return pgerr.New(pgerr.StatementTooComplex, "stack depth limit exceeded").
		WithHint("The statement nests deeper than %d levels.", nestingMax)
}

// dependOn records a table and returns its index in Deps.Tables.
func (b *binder) dependOn(t *catalog.Table) int {
	for i, d := range b.deps.Tables {
		if d.ID == t.ID {
			return i
		}
	}
	b.deps.Tables = append(b.deps.Tables, TableDep{Schema: t.Schema, Name: t.Name, ID: t.ID, Version: t.Version})
	return len(b.deps.Tables) - 1
}

// charCounter counts characters up to byte offsets without starting over for
// each: the text is looked at once, in steps.
type charCounter struct {
	counted bool
	ascii   bool
	marks   []int // characters before each charStep bytes
}

const charStep = 256

func (c *charCounter) position(text string, p ast.Pos) int {
	if p < 0 {
		return 0
	}
	if !c.counted {
		c.counted, c.ascii = true, true
		for i := 0; i < len(text); i++ {
			if text[i] >= utf8.RuneSelf {
				c.ascii = false
				break
			}
		}
		if !c.ascii {
			n := 0
			for i := 0; i < len(text); i++ {
				if i%charStep == 0 {
					c.marks = append(c.marks, n)
				}
				if utf8.RuneStart(text[i]) {
					n++
				}
			}
		}
	}
	at := min(int(p), len(text))
	if c.ascii || at == 0 {
		return at + 1
	}
	step := min(at/charStep, len(c.marks)-1)
	n := c.marks[step]
	for i := step * charStep; i < at; i++ {
		if utf8.RuneStart(text[i]) {
			n++
		}
	}
	return n + 1
}
