package keyenc

import (
	"bytes"
	"strings"
)

// The two bytes after 0x00 inside text and bytes: an escaped 0x00, and the end.
// The end is the smaller, so a prefix orders before what it begins.
const (
	escapedZero = 0xFF
	endOfBytes  = 0x01
)

// AppendText appends a string; order is byte order (collation "C").
func AppendText(b []byte, v string) []byte {
	b = append(b, byte(TagText))
	for {
		i := strings.IndexByte(v, 0)
		if i < 0 {
			return append(append(b, v...), 0, endOfBytes)
		}
		b = append(append(b, v[:i]...), 0, escapedZero)
		v = v[i+1:]
	}
}

// AppendTextPrefix appends a string without its end: the first bytes of every
// text that begins with v. It bounds a prefix range and is no whole value.
func AppendTextPrefix(b []byte, v string) []byte {
	b = AppendText(b, v)
	return b[:len(b)-2]
}

// DecodeText takes a string off b.
func DecodeText(b []byte) (v string, rest []byte, err error) {
	raw, rest, err := unescape(b, TagText, "text")
	return string(raw), rest, err
}

// AppendBytes appends a byte string.
func AppendBytes(b, v []byte) []byte {
	b = append(b, byte(TagBytes))
	for {
		i := bytes.IndexByte(v, 0)
		if i < 0 {
			return append(append(b, v...), 0, endOfBytes)
		}
		b = append(append(b, v[:i]...), 0, escapedZero)
		v = v[i+1:]
	}
}

// DecodeBytes takes a byte string off b. The result may share b's memory.
func DecodeBytes(b []byte) (v, rest []byte, err error) {
	return unescape(b, TagBytes, "bytes")
}

// unescape returns the content between tag and end: a slice of b when nothing
// was escaped, else a copy.
func unescape(b []byte, tag Tag, what string) (v, rest []byte, err error) {
	if len(b) == 0 || Tag(b[0]) != tag {
		return nil, nil, badTag(b, what)
	}
	b = b[1:]
	var out []byte
	for {
		i := bytes.IndexByte(b, 0)
		if i < 0 || i+1 == len(b) {
			return nil, nil, truncated(what)
		}
		switch b[i+1] {
		case endOfBytes:
			if out == nil {
				return b[:i:i], b[i+2:], nil
			}
			return append(out, b[:i]...), b[i+2:], nil
		case escapedZero:
			out = append(append(out, b[:i]...), 0)
			b = b[i+2:]
		default:
			return nil, nil, malformed(what)
		}
	}
}
