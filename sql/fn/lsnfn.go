package fn

import (
	"math/big"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		operator("-", "pg_lsn, pg_lsn -> numeric", "minus", lsnDifference),
		operator("+", "pg_lsn, numeric -> pg_lsn", "add", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return moveLSN(a[0], a[1], "add %s to pg_lsn", 1)
		}),
		operator("+", "numeric, pg_lsn -> pg_lsn", "add", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return moveLSN(a[1], a[0], "add %s to pg_lsn", 1)
		}),
		operator("-", "pg_lsn, numeric -> pg_lsn", "subtract", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return moveLSN(a[0], a[1], "subtract %s from pg_lsn", -1)
		}),
		scalar("pg_lsn(numeric) pg_lsn", "convert numeric to pg_lsn", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return types.NumericToLSN(a[0])
		}),
		scalar("pg_wal_lsn_diff(pg_lsn, pg_lsn) numeric", "difference in bytes, given two wal locations", lsnDifference),
		scalar("pg_lsn_cmp(pg_lsn, pg_lsn) int4", "less-equal-greater", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newInt4(types.Compare(a[0], a[1]))
		}),
	)
}

func lsnDifference(_ *Context, a []datum.Datum) (datum.Datum, error) {
	n := new(big.Int).SetUint64(a[0].LSN())
	n.Sub(n, new(big.Int).SetUint64(a[1].LSN()))
	return types.NewNumeric(apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(n), 0)), nil
}

// moveLSN adds sign times a number of bytes to a position. The sum is rounded, not
// the number.
func moveLSN(pos, bytes datum.Datum, what string, sign int) (datum.Datum, error) {
	d := bytes.Decimal()
	switch d.Form {
	case apd.NaN, apd.NaNSignaling:
		return datum.Null, pgerr.New(pgerr.FeatureNotSupported, "cannot "+what, "NaN")
	case apd.Infinite:
		return types.NumericToLSN(bytes)
	}
	start := apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(new(big.Int).SetUint64(pos.LSN())), 0)
	sum := new(apd.Decimal)
	ctx := apd.BaseContext.WithPrecision(uint32(max(d.NumDigits()+int64(max(d.Exponent, 0)), 20) + int64(max(-d.Exponent, 0)) + 2))
	op := ctx.Add
	if sign < 0 {
		op = ctx.Sub
	}
	if _, err := op(sum, start, d); err != nil {
		return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "pg_lsn out of range")
	}
	return types.NumericToLSN(types.NewNumeric(sum))
}
