package partition

import (
	"bytes"
	"context"

	"github.com/sparrowdb/sparrow/kv"
)

// Pieces divides span into n pieces or more that hold about equally many live bytes, as
// far as the engine knows: less where there is little data. A boundary is no row's key
// necessarily.
func (s *Store) Pieces(ctx context.Context, span kv.Span, n int) ([]kv.Span, error) {
	if engine, ok := s.Store.(kv.SizeEstimator); ok {
		return s.pieces(ctx, span, n, engine.MiddleKey)
	}
	return s.pieces(ctx, span, 0, nil)
}

// Shares is Pieces for readers that go on at once: the pieces may be less equal, but to
// find them takes next to no time and waits for no checkpoint.
func (s *Store) Shares(ctx context.Context, span kv.Span, n int) ([]kv.Span, error) {
	if engine, ok := s.Store.(kv.KeyDivider); ok {
		return s.pieces(ctx, span, n, engine.DividingKey)
	}
	return s.pieces(ctx, span, 0, nil)
}

func (s *Store) pieces(ctx context.Context, span kv.Span, n int, middleOf func(context.Context, kv.Span) ([]byte, error)) ([]kv.Span, error) {
	var out []kv.Span
	for _, p := range s.Of(span) {
		out = append(out, cut(span, p.Span))
	}
	for len(out) < n {
		var next []kv.Span
		for _, piece := range out {
			middle, err := middleOf(ctx, piece)
			if err != nil {
				return nil, err
			}
			if middle == nil || bytes.Compare(middle, piece.Start) <= 0 || piece.End != nil && bytes.Compare(middle, piece.End) >= 0 {
				next = append(next, piece)
				continue
			}
			next = append(next, kv.Span{Start: piece.Start, End: middle}, kv.Span{Start: middle, End: piece.End})
		}
		if len(next) == len(out) {
			break
		}
		out = next
	}
	return out, nil
}

// cut is what two spans have in common.
func cut(a, b kv.Span) kv.Span {
	if bytes.Compare(b.Start, a.Start) > 0 {
		a.Start = b.Start
	}
	if b.End != nil && (a.End == nil || bytes.Compare(b.End, a.End) < 0) {
		a.End = b.End
	}
	return a
}
