// Package kv is the contract between Sparrow and a storage engine: an ordered
// map from opaque byte keys to opaque byte values, with snapshots, atomic
// transactions, row locks and range partitions.
//
// # Layers
//
//	planner/exec, catalog, sql      use Store through package partition
//	partition                       a Store that routes, meters and throttles
//	kv/local                        embedded engine (B-trees, WAL)
//	kv/tikv                         distributed engine (TiKV)
//
// kv/keyenc turns typed values into keys whose byte order is the value order;
// kv/conformance is the test suite that every engine passes.
//
// # Rules every engine keeps
//
//  1. Keys order by bytes.Compare. A key is 1 to KeyBytesMax bytes and does not
//     begin with 0xFF; a value is 1 to ValueBytesMax bytes. Anything else is
//     ErrInvalid. (TiKV cannot hold empty values and keeps 0xFF for itself.)
//  2. Timestamps come from the engine, never from the wall clock, and grow:
//     a transaction that begins after another's Commit returned sees it.
//  3. Slices passed in are copied or not kept: the caller may reuse them as
//     soon as the call returns. Slices handed out are read-only for the caller.
//     What Get, BatchGet and GetLatest return stays valid; what an Iterator
//     returns is valid until its next Next or Close.
//  4. A Commit that returned nil is durable. One that returned
//     ErrOutcomeUnknown may or may not be; any other error means that nothing
//     of it happened.
//  5. A Store is safe for concurrent use. A Txn, a Snapshot's iterators and the
//     Txn's iterators belong to one goroutine at a time; a Snapshot itself may
//     be shared.
//  6. Errors are wrapped sentinels of this package: test them with errors.Is.
package kv
