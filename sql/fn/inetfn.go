package fn

import (
	"strconv"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	network := func(_ *Context, a []datum.Datum) (datum.Datum, error) { return types.InetToCIDR(a[0]), nil }
	register(
		scalar("abbrev(inet) text", "display as text, abbreviated", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return types.NewText(types.TextOf(types.NewString(types.Inet, a[0].S), nil)), nil
		}),
		scalar("abbrev(cidr) text", "display as text, abbreviated", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return types.NewText(abbreviate(a[0].Inet())), nil
		}),
		scalar("host(inet) text", "show the address alone", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return types.NewText(a[0].Inet().Host()), nil
		}),
		scalar("text(inet) text", "show all parts", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return types.NewText(a[0].InetText()), nil
		}),
		scalar("family(inet) int4", "address family (4 for IPv4, 6 for IPv6)", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			if len(a[0].Inet().Addr) == 16 {
				return newInt4(6)
			}
			return newInt4(4)
		}),
		scalar("masklen(inet) int4", "netmask length", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newInt4(a[0].Inet().Bits)
		}),
		scalar("network(inet) cidr", "network part of address", network),
		scalar("cidr(inet) cidr", "network part of address", network),
		scalar("netmask(inet) inet", "netmask of address", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return singleAddress(a[0].Inet().Mask()), nil
		}),
		scalar("hostmask(inet) inet", "hostmask of address", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return singleAddress(complement(a[0].Inet().Mask())), nil
		}),
		scalar("broadcast(inet) inet", "broadcast address of network", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			ip := a[0].Inet()
			for i, m := range ip.Mask() {
				ip.Addr[i] |= ^m
			}
			return types.NewInet(types.Inet, ip), nil
		}),
		scalar("set_masklen(inet, int4) inet", "change netmask of inet", setMasklen),
		scalar("set_masklen(cidr, int4) cidr", "change netmask of cidr", setMasklen),
		scalar("inet_same_family(inet, inet) bool", "are the addresses from the same family?", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newBool(a[0].S[0] == a[1].S[0])
		}),
		scalar("inet_merge(inet, inet) cidr", "the smallest network which includes both of the given networks", mergeInets),
		scalar("network_cmp(inet, inet) int4", "less-equal-greater", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newInt4(types.CompareInet(a[0].S, a[1].S))
		}),
	)
}

// singleAddress is an inet with all its bits in the prefix.
func singleAddress(addr []byte) datum.Datum {
	return types.NewInet(types.Inet, types.InetAddress{Bits: 8 * len(addr), Addr: addr})
}

func complement(b []byte) []byte {
	for i := range b {
		b[i] = ^b[i]
	}
	return b
}

func setMasklen(_ *Context, a []datum.Datum) (datum.Datum, error) {
	ip, bits := a[0].Inet(), int(a[1].I)
	if bits == -1 {
		bits = 8 * len(ip.Addr)
	}
	if bits < 0 || bits > 8*len(ip.Addr) {
		return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "invalid mask length: %d", bits)
	}
	if ip.Bits = bits; a[0].OID == types.CIDR {
		ip = ip.Network()
	}
	return types.NewInet(a[0].OID, ip), nil
}

func mergeInets(_ *Context, a []datum.Datum) (datum.Datum, error) {
	x, y := a[0].Inet(), a[1].Inet()
	if len(x.Addr) != len(y.Addr) {
		return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "cannot merge addresses from different families")
	}
	x.Bits = types.CommonBits(x.Addr, y.Addr, min(x.Bits, y.Bits))
	return types.NewInet(types.CIDR, x.Network()), nil
}

// abbreviate shows a network without the octets that its prefix does not reach.
func abbreviate(ip types.InetAddress) string {
	if len(ip.Addr) == 16 {
		return abbreviate6(ip) + "/" + strconv.Itoa(ip.Bits)
	}
	out := strconv.Itoa(int(ip.Addr[0]))
	for _, octet := range ip.Addr[1:max((ip.Bits+7)/8, 1)] {
		out += "." + strconv.Itoa(int(octet))
	}
	return out + "/" + strconv.Itoa(ip.Bits)
}

// abbreviate6 follows inet_cidr_ntop_ipv6, down to the runs of zeros that it
// takes for longer than they are.
func abbreviate6(ip types.InetAddress) string {
	if ip.Bits == 0 {
		return "::"
	}
	s := ip.Network().Addr
	words := max((ip.Bits+15)/16, 2)
	from, length, runFrom, run := 0, 0, 0, 0
	for i := range words {
		if s[2*i]|s[2*i+1] == 0 {
			if run == 0 {
				runFrom = i
			}
			run++
		} else if length < run {
			from, length, run = runFrom, run, 0
		}
	}
	if length < run {
		from, length = runFrom, run
	}
	embedded := length != words && from == 0 &&
		(length == 6 || length == 5 && s[10] == 0xff && s[11] == 0xff || length == 7 && s[14] != 0 && s[15] != 1)
	var out []byte
	for i := range words {
		high, low := s[2*i], s[2*i+1]
		switch {
		case length != 0 && i >= from && i < from+length:
			if i == from {
				out = append(out, ':')
			}
			if i == words-1 {
				out = append(out, ':')
			}
		case embedded && i > 5:
			sep := byte('.')
			if i == 6 {
				sep = ':'
			}
			out = strconv.AppendUint(append(out, sep), uint64(high), 10)
			if i != 7 || ip.Bits > 120 {
				out = strconv.AppendUint(append(out, '.'), uint64(low), 10)
			}
		default:
			if len(out) > 0 {
				out = append(out, ':')
			}
			out = strconv.AppendUint(out, uint64(high)<<8|uint64(low), 16)
		}
	}
	return string(out)
}
