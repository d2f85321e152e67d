package types

import (
	"cmp"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// The address families, as the binary form numbers them.
const (
	inet4 = 2
	inet6 = 3
)

// InetAddress is the value of an inet or cidr taken apart. Addr has 4 or 16
// bytes, Bits is the length of the network's prefix.
type InetAddress struct {
	Bits int
	Addr []byte
}

// NewInet makes an inet or cidr. Value.S is the family, the prefix length and
// the address: two values are equal just when these bytes are.
func NewInet(oid OID, a InetAddress) Value {
	s := make([]byte, 2, 2+len(a.Addr))
	s[0], s[1] = inet4, byte(a.Bits)
	if len(a.Addr) == 16 {
		s[0] = inet6
	}
	return Value{OID: oid, S: string(append(s, a.Addr...))}
}

// Inet returns the parts of an inet or cidr, in memory of their own.
func (v Value) Inet() InetAddress { return InetAddress{Bits: int(v.S[1]), Addr: []byte(v.S[2:])} }

// Network clears the bits to the right of the prefix.
func (a InetAddress) Network() InetAddress {
	out := make([]byte, len(a.Addr))
	for i := range out {
		out[i] = a.Addr[i] & prefixMask(a.Bits, i)
	}
	return InetAddress{Bits: a.Bits, Addr: out}
}

// Mask is the address whose first Bits bits are set.
func (a InetAddress) Mask() []byte {
	out := make([]byte, len(a.Addr))
	for i := range out {
		out[i] = prefixMask(a.Bits, i)
	}
	return out
}

// prefixMask is byte i of a mask of so many bits.
func prefixMask(bits, i int) byte {
	n := min(max(bits-8*i, 0), 8)
	return ^byte(0xff >> n)
}

// CommonBits is the number of bits at the start, limit at most, that two
// addresses of one family share.
func CommonBits(a, b []byte, limit int) int {
	for n := 0; n < limit; n++ {
		if (a[n/8]^b[n/8])&(0x80>>(n%8)) != 0 {
			return n
		}
	}
	return limit
}

// CompareInet orders two Value.S of inet or cidr as network_cmp does: the family, the bits of the network that both
// have, the prefix length, then the whole address. Its result is what clients of
// network_cmp see: the difference of the bytes where it was one that decided.
func CompareInet(a, b string) int {
	if a[0] != b[0] {
		return int(a[0]) - int(b[0])
	}
	bits := int(min(a[1], b[1]))
	for i := 0; 8*i < bits; i++ {
		m := prefixMask(bits, i)
		if x, y := a[2+i]&m, b[2+i]&m; x != y {
			if m != 0xff {
				return cmp.Compare(x, y)
			}
			return int(x) - int(y)
		}
	}
	if a[1] != b[1] {
		return int(a[1]) - int(b[1])
	}
	for i := 2; i < len(a); i++ {
		if a[i] != b[i] {
			return int(a[i]) - int(b[i])
		}
	}
	return 0
}

// parseInet is network_in.
func parseInet(oid OID, s string) (Value, error) {
	var a InetAddress
	var ok bool
	switch {
	case strings.IndexByte(s, ':') >= 0:
		a, ok = readInet6(s)
	case oid == CIDR:
		a, ok = readCIDR4(s)
	default:
		a, ok = readInet4(s)
	}
	if !ok {
		return Null, syntaxError(oid, s)
	}
	if oid == CIDR && string(a.Network().Addr) != string(a.Addr) {
		return Null, pgerr.New(pgerr.InvalidTextRepresentation, "invalid cidr value: \"%s\"", s).
			WithDetail("Value has bits set to right of mask.")
	}
	return NewInet(oid, a), nil
}

// InetToCIDR gives the network of an inet, the cast to cidr.
func InetToCIDR(v Value) Value { return NewInet(CIDR, v.Inet().Network()) }

// appendInet writes an inet without the prefix length of a single address, a
// cidr always with it.
func appendInet(buf []byte, v Value) []byte {
	a := v.Inet()
	buf = append(buf, a.Host()...)
	if v.OID == CIDR || a.Bits != 8*len(a.Addr) {
		buf = strconv.AppendInt(append(buf, '/'), int64(a.Bits), 10)
	}
	return buf
}

// InetText is the text of the cast of an inet or cidr to a string type: with the
// prefix length even for a single address.
func (v Value) InetText() string {
	a := v.Inet()
	return a.Host() + "/" + strconv.Itoa(a.Bits)
}

// Host is the address alone, as text.
func (a InetAddress) Host() string {
	if len(a.Addr) == 4 {
		return dotted(a.Addr)
	}
	word := func(i int) uint16 { return uint16(a.Addr[2*i])<<8 | uint16(a.Addr[2*i+1]) }
	from, length := -1, 1 // the longest run of zero words
	for i := 0; i < 8; i++ {
		n := 0
		for i+n < 8 && word(i+n) == 0 {
			n++
		}
		if n > length {
			from, length = i, n
		}
		i += n
	}
	var b strings.Builder
	for i := 0; i < 8; i++ {
		if from >= 0 && i >= from && i < from+length {
			if i == from {
				b.WriteByte(':')
			}
			continue
		}
		if i > 0 {
			b.WriteByte(':')
		}
		if i == 6 && from == 0 && (length == 6 || length == 7 && word(7) != 1 || length == 5 && word(5) == 0xffff) {
			b.WriteString(dotted(a.Addr[12:]))
			return b.String()
		}
		b.WriteString(strconv.FormatUint(uint64(word(i)), 16))
	}
	if from >= 0 && from+length == 8 {
		b.WriteByte(':')
	}
	return b.String()
}

func dotted(octets []byte) string {
	parts := make([]string, len(octets))
	for i, o := range octets {
		parts[i] = strconv.Itoa(int(o))
	}
	return strings.Join(parts, ".")
}

func appendInetBinary(buf []byte, v Value) []byte {
	isCIDR := byte(0)
	if v.OID == CIDR {
		isCIDR = 1
	}
	return append(append(buf, v.S[0], v.S[1], isCIDR, byte(len(v.S)-2)), v.S[2:]...)
}

// decodeInet is network_recv.
func decodeInet(oid OID, b []byte) (Value, error) {
	bad := func(what string) (Value, error) {
		return Null, pgerr.New(pgerr.InvalidBinaryRepresentation, "invalid %s in external \"%s\" value", what, TypeName(oid))
	}
	if len(b) < 1 {
		return Null, badByte(b)
	}
	size := 4
	switch b[0] {
	case inet4:
	case inet6:
		size = 16
	default:
		return bad("address family")
	}
	switch {
	case len(b) < 4:
		return Null, badByte(nil)
	case int(b[1]) > 8*size:
		return bad("bits")
	case int(b[3]) != size:
		return bad("length")
	case len(b) < 4+size:
		return Null, badByte(nil)
	case len(b) > 4+size:
		return Null, badLength(len(b), 4+size)
	}
	a := InetAddress{Bits: int(b[1]), Addr: b[4:]}
	if oid == CIDR && string(a.Network().Addr) != string(a.Addr) {
		return Null, pgerr.New(pgerr.InvalidBinaryRepresentation, "invalid external \"cidr\" value").
			WithDetail("Value has bits set to right of mask.")
	}
	return NewInet(oid, a), nil
}

// appendOctets writes bytes in hexadecimal with colons between them, the text
// form of macaddr and macaddr8.
func appendOctets(buf []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if i > 0 {
			buf = append(buf, ':')
		}
		buf = hex.AppendEncode(buf, []byte{s[i]})
	}
	return buf
}
