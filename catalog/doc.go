// Package catalog holds the immutable, versioned descriptors of everything
// that has a name (instances, schemas, tables, roles, grants, comments,
// settings) and each table's attribute dictionary. All of it is stored in the
// KV layer; KEYS.md draws the keys.
//
// # Layers
//
//	Catalog     one per server: owns the newest Snapshot and the Dictionary
//	Snapshot    an immutable state of all descriptors, in memory
//	Tx          a Snapshot with a transaction's own DDL laid over it
//	Dictionary  attribute names and types as committed, a bounded cache
//	DictTx      a Dictionary with a transaction's own attributes laid over it
//
// # Lifecycle
//
// Open bootstraps a fresh store, loads every descriptor and follows the
// catalog's key range with Store.Watch: a commit marks the keys it wrote as
// stale before it returns, and the next reader loads them, at the commit's own
// timestamp. So whoever begins after a DDL commit was acknowledged sees it.
//
// A Tx belongs to one kv.Txn and writes through it, so DDL commits and rolls
// back with the data. Before it changes a descriptor it locks the
// descriptor's key exclusively and reads the newest committed version: DDL on
// one object waits for other DDL on it instead of failing. New names are
// written with PutIfAbsent: of two sessions that create one name the second
// waits, then gets "already exists".
//
// catalog/rowenc turns rows into keys and values; catalog/sysview shows the
// catalog as tables.
package catalog
