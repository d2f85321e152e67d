package fn

import (
	"crypto/md5"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"math/bits"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	sum := func(f func([]byte) []byte) Impl {
		return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return types.NewString(types.Bytea, string(f([]byte(a[0].S)))), nil
		}
	}
	md := func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		h := md5.Sum([]byte(a[0].S))
		return newText(hex.EncodeToString(h[:]))
	}
	toHex := func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		if a[0].OID == types.Int4 {
			return newText(strconv.FormatUint(uint64(uint32(a[0].I)), 16))
		}
		return newText(strconv.FormatUint(uint64(a[0].I), 16))
	}
	register(
		scalar("md5(text) text", "MD5 hash", md),
		scalar("md5(bytea) text", "MD5 hash", md),
		scalar("sha224(bytea) bytea", "SHA-224 hash", sum(func(b []byte) []byte { h := sha256.Sum224(b); return h[:] })),
		scalar("sha256(bytea) bytea", "SHA-256 hash", sum(func(b []byte) []byte { h := sha256.Sum256(b); return h[:] })),
		scalar("sha384(bytea) bytea", "SHA-384 hash", sum(func(b []byte) []byte { h := sha512.Sum384(b); return h[:] })),
		scalar("sha512(bytea) bytea", "SHA-512 hash", sum(func(b []byte) []byte { h := sha512.Sum512(b); return h[:] })),
		scalar("encode(bytea, text) text", "encode as hex, base64 or escape", encode),
		scalar("decode(text, text) bytea", "decode from hex, base64 or escape", decode),
		scalar("to_hex(int4) text", "hexadecimal form", toHex),
		scalar("to_hex(int8) text", "hexadecimal form", toHex),
		scalar("get_byte(bytea, int4) int4", "byte at an offset", getByte),
		scalar("set_byte(bytea, int4, int4) bytea", "change the byte at an offset", setByte),
		scalar("get_bit(bytea, int8) int4", "bit at an offset", getBit),
		scalar("set_bit(bytea, int8, int4) bytea", "change the bit at an offset", setBit),
		scalar("bit_count(bytea) int8", "number of bits that are set", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			n := 0
			for i := range len(a[0].S) {
				n += bits.OnesCount8(a[0].S[i])
			}
			return newInt8(int64(n))
		}),
	)
}

func unknownEncoding(name string) error {
	return pgerr.New(pgerr.InvalidParameterValue, "unrecognized encoding: \"%s\"", name)
}

func encode(_ *Context, a []datum.Datum) (datum.Datum, error) {
	s := a[0].S
	switch lower(a[1].S) {
	case "hex":
		return newText(hex.EncodeToString([]byte(s)))
	case "base64":
		// Lines of 76 characters, as RFC 2045 has them.
		enc := base64.StdEncoding.EncodeToString([]byte(s))
		var b strings.Builder
		for len(enc) > 76 {
			b.WriteString(enc[:76] + "\n")
			enc = enc[76:]
		}
		return newText(b.String() + enc)
	case "escape":
		var b strings.Builder
		for i := range len(s) {
			switch c := s[i]; {
			case c == 0 || c >= 0x80:
				b.WriteByte('\\')
				b.WriteString(string([]byte{'0' + c>>6, '0' + c>>3&7, '0' + c&7}))
			case c == '\\':
				b.WriteString(`\\`)
			default:
				b.WriteByte(c)
			}
		}
		return newText(b.String())
	}
	return datum.Null, unknownEncoding(a[1].S)
}

func decode(_ *Context, a []datum.Datum) (datum.Datum, error) {
	out, err := "", error(nil)
	switch lower(a[1].S) {
	case "hex":
		out, err = decodeHex(a[0].S)
	case "base64":
		out, err = decodeBase64(a[0].S)
	case "escape":
		out, err = decodeEscape(a[0].S)
	default:
		err = unknownEncoding(a[1].S)
	}
	if err != nil {
		return datum.Null, err
	}
	return types.NewString(types.Bytea, out), nil
}

func decodeHex(s string) (string, error) {
	var b []byte
	half, have := byte(0), false
	for _, r := range s {
		if !have && strings.ContainsRune(" \t\n\r", r) {
			continue
		}
		d := strings.IndexRune("0123456789abcdef", r|0x20)
		if d < 0 || r < '0' {
			return "", pgerr.New(pgerr.InvalidParameterValue, "invalid hexadecimal digit: \"%c\"", r)
		}
		if have {
			b = append(b, half<<4|byte(d))
		}
		half, have = byte(d), !have
	}
	if have {
		return "", pgerr.New(pgerr.InvalidParameterValue, "invalid hexadecimal data: odd number of digits")
	}
	return string(b), nil
}

func decodeBase64(s string) (string, error) {
	clean := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\n\r", r) {
			return -1
		}
		return r
	}, s)
	for _, r := range clean {
		if !(r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '+' || r == '/' || r == '=') {
			return "", pgerr.New(pgerr.InvalidParameterValue, "invalid symbol \"%c\" found while decoding base64 sequence", r)
		}
	}
	b, err := base64.StdEncoding.DecodeString(clean)
	if err != nil {
		return "", pgerr.New(pgerr.InvalidParameterValue, "invalid base64 end sequence").
			WithHint("Input data is missing padding, is truncated, or is otherwise corrupted.")
	}
	return string(b), nil
}

func decodeEscape(s string) (string, error) {
	var b []byte
	for i := 0; i < len(s); i++ {
		octal := func(k int) bool { return i+k < len(s) && s[i+k] >= '0' && s[i+k] <= '7' }
		switch {
		case s[i] != '\\':
			b = append(b, s[i])
		case i+1 < len(s) && s[i+1] == '\\':
			b = append(b, '\\')
			i++
		case octal(1) && s[i+1] <= '3' && octal(2) && octal(3):
			b = append(b, (s[i+1]-'0')<<6|(s[i+2]-'0')<<3|(s[i+3]-'0'))
			i += 3
		default:
			return "", pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type %s", "bytea")
		}
	}
	return string(b), nil
}

func badIndex(i, last int64) error {
	return pgerr.New(pgerr.ArraySubscriptError, "index %d out of valid range, 0..%d", i, last)
}

func getByte(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if n := int64(len(a[0].S)); a[1].I < 0 || a[1].I >= n {
		return datum.Null, badIndex(a[1].I, n-1)
	}
	return newInt4(int(a[0].S[a[1].I]))
}

func setByte(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if n := int64(len(a[0].S)); a[1].I < 0 || a[1].I >= n {
		return datum.Null, badIndex(a[1].I, n-1)
	}
	b := []byte(a[0].S)
	b[a[1].I] = byte(a[2].I)
	return types.NewString(types.Bytea, string(b)), nil
}

func getBit(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if n := int64(len(a[0].S)) * 8; a[1].I < 0 || a[1].I >= n {
		return datum.Null, badIndex(a[1].I, n-1)
	}
	return newInt4(int(a[0].S[a[1].I/8] >> (a[1].I % 8) & 1))
}

func setBit(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if n := int64(len(a[0].S)) * 8; a[1].I < 0 || a[1].I >= n {
		return datum.Null, badIndex(a[1].I, n-1)
	}
	if a[2].I != 0 && a[2].I != 1 {
		return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "new bit must be 0 or 1")
	}
	b := []byte(a[0].S)
	at, mask := a[1].I/8, byte(1)<<(a[1].I%8)
	if b[at] &^= mask; a[2].I == 1 {
		b[at] |= mask
	}
	return types.NewString(types.Bytea, string(b)), nil
}
