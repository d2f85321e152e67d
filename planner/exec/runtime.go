package exec

import (
	"context"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/partition"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// Runtime is what one execution of a plan works with. The caller fills the
// exported fields; a Runtime serves one execution and one goroutine.
type Runtime struct {
	Ctx *expr.Context
	Txn kv.Txn
	// Reader is what the execution reads from: Txn itself, or a view of it where
	// writes come between, the execution's own or other statements'.
	Reader kv.Reader
	Store  *partition.Store
	// Dict is the attribute dictionary as the transaction sees it.
	Dict *catalog.DictTx
	// Meter counts the capacity units of the execution.
	Meter *partition.Meter
	// Memory is the account of what operators keep; nil counts nothing.
	Memory *limits.Account
	Limits *limits.Set
	// WorkMem is what one operator may hold before it spills, in bytes (work_mem; 0: the
	// default); a hash table may hold HashMemMultiplier times as much.
	WorkMem           int64
	HashMemMultiplier float64
	// Workers is how many goroutines may share the work of one operator; below 2 it is
	// done by the execution's own. Not with serializable transactions, which note what
	// they read.
	Workers int
	// SpillAtOnce makes operators spill as soon as they hold anything: for tests.
	SpillAtOnce bool
	// Spill is where temporary files go, and SpillQuota bounds those of the
	// execution (temp_file_limit).
	Spill      *spill.Space
	SpillQuota *spill.Quota
	// ViewSources is what system views read from (catalog.View.Rows).
	ViewSources any
	// Stats, if not nil, measures every node.
	Stats *Stats
	// ReadCommitted says that a row changed under a statement is looked at
	// again, instead of being a serialization failure.
	ReadCommitted bool
	// NextRow feeds a planner.Feed: nil at the end.
	NextRow func() (datum.Row, error)

	// Affected counts the rows that the top statement wrote.
	Affected int64

	pieces     *scanPieces // what the scan of a parallel worker reads; nil: all
	ctes       map[*planner.CTE]*cteState
	subqueries map[planner.Node]*keptSubquery
	results    map[*expr.Subquery]*resultCache
	members    map[*expr.Subquery]*memberTable
}

// Init makes the Runtime ready. It must be called once, before Build.
func (rt *Runtime) Init() {
	rt.ctes = map[*planner.CTE]*cteState{}
	rt.subqueries = map[planner.Node]*keptSubquery{}
	rt.Ctx.Subqueries = rt
}

// close releases what outlived the operators.
func (rt *Runtime) close() {
	for _, s := range rt.subqueries {
		s.close()
	}
	clear(rt.subqueries)
	rt.Memory.Close()
}

// readTime is the moment whose state of expiry the execution sees: the
// statement's, or the transaction's where that has one snapshot.
func (rt *Runtime) readTime() time.Time {
	if rt.ReadCommitted {
		return rt.Ctx.StmtTime
	}
	return rt.Ctx.TxnTime
}

// momentOf is what the execution sees of a table's rows.
func (rt *Runtime) momentOf(t *catalog.Table) rowenc.Moment { return rowenc.MomentOf(t, rt.readTime()) }

// context is the statement's.
func (rt *Runtime) context() context.Context { return rt.Ctx.Context.Context }

// interrupted reports why the statement has to end, if it has.
func (rt *Runtime) interrupted() error { return rt.context().Err() }

// grow accounts n bytes that live until the execution ends.
func (rt *Runtime) grow(n int64) error { return rt.Memory.Grow(n) }

// rowSize estimates the memory of a kept row of n datums, in bytes.
func rowSize(n int) int64 { return int64(n)*56 + 24 }
