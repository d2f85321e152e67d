package types

import "github.com/sparrowdb/sparrow/sql/pgerr"

// macLayouts are the forms of a macaddr, as the sscanf of macaddr_in has them: for
// each the most digits of an octet (0: any) and what follows the octets.
var macLayouts = []struct {
	width int
	seps  [5]byte
}{
	{0, [5]byte{':', ':', ':', ':', ':'}},
	{0, [5]byte{'-', '-', '-', '-', '-'}},
	{2, [5]byte{0, 0, ':', 0, 0}},
	{2, [5]byte{0, 0, '-', 0, 0}},
	{2, [5]byte{0, '.', 0, '.', 0}},
	{2, [5]byte{0, '-', 0, '-', 0}},
	{2, [5]byte{0, 0, 0, 0, 0}},
}

func parseMACAddr(s string) (Value, error) {
	for _, l := range macLayouts {
		octets, ok := scanMAC(s, l.width, l.seps)
		if !ok {
			continue
		}
		var b [6]byte
		for i, o := range octets {
			if o < 0 || o > 255 {
				return Null, pgerr.New(pgerr.NumericValueOutOfRange, "invalid octet value in \"macaddr\" value: \"%s\"", s)
			}
			b[i] = byte(o)
		}
		return Value{OID: MACAddr, S: string(b[:])}, nil
	}
	return Null, syntaxError(MACAddr, s)
}

// scanMAC reads six hexadecimal numbers; blanks may be before each and at the end.
func scanMAC(s string, width int, seps [5]byte) (octets [6]int32, ok bool) {
	for i := range octets {
		for s != "" && isSpace(s[0]) {
			s = s[1:]
		}
		n := scanHex(s, width, &octets[i])
		if n == 0 {
			return octets, false
		}
		s = s[n:]
		if i < len(seps) && seps[i] != 0 {
			if s == "" || s[0] != seps[i] {
				return octets, false
			}
			s = s[1:]
		}
	}
	return octets, trimSpace(s) == ""
}

// scanHex reads a number as sscanf's %x: a sign and 0x may be before it, and
// count in the width. It gives the number of bytes read.
func scanHex(s string, width int, to *int32) int {
	if width == 0 || width > len(s) {
		width = len(s)
	}
	i, negative := 0, false
	if i < width && (s[i] == '-' || s[i] == '+') {
		negative = s[i] == '-'
		i++
	}
	if i+1 < width && s[i] == '0' && s[i+1]|0x20 == 'x' {
		i += 2
	}
	start, n := i, uint64(0)
	for ; i < width && hexValue(s[i]) >= 0; i++ {
		if n < 1<<60 {
			n = n<<4 | uint64(hexValue(s[i]))
		}
	}
	if i == start {
		return 0
	}
	*to = int32(uint32(n))
	if negative {
		*to = -*to
	}
	return i
}

// parseMACAddr8 is macaddr8_in: six or eight pairs of digits, with one kind of
// separator after any of them; six become eight.
func parseMACAddr8(s string) (Value, error) {
	t := s
	for t != "" && isSpace(t[0]) {
		t = t[1:]
	}
	b, spacer := make([]byte, 0, 8), byte(0)
	for len(t) >= 2 {
		if len(b) == 8 || hexValue(t[0]) < 0 || hexValue(t[1]) < 0 {
			return Null, syntaxError(MACAddr8, s)
		}
		b = append(b, byte(hexValue(t[0])<<4|hexValue(t[1])))
		if t = t[2:]; t != "" && (t[0] == ':' || t[0] == '-' || t[0] == '.') {
			if spacer == 0 {
				spacer = t[0]
			} else if spacer != t[0] {
				return Null, syntaxError(MACAddr8, s)
			}
			t = t[1:]
		}
		if (len(b) == 6 || len(b) == 8) && t != "" && isSpace(t[0]) {
			if trimSpace(t) != "" {
				return Null, syntaxError(MACAddr8, s)
			}
			t = ""
		}
	}
	switch len(b) {
	case 6:
		return MACTo8(Value{OID: MACAddr, S: string(b)}), nil
	case 8:
		return Value{OID: MACAddr8, S: string(b)}, nil
	}
	return Null, syntaxError(MACAddr8, s)
}

// MACTo8 puts FF:FE in the middle of a macaddr, the cast to macaddr8.
func MACTo8(v Value) Value {
	return Value{OID: MACAddr8, S: v.S[:3] + "\xff\xfe" + v.S[3:]}
}

// macFrom8 takes FF:FE out again; other addresses have no macaddr.
func macFrom8(v Value) (Value, error) {
	if v.S[3:5] != "\xff\xfe" {
		return Null, pgerr.New(pgerr.NumericValueOutOfRange, "macaddr8 data out of range to convert to macaddr").
			WithHint("Only addresses that have FF and FE as values in the 4th and 5th bytes from the left, " +
				"for example xx:xx:xx:ff:fe:xx:xx:xx, are eligible to be converted from macaddr8 to macaddr.")
	}
	return Value{OID: MACAddr, S: v.S[:3] + v.S[5:]}, nil
}

func decodeMAC(oid OID, b []byte) (Value, error) {
	want := int(Lookup(oid).Len)
	if oid == MACAddr8 && len(b) == 6 {
		return MACTo8(Value{OID: MACAddr, S: string(b)}), nil
	}
	if len(b) != want {
		return Null, badLength(len(b), want)
	}
	return Value{OID: oid, S: string(b)}, nil
}
