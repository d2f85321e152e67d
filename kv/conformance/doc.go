// Package conformance is the test suite that every kv.Store passes. An engine's
// test calls Run with a way to open an empty store.
//
// The cases are scripts in testdata (*.kv, read by script.go, each against a
// fresh store) and histories of concurrent transactions that porcupine checks
// for strict serializability (history.go).
package conformance
