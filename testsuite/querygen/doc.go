// Package querygen makes random schemas and queries for two servers that must
// answer alike, compares the answers, and shrinks what they differ over.
//
// A Generator makes Cases: tables with rows, and statements as trees of Nodes.
// Every node knows what may stand in its place, so that a Shrinker can take a
// statement apart without knowing SQL: a statement that has become wrong fails
// on both servers and shows no difference.
//
// What expressions there are is data: a line of productions.go for each operator
// and function. The rest of the grammar is code: from.go (joins), query.go
// (clauses), subquery.go, with.go, window.go, write.go.
//
// Everything generated has one right answer: what limits the number of rows
// sorts them by all columns first, aggregates that depend on the order of rows
// sort by what they gather, floating-point numbers are not summed.
package querygen
