package fn

import (
	"math/big"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	and, or := func(x, y byte) byte { return x & y }, func(x, y byte) byte { return x | y }
	register(
		operator("<<", "inet, inet -> bool", "is subnet", networkWithin(func(l, r int) bool { return l > r })),
		operator("<<=", "inet, inet -> bool", "is subnet or equal", networkWithin(func(l, r int) bool { return l >= r })),
		operator(">>", "inet, inet -> bool", "is supernet", networkWithin(func(l, r int) bool { return l < r })),
		operator(">>=", "inet, inet -> bool", "is supernet or equal", networkWithin(func(l, r int) bool { return l <= r })),
		operator("&&", "inet, inet -> bool", "overlaps (is subnet or supernet)", networkWithin(func(int, int) bool { return true })),
		operator("~", "inet -> inet", "bitwise not", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			ip := a[0].Inet()
			complement(ip.Addr)
			return types.NewInet(types.Inet, ip), nil
		}),
		operator("&", "inet, inet -> inet", "bitwise and", combineInets("AND", and)),
		operator("|", "inet, inet -> inet", "bitwise or", combineInets("OR", or)),
		operator("+", "inet, int8 -> inet", "add", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return addToInet(a[0], big.NewInt(a[1].I))
		}),
		operator("+", "int8, inet -> inet", "add", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return addToInet(a[1], big.NewInt(a[0].I))
		}),
		operator("-", "inet, int8 -> inet", "subtract", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return addToInet(a[0], big.NewInt(-a[1].I)) // the least int8 stays what it is
		}),
		operator("-", "inet, inet -> int8", "subtract", subtractInets),
	)
	for _, t := range []string{"macaddr", "macaddr8"} {
		register(
			operator("~", t+" -> "+t, "bitwise not", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				return types.NewString(a[0].OID, string(complement([]byte(a[0].S)))), nil
			}),
			operator("&", t+", "+t+" -> "+t, "bitwise and", combineMACs(and)),
			operator("|", t+", "+t+" -> "+t, "bitwise or", combineMACs(or)),
			scalar("trunc("+t+") "+t, "first three bytes, the manufacturer", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				return types.NewString(a[0].OID, a[0].S[:3]+string(make([]byte, len(a[0].S)-3))), nil
			}),
			scalar(t+"_cmp("+t+", "+t+") int4", "less-equal-greater", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				return newInt4(types.Compare(a[0], a[1]))
			}),
		)
	}
	register(
		scalar("macaddr8_set7bit(macaddr8) macaddr8", "set 7th bit in macaddr8", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return types.NewString(types.MACAddr8, string([]byte{a[0].S[0] | 2})+a[0].S[1:]), nil
		}),
		conversion("macaddr8(macaddr) macaddr8", "convert macaddr to macaddr8"),
		conversion("macaddr(macaddr8) macaddr", "convert macaddr8 to macaddr"),
	)
}

// networkWithin compares the prefixes of two networks if one of them holds the other.
func networkWithin(lengths func(l, r int) bool) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		x, y := a[0].Inet(), a[1].Inet()
		if len(x.Addr) != len(y.Addr) || !lengths(x.Bits, y.Bits) {
			return newBool(false)
		}
		bits := min(x.Bits, y.Bits)
		return newBool(types.CommonBits(x.Addr, y.Addr, bits) == bits)
	}
}

func combineInets(name string, f func(x, y byte) byte) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		x, y := a[0].Inet(), a[1].Inet()
		if len(x.Addr) != len(y.Addr) {
			return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "cannot %s inet values of different sizes", name)
		}
		for i := range x.Addr {
			x.Addr[i] = f(x.Addr[i], y.Addr[i])
		}
		x.Bits = max(x.Bits, y.Bits)
		return types.NewInet(types.Inet, x), nil
	}
}

func combineMACs(f func(x, y byte) byte) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		out := []byte(a[0].S)
		for i := range out {
			out[i] = f(out[i], a[1].S[i])
		}
		return types.NewString(a[0].OID, string(out)), nil
	}
}

func resultOutOfRange() error {
	return pgerr.New(pgerr.NumericValueOutOfRange, "result is out of range")
}

func addToInet(v datum.Datum, n *big.Int) (datum.Datum, error) {
	ip := v.Inet()
	n.Add(n, new(big.Int).SetBytes(ip.Addr))
	if n.Sign() < 0 || n.BitLen() > 8*len(ip.Addr) {
		return datum.Null, resultOutOfRange()
	}
	n.FillBytes(ip.Addr)
	return types.NewInet(types.Inet, ip), nil
}

func subtractInets(_ *Context, a []datum.Datum) (datum.Datum, error) {
	x, y := a[0].Inet(), a[1].Inet()
	if len(x.Addr) != len(y.Addr) {
		return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "cannot subtract inet values of different sizes")
	}
	n := new(big.Int).SetBytes(x.Addr)
	n.Sub(n, new(big.Int).SetBytes(y.Addr))
	// The subtraction of IPv6 addresses wraps around.
	if limit := new(big.Int).Lsh(big.NewInt(1), 127); len(x.Addr) == 16 && n.Cmp(limit) >= 0 {
		n.Sub(n, limit.Lsh(limit, 1))
	} else if len(x.Addr) == 16 && n.Cmp(new(big.Int).Neg(limit)) < 0 {
		n.Add(n, limit.Lsh(limit, 1))
	}
	if !n.IsInt64() {
		return datum.Null, resultOutOfRange()
	}
	return newInt8(n.Int64())
}
