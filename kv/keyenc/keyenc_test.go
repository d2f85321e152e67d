package keyenc

import (
	"bytes"
	"cmp"
	"math"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparrowdb/sparrow/kv"
)

func mustDecimal(t require.TestingT, s string) *apd.Decimal {
	d, _, err := apd.NewFromString(s)
	require.NoError(t, err)
	return d
}

// TestDecimalOrder lists numbers in PostgreSQL's order of numeric.
func TestDecimalOrder(t *testing.T) {
	order := []string{"-Infinity", "-1e99999", "-1e300", "-1000000", "-123.46", "-123.456", "-123.45",
		"-100", "-99.9", "-10", "-1.01", "-1", "-0.5", "-0.05", "-1e-200", "-1e-16383", "0", "1e-16383", "1e-200",
		"0.05", "0.5", "1", "1.01", "1.1", "9.99", "10", "99.9", "100", "123.45", "123.456", "1000000",
		"1e120", "1e121", "1e300", "1e99999", "Infinity", "NaN"}
	var prev []byte
	for _, s := range order {
		d := mustDecimal(t, s)
		enc := AppendDecimal(nil, d)
		require.Negative(t, bytes.Compare(prev, enc), "%s does not order after its predecessor", s)
		got, rest, err := DecodeDecimal(append(bytes.Clone(enc), 7))
		require.NoError(t, err, s)
		require.Equal(t, []byte{7}, rest)
		if d.Form == apd.Finite {
			require.Zero(t, got.Cmp(d), "%s decoded as %s", s, got)
		} else {
			require.Equal(t, d.String(), got.String())
		}
		prev = enc
	}
}

func TestDecimalScaleIsOneKey(t *testing.T) {
	for _, pair := range [][2]string{{"1.5", "1.5000"}, {"100", "1e2"}, {"0", "-0.000"}, {"-20", "-2.0e1"}} {
		require.Equal(t, AppendDecimal(nil, mustDecimal(t, pair[0])), AppendDecimal(nil, mustDecimal(t, pair[1])))
	}
	d, _, err := DecodeDecimal(AppendDecimal(nil, mustDecimal(t, "1200.00")))
	require.NoError(t, err)
	require.Equal(t, "1200", d.Text('f'))
	require.Zero(t, d.Exponent)
}

func TestCompositeOrder(t *testing.T) {
	type row struct {
		a string
		b int64
		c []byte
	}
	draw := rapid.Custom(func(t *rapid.T) row {
		return row{
			a: string(rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 2, 'a', 0xFF}), 0, 4).Draw(t, "a")),
			b: rapid.SampledFrom([]int64{math.MinInt64, -2, -1, 0, 1, math.MaxInt64}).Draw(t, "b"),
			c: rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 0xFE, 0xFF}), 0, 3).Draw(t, "c"),
		}
	})
	enc := func(r row) []byte { return AppendBytes(AppendInt(AppendText(nil, r.a), r.b), r.c) }
	rapid.Check(t, func(t *rapid.T) {
		x, y := draw.Draw(t, "x"), draw.Draw(t, "y")
		want := cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b), bytes.Compare(x.c, y.c))
		require.Equal(t, want, bytes.Compare(enc(x), enc(y)))
		a, rest, err := DecodeText(enc(x))
		require.NoError(t, err)
		require.Equal(t, x.a, a)
		b, rest, err := DecodeInt(rest)
		require.NoError(t, err)
		require.Equal(t, x.b, b)
		c, rest, err := DecodeBytes(rest)
		require.NoError(t, err)
		require.True(t, bytes.Equal(x.c, c))
		require.Empty(t, rest)
	})
}

func TestDecimalOrderRandom(t *testing.T) {
	draw := rapid.Custom(func(t *rapid.T) *apd.Decimal {
		return apd.New(rapid.Int64().Draw(t, "coeff"), rapid.Int32Range(-140, 140).Draw(t, "exp"))
	})
	rapid.Check(t, func(t *rapid.T) {
		x, y := draw.Draw(t, "x"), draw.Draw(t, "y")
		require.Equal(t, x.Cmp(y), bytes.Compare(AppendDecimal(nil, x), AppendDecimal(nil, y)))
	})
}

func TestPrefixEnd(t *testing.T) {
	require.Equal(t, []byte("b"), PrefixEnd([]byte("a")))
	require.Equal(t, []byte{1}, PrefixEnd([]byte{0, 0xFF, 0xFF}))
	require.Nil(t, PrefixEnd([]byte{0xFF}))
	require.Nil(t, PrefixEnd(nil))
	span := PrefixSpan(AppendTextPrefix(nil, "ab"))
	require.True(t, span.Contains(AppendText(nil, "ab")))
	require.True(t, span.Contains(AppendText(nil, "ab\x00\xff")))
	require.False(t, span.Contains(AppendText(nil, "ac")))
	require.False(t, span.Contains(AppendText(nil, "aa")))
}

// FuzzDecode feeds arbitrary bytes to every decoder: errors must be marked as
// corruption, and what decodes must encode to the same bytes.
func FuzzDecode(f *testing.F) {
	f.Add(AppendDecimal(AppendText(nil, "a\x00b"), apd.New(-12345, -2)))
	f.Add(AppendUUID(AppendBool(AppendTime(nil, 5), true), [16]byte{1}))
	f.Fuzz(func(t *testing.T, b []byte) {
		for len(b) > 0 {
			rest, skipErr := Skip(b)
			again, decErr := recode(b)
			if decErr != nil {
				require.ErrorIs(t, decErr, kv.ErrCorrupt)
				require.ErrorIs(t, skipErr, kv.ErrCorrupt)
				return
			}
			require.NoError(t, skipErr)
			require.Equal(t, b[:len(b)-len(rest)], again)
			b = rest
		}
	})
}

func recode(b []byte) ([]byte, error) {
	tag, err := PeekTag(b)
	if err != nil {
		return nil, err
	}
	switch {
	case tag == TagNullLow || tag == TagNullHigh:
		return b[:1], nil
	case tag == TagTrue || tag == TagFalse:
		v, _, err := DecodeBool(b)
		return AppendBool(nil, v), err
	case tag == TagInt:
		v, _, err := DecodeInt(b)
		return AppendInt(nil, v), err
	case tag == TagTime:
		v, _, err := DecodeTime(b)
		return AppendTime(nil, v), err
	case tag == TagUUID:
		v, _, err := DecodeUUID(b)
		return AppendUUID(nil, v), err
	case tag == TagText:
		v, _, err := DecodeText(b)
		return AppendText(nil, v), err
	case tag == TagBytes:
		v, _, err := DecodeBytes(b)
		return AppendBytes(nil, v), err
	default:
		v, _, err := DecodeDecimal(b)
		if err != nil {
			return nil, err
		}
		return AppendDecimal(nil, v), nil
	}
}
