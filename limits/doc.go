// Package limits declares every bound of Sparrow once, as a row: name, scope,
// unit, default, minimum, maximum, SQLSTATE and help. The view sparrow.limits,
// the settings "limit.*", the documentation and the checks all read these rows.
//
//	limit.go      what a limit is; lookup by name
//	model.go      bounds that the table model brings (Tablestore's)
//	process.go    bounds that protect this server
//	set.go        the values in force, changed by ALTER SYSTEM SET limit.x
//	exceeded.go   the error of a broken bound
//	account.go    accounts of memory
//
// A new limit is one more row in model.go or process.go; the code that enforces
// it calls Check with the server's Set. The package imports nothing of ours, so
// that every layer may use it.
package limits
