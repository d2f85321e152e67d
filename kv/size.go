package kv

import "context"

// SizeEstimator is a Store that can tell how the live bytes of a key range are
// spread without reading them all. Old versions and deleted rows don't count. One
// that can't is read with Scan.
type SizeEstimator interface {
	Store

	// LiveBytes returns about how many bytes of live keys and values lie in span.
	LiveBytes(ctx context.Context, span Span) (int64, error)

	// MiddleKey returns a key of span at which the live bytes before and from it
	// on are about equal, no row's necessarily; nil when there are none.
	MiddleKey(ctx context.Context, span Span) ([]byte, error)
}

// KeyDivider is a Store that can cut what is read into parts of about equal size without
// waiting for anything to be written.
type KeyDivider interface {
	Store

	// DividingKey returns a key of span before and from which on there is about
	// equally much to read, no row's necessarily; nil when there is nothing.
	DividingKey(ctx context.Context, span Span) ([]byte, error)
}
