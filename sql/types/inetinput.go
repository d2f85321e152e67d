package types

import "strings"

// These read addresses as PostgreSQL's copies of inet_net_pton and
// inet_cidr_pton do, with what these let pass and what not.

func digitAt(s string, i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }

// readOctet reads decimal digits from s[i:] up to 255; next is behind them.
func readOctet(s string, i int) (octet byte, next int, ok bool) {
	n := 0
	for ; digitAt(s, i); i++ {
		if n = 10*n + int(s[i]-'0'); n > 255 {
			return 0, i, false
		}
	}
	return byte(n), i, true
}

// readPrefix reads "/bits" at s[i:] up to the end. Nothing there is -1.
func readPrefix(s string, i int) (bits int, ok bool) {
	if i == len(s) {
		return -1, true
	}
	if s[i] != '/' || !digitAt(s, i+1) {
		return 0, false
	}
	for i++; digitAt(s, i); i++ {
		bits = min(10*bits+int(s[i]-'0'), 1000)
	}
	return bits, i == len(s) && bits <= 32
}

// readInet4 is inet_net_pton_ipv4: without a prefix length all four octets
// have to be there, with one as many as it covers.
func readInet4(s string) (InetAddress, bool) {
	addr, i := make([]byte, 0, 4), 0
	for digitAt(s, i) {
		octet, next, ok := readOctet(s, i)
		if !ok || len(addr) == 4 {
			return InetAddress{}, false
		}
		addr, i = append(addr, octet), next
		if i == len(s) || s[i] == '/' {
			break
		}
		if s[i] != '.' {
			return InetAddress{}, false
		}
		i++
	}
	bits, ok := readPrefix(s, i)
	if !ok || len(addr) == 0 {
		return InetAddress{}, false
	}
	if bits < 0 {
		if len(addr) < 4 {
			return InetAddress{}, false
		}
		bits = 32
	}
	if bits/8 > len(addr) {
		return InetAddress{}, false
	}
	return InetAddress{Bits: bits, Addr: append(addr, make([]byte, 4-len(addr))...)}, true
}

// readCIDR4 is inet_cidr_pton_ipv4: hexadecimal digits after 0x too, and
// without a prefix length that of the address's class.
func readCIDR4(s string) (InetAddress, bool) {
	addr, i := make([]byte, 0, 4), 0
	switch {
	case len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' && hexValue(s[2]) >= 0:
		half := 0
		for i = 2; i < len(s) && hexValue(s[i]) >= 0; i++ {
			if half++; half%2 == 1 {
				if len(addr) == 4 {
					return InetAddress{}, false
				}
				addr = append(addr, byte(hexValue(s[i])<<4))
			} else {
				addr[len(addr)-1] |= byte(hexValue(s[i]))
			}
		}
	case digitAt(s, 0):
		for {
			octet, next, ok := readOctet(s, i)
			if !ok || len(addr) == 4 {
				return InetAddress{}, false
			}
			addr, i = append(addr, octet), next
			if i == len(s) || s[i] == '/' {
				break
			}
			if s[i] != '.' || !digitAt(s, i+1) {
				return InetAddress{}, false
			}
			i++
		}
	default:
		return InetAddress{}, false
	}
	bits, ok := readPrefix(s, i)
	if !ok {
		return InetAddress{}, false
	}
	if bits < 0 {
		bits = max(classBits(addr[0]), 8*len(addr))
		if bits == 8 && addr[0] == 224 {
			bits = 4
		}
	}
	return InetAddress{Bits: bits, Addr: append(addr, make([]byte, 4-len(addr))...)}, true
}

// classBits is the length of the network part by the class of an address.
func classBits(first byte) int {
	switch {
	case first >= 240:
		return 32
	case first >= 224:
		return 8
	case first >= 192:
		return 24
	case first >= 128:
		return 16
	}
	return 8
}

// readInet6 is inet_cidr_pton_ipv6.
func readInet6(s string) (InetAddress, bool) {
	addr, gap, bits := make([]byte, 0, 16), -1, 128
	i := 0
	if s[0] == ':' {
		if i = 1; len(s) < 2 || s[1] != ':' {
			return InetAddress{}, false
		}
	}
	token, word, digits := i, 0, 0
	flush := func() bool {
		if len(addr) > 14 {
			return false
		}
		addr = append(addr, byte(word>>8), byte(word))
		word, digits = 0, 0
		return true
	}
	ok := true
scan:
	for ; i < len(s); i++ {
		c := s[i]
		if h := hexValue(c); h >= 0 {
			word = word<<4 | h
			if digits++; digits > 4 {
				return InetAddress{}, false
			}
			continue
		}
		switch {
		case c == ':' && digits == 0:
			if token = i + 1; gap >= 0 {
				return InetAddress{}, false
			}
			gap = len(addr)
		case c == ':':
			token = i + 1
			if i+1 == len(s) || !flush() {
				return InetAddress{}, false
			}
		case c == '.' && len(addr) <= 12:
			four, prefix, slash := strings.Cut(s[token:], "/")
			if addr, ok = appendEmbedded(addr, four, slash); ok && slash {
				bits, ok = readPrefix6(prefix)
			}
			digits = 0
			break scan
		case c == '/':
			bits, ok = readPrefix6(s[i+1:])
			break scan
		default:
			return InetAddress{}, false
		}
	}
	if !ok || digits > 0 && !flush() {
		return InetAddress{}, false
	}
	if gap >= 0 {
		if len(addr) == 16 {
			return InetAddress{}, false
		}
		tail := string(addr[gap:])
		addr = append(append(addr[:gap], make([]byte, 16-gap-len(tail))...), tail...)
	}
	return InetAddress{Bits: bits, Addr: addr}, len(addr) == 16
}

// readPrefix6 reads the prefix length of an IPv6 address, without leading zeros.
func readPrefix6(s string) (int, bool) {
	n := 0
	for i := range len(s) {
		if !digitAt(s, i) || i > 0 && n == 0 {
			return 0, false
		}
		if n = 10*n + int(s[i]-'0'); n > 128 {
			return 0, false
		}
	}
	return n, s != ""
}

// appendEmbedded adds an IPv4 address at the end of an IPv6 one. PostgreSQL
// takes fewer than four octets (the rest is zero) and an empty one before a
// dot or slash.
func appendEmbedded(addr []byte, s string, slash bool) ([]byte, bool) {
	parts := strings.Split(s, ".")
	if len(parts) > 4 || !slash && parts[len(parts)-1] == "" {
		return addr, false
	}
	var four [4]byte
	for i, p := range parts {
		n := 0
		for j := range len(p) {
			if !digitAt(p, j) || j > 0 && n == 0 {
				return addr, false
			}
			if n = 10*n + int(p[j]-'0'); n > 255 {
				return addr, false
			}
		}
		four[i] = byte(n)
	}
	return append(addr, four[:]...), true
}
