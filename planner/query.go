package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// query is a bound query: a body, what surrounds it, and its result columns.
type query struct {
	ctes     []*cte
	body     body
	order    []SortKey
	limit    expr.Expr
	offset   expr.Expr
	withTies bool
	out      []outCol // visible result columns
}

// outCol is a result column of a query.
type outCol struct {
	id   int
	name string
	t    types.T
}

// body is a *block, *setOp, *valuesBody, *query or *dml.
type body interface{ isBody() }

// block is one SELECT … FROM … WHERE … GROUP BY … HAVING.
type block struct {
	scope    *scope
	from     []relation
	where    []expr.Expr // conjuncts
	targets  []target
	distinct bool
	on       []expr.Expr // DISTINCT ON

	grouped   bool // has GROUP BY, HAVING or aggregates
	keys      []groupKey
	sets      [][]int // grouping sets over keys; nil without them
	setID     int     // column of the grouping set's number, -1 if not asked for
	aggs      []aggRef
	groupFD   map[*tableRel]bool // tables whose whole primary key is grouped by
	having    []expr.Expr
	windows   []windowSpec
	calls     []windowRef
	hasSRF    bool
	ungrouped string // the column that 42803 is about
}

// target is one computed result column. Hidden ones serve ORDER BY or DISTINCT ON.
type target struct {
	e      expr.Expr
	id     int
	name   string
	hidden bool
	at     ast.Pos
	source ast.Expr // as written, for errors; nil from a star
}

// groupKey is a GROUP BY expression and the column that it becomes.
type groupKey struct {
	e  expr.Expr
	id int
}

// aggRef is an aggregate call and the column that it becomes.
type aggRef struct {
	call AggCall
	id   int
}

// windowSpec is a window's definition, perhaps with a name of the WINDOW clause.
type windowSpec struct {
	name      string
	partition []expr.Expr
	order     []SortKey
	frame     Frame
	framed    bool // a frame was written
}

// windowRef is a window function's call and the column that it becomes.
type windowRef struct {
	call WindowCall
	spec int // index into the block's windows
	id   int
}

// isWindow reports whether a column is the result of a window function.
func (bl *block) isWindow(id int) bool {
	for i := range bl.calls {
		if bl.calls[i].id == id {
			return true
		}
	}
	return false
}

// setOp is UNION, INTERSECT or EXCEPT; both sides have columns of equal types.
type setOp struct {
	op          SetOpKind
	all         bool
	left, right *query
	ids         []int
}

// valuesBody is VALUES.
type valuesBody struct {
	rows [][]expr.Expr
	ids  []int
}

// dml is an INSERT, UPDATE, DELETE or MERGE with its RETURNING columns.
type dml struct {
	insert *insertStmt
	update *updateStmt
	delete *deleteStmt
	merge  *mergeStmt
	ids    []int
}

func (*block) isBody()      {}
func (*setOp) isBody()      {}
func (*valuesBody) isBody() {}
func (*query) isBody()      {}
func (*dml) isBody()        {}

// cte is a WITH query. Plan is made when the WITH it belongs to is planned.
type cte struct {
	name      string
	q         *query
	recursive *query // the recursive term
	unionAll  bool
	cols      []outCol // names after the column list
	modifies  bool
	working   bool // being bound: references are to the working table
	selfRefs  int
	node      *CTE
}

// relation is an item of FROM: *tableRel, *viewRel, *queryRel, *funcRel,
// *cteRel or *joinRel.
type relation interface{ relation() }

// queryRel is a subquery in FROM, or VALUES. Its ids are those of q.out.
type queryRel struct{ q *query }

// funcRel is functions in FROM; the last id is the ordinality, if asked for.
type funcRel struct {
	calls      []expr.Expr
	ordinality bool
	ids        []int
	out        []Column
}

// cteRel reads a CTE.
type cteRel struct {
	cte     *cte
	working bool
	ids     []int
}

// joinRel joins two items.
type joinRel struct {
	kind        JoinKind
	left, right relation
	on          []expr.Expr // conjuncts
}

func (*tableRel) relation() {}
func (*viewRel) relation()  {}
func (*queryRel) relation() {}
func (*funcRel) relation()  {}
func (*cteRel) relation()   {}
func (*joinRel) relation()  {}
