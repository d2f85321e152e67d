package fn

import (
	"math"
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		operator("+", "money, money -> money", "add", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newMoney(a[0].I + a[1].I)
		}),
		operator("-", "money, money -> money", "subtract", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newMoney(a[0].I - a[1].I)
		}),
		operator("/", "money, money -> float8", "divide", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			if a[1].I == 0 {
				return datum.Null, divisionByZero()
			}
			return types.NewFloat8(float64(a[0].I) / float64(a[1].I)), nil
		}),
		conversion("money(numeric) money", "convert numeric to money").stable(),
		conversion("money(int4) money", "convert int4 to money").stable(),
		conversion("money(int8) money", "convert int8 to money").stable(),
		scalar("cash_words(money) text", "output money amount as words", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return types.NewText(amountInWords(a[0].I)), nil
		}),
		scalar("cash_cmp(money, money) int4", "less-equal-greater", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newInt4(types.Compare(a[0], a[1]))
		}),
		aggregate("sum(money) money", "sum as money across all money input values", newFolded(func(x, y int64) int64 { return x + y })),
	)
	for _, t := range integerNames {
		register(
			operator("*", "money, "+t+" -> money", "multiply", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				return newMoney(a[0].I * a[1].I)
			}),
			operator("*", t+", money -> money", "multiply", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				return newMoney(a[0].I * a[1].I)
			}),
			operator("/", "money, "+t+" -> money", "divide", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				if a[1].I == 0 {
					return datum.Null, divisionByZero()
				}
				return newMoney(a[0].I / a[1].I)
			}),
		)
	}
	for _, t := range []string{"float4", "float8"} {
		register(
			operator("*", "money, "+t+" -> money", "multiply", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				return newMoney(roundCents(float64(a[0].I) * a[1].Float()))
			}),
			operator("*", t+", money -> money", "multiply", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				return newMoney(roundCents(a[0].Float() * float64(a[1].I)))
			}),
			operator("/", "money, "+t+" -> money", "divide", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				if a[1].Float() == 0 {
					return datum.Null, divisionByZero()
				}
				return newMoney(roundCents(float64(a[0].I) / a[1].Float()))
			}),
		)
	}
}

func newMoney(cents int64) (datum.Datum, error) { return types.NewInt(types.Money, cents), nil }

// roundCents brings a product or quotient of money back to whole cents, to even at
// the half. Beyond int64 PostgreSQL on amd64 gives the least amount.
func roundCents(x float64) int64 {
	if x = math.RoundToEven(x); x >= -(1<<63) && x < 1<<63 {
		return int64(x)
	}
	return math.MinInt64
}

var smallNumbers = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen " +
	"fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety")

// wordsBelow1000 is num_word.
func wordsBelow1000(n uint64) string {
	tens := func(n uint64) string {
		if n%10 == 0 {
			return smallNumbers[18+n/10]
		}
		return smallNumbers[18+n/10] + " " + smallNumbers[n%10]
	}
	below := n % 100
	switch {
	case n <= 20:
		return smallNumbers[n]
	case below == 0:
		return smallNumbers[n/100] + " hundred"
	case n > 99 && below < 20:
		return smallNumbers[n/100] + " hundred and " + smallNumbers[below]
	case n > 99:
		return smallNumbers[n/100] + " hundred " + tens(below)
	case below <= 10:
		return smallNumbers[below]
	}
	return tens(below)
}

// amountInWords is cash_words.
func amountInWords(cents int64) string {
	n, out := uint64(cents), ""
	if cents < 0 {
		n, out = -n, "minus "
	}
	whole := n / 100
	for _, scale := range []struct {
		unit uint64
		name string
	}{{1e15, "quadrillion"}, {1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}, {1e3, "thousand"}} {
		if part := whole / scale.unit % 1000; part != 0 {
			out += wordsBelow1000(part) + " " + scale.name + " "
		}
	}
	if whole%1000 != 0 {
		out += wordsBelow1000(whole % 1000)
	}
	if whole == 0 {
		out += "zero"
	}
	if whole == 1 {
		out += " dollar and "
	} else {
		out += " dollars and "
	}
	out += wordsBelow1000(n % 100)
	if n%100 == 1 {
		out += " cent"
	} else {
		out += " cents"
	}
	return strings.ToUpper(out[:1]) + out[1:]
}
