// Package planner turns a syntax tree into a physical plan: it binds names and
// types, chooses access paths and orders joins. Package exec beside it runs the
// plans.
//
// # Two steps
//
// Binding makes a logical query (query.go, relation.go) whose expressions are
// already typed. In them an expr.Column's Index is not a position but the number
// of a column, unique in the whole statement, so that expressions can move
// between query levels freely. A subquery in an expression holds its
// logical query until then.
//
// Physical planning walks the logical queries from the outside in, makes nodes
// (node.go), and rewrites each expression for the row layout of the node that
// evaluates it (layout.go): column numbers become positions, columns of enclosing
// queries become expr.Outer, subqueries get their plans.
//
// DESIGN.md says why.
//
// # Where to look
//
//	names            scope.go, relation.go, column_ref.go, star.go, from.go
//	types            literal.go, param.go, typename.go
//	expressions      bind_expr.go and its siblings
//	access paths     keybound.go, keyvalue.go, access.go, plan_scan.go
//	rewriting        inline_cte.go, pull_up.go, unnest.go, push_down.go, factor_or.go
//	join order       from_item.go, join_order.go, join_search.go, join_class.go
//	estimates        selectivity.go, column_stats.go, cardinality.go, cost.go
//	EXPLAIN          explain.go
//	DDL, COPY        statement.go
//
// # Entry points
//
// PlanStatement plans a statement; PlanCopyIn the insertion that COPY FROM feeds;
// BindExpr an expression that stands alone (EXECUTE's arguments, partition
// boundaries); CheckTable the expressions of a table descriptor before DDL stores
// it. Plan.Valid tells a plan cache whether a plan still holds.
package planner
