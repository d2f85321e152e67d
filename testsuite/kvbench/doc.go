// Package kvbench measures kv/local beside Pebble in one run: the same keys and
// values, the same durability. It is a module of its own, so that Pebble is no
// dependency of Sparrow's:
//
//	cd testsuite/kvbench && go test -bench . -benchtime 3s
//
// Both engines get the same memory for blocks. "cold" is a get whose block is
// in the operating system's cache and not in the engine's.
package kvbench
