package keyenc

import "github.com/sparrowdb/sparrow/kv"

// PrefixEnd returns the smallest key above every key that begins with prefix:
// the End of that range. It is nil (unbounded) when there is none, which is so
// for an empty prefix and one of 0xFF bytes only.
func PrefixEnd(prefix []byte) []byte {
	for i := len(prefix) - 1; i >= 0; i-- {
		if prefix[i] != 0xFF {
			end := append([]byte(nil), prefix[:i+1]...)
			end[i]++
			return end
		}
	}
	return nil
}

// PrefixSpan returns the span of all keys that begin with prefix.
func PrefixSpan(prefix []byte) kv.Span {
	return kv.Span{Start: append([]byte(nil), prefix...), End: PrefixEnd(prefix)}
}

// Skip takes one value of any type off b without decoding it.
func Skip(b []byte) (rest []byte, err error) {
	tag, err := PeekTag(b)
	if err != nil {
		return nil, err
	}
	switch tag {
	case TagFalse, TagTrue, TagNullLow, TagNullHigh,
		TagDecimalNegInf, TagDecimalZero, TagDecimalInf, TagDecimalNaN:
		return b[1:], nil
	case TagInt, TagTime:
		_, rest, err = decodeFixed64(b, tag, "value")
	case TagUUID:
		_, rest, err = DecodeUUID(b)
	case TagText, TagBytes:
		return skipEscaped(b[1:])
	case TagDecimalPos, TagDecimalNeg:
		_, rest, err = DecodeDecimal(b)
	default:
		return nil, badTag(b, "a value")
	}
	return rest, err
}

func skipEscaped(b []byte) ([]byte, error) {
	for i := 0; i+1 < len(b); i++ {
		if b[i] != 0 {
			continue
		}
		switch b[i+1] {
		case endOfBytes:
			return b[i+2:], nil
		case escapedZero:
			i++
		default:
			return nil, malformed("text")
		}
	}
	return nil, truncated("text")
}
