package limits

import (
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSet(t *testing.T) {
	s := NewSet()
	old, err := s.Put("tables_per_instance", 128)
	require.NoError(t, err)
	require.EqualValues(t, 64, old)
	require.EqualValues(t, 128, TablesPerInstance.Value(s))
	require.EqualValues(t, 64, TablesPerInstance.Value(nil))

	_, err = s.Put("primary_key_columns", 5)
	require.ErrorIs(t, err, ErrNotAdjustable)
	_, err = s.Put("primary_key_columns", 2)
	require.NoError(t, err, "stricter is allowed")
	_, err = s.Put("tables_per_instance", 0)
	require.ErrorIs(t, err, ErrOutOfRange)
	_, err = s.Put("tables", 1)
	require.ErrorIs(t, err, ErrUnknown)
	_, err = s.Get("tables")
	require.ErrorIs(t, err, ErrUnknown)

	old, err = s.Reset("primary_key_columns")
	require.NoError(t, err)
	require.EqualValues(t, 2, old)
	got, err := s.Get("primary_key_columns")
	require.NoError(t, err)
	require.EqualValues(t, 4, got)
}

func TestCheck(t *testing.T) {
	s := NewSet()
	require.NoError(t, AttributeValueBytes.Check(s, 2<<20, ""))
	err := AttributeValueBytes.Check(s, 2<<20+1, `column "colour"`)
	var e *Exceeded
	require.True(t, errors.As(err, &e))
	require.Equal(t, `column "colour" exceeds limit attribute_value_bytes`, e.Error())
	require.Equal(t, "Limit attribute_value_bytes is 2097152 bytes per cell; 2097153 requested.", e.Detail())
	require.Empty(t, e.Hint())

	err = TablesPerInstance.Check(s, 65, `instance "shop"`)
	require.True(t, errors.As(err, &e))
	require.Equal(t, "53400", e.Limit.SQLSTATE)
	require.Equal(t, "Limit tables_per_instance is 64 per instance; 65 requested.", e.Detail())
	require.Contains(t, e.Hint(), "ALTER SYSTEM SET limit.tables_per_instance")
}

func TestAccount(t *testing.T) {
	s := NewSet()
	_, err := s.Put("statement_memory_bytes", 1<<20)
	require.NoError(t, err)
	server := NewLimitAccount("server", nil, ServerMemoryBytes, s)
	one := NewLimitAccount("statement", server, StatementMemoryBytes, s)
	operator := NewAccount("sort", one, nil)

	require.NoError(t, operator.Grow(1<<20))
	err = operator.Grow(1)
	require.ErrorIs(t, err, ErrMemory)
	var e *MemoryError
	require.True(t, errors.As(err, &e))
	require.Equal(t, MemoryError{Account: "statement", Limit: 1 << 20, Used: 1 << 20, Asked: 1}, *e)
	require.EqualValues(t, 1<<20, server.Used(), "a refused request takes nothing anywhere")

	operator.Shrink(10 << 20)
	require.Zero(t, operator.Used()+one.Used()+server.Used())
	require.EqualValues(t, 1<<20, operator.Peak())

	var none *Account
	require.NoError(t, none.Grow(1<<60))
	none.Shrink(1)
	none.Close()

	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			a := NewAccount("worker", one, nil)
			defer a.Close()
			for range 1000 {
				if a.Grow(1000) != nil {
					a.Close()
				}
			}
		})
	}
	wg.Wait()
	require.Zero(t, one.Used())
	require.LessOrEqual(t, one.Peak(), int64(1<<20))
}
