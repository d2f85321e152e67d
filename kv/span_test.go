package kv

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func span(start, end string) Span {
	s := Span{Start: []byte(start)}
	if end != "" {
		s.End = []byte(end)
	}
	return s
}

func TestSpan(t *testing.T) {
	for _, c := range []struct {
		a, b     Span
		both     Span
		overlaps bool
	}{
		{span("a", "c"), span("b", "d"), span("b", "c"), true},
		{span("a", "b"), span("b", "c"), span("b", "b"), false},
		{span("a", ""), span("b", "c"), span("b", "c"), true},
		{span("", ""), span("b", ""), span("b", ""), true},
		{span("c", ""), span("a", "b"), span("c", "b"), false},
	} {
		require.Equal(t, c.both, c.a.Intersect(c.b))
		require.Equal(t, c.both, c.b.Intersect(c.a))
		require.Equal(t, c.overlaps, c.a.Overlaps(c.b))
	}
	require.False(t, Span{}.Empty())
	require.True(t, Span{}.Contains(nil))
	p := PointSpan([]byte("k"))
	require.True(t, p.Contains([]byte("k")))
	require.False(t, p.Contains([]byte("k\x00")))
	require.False(t, p.Contains([]byte("j\xff")))
	c := p.Clone()
	p.Start[0] = 'x'
	require.Equal(t, "k", string(c.Start))
}

func TestCorruptErrorIsMarked(t *testing.T) {
	err := fmt.Errorf("opening: %w", &CorruptError{File: "wal-1", Offset: 32, Reason: "checksum"})
	require.ErrorIs(t, err, ErrCorrupt)
	require.EqualError(t, err, "opening: kv: corrupt data: wal-1 at offset 32: checksum")
	var c *CorruptError
	require.True(t, errors.As(err, &c))
}
