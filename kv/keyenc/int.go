package keyenc

import "encoding/binary"

const signBit = 1 << 63

// AppendInt appends a signed integer.
func AppendInt(b []byte, v int64) []byte {
	return binary.BigEndian.AppendUint64(append(b, byte(TagInt)), uint64(v)^signBit)
}

// DecodeInt takes a signed integer off b.
func DecodeInt(b []byte) (v int64, rest []byte, err error) {
	return decodeFixed64(b, TagInt, "integer")
}

// AppendTime appends a point in time: whatever int64 the caller counts it in
// (days for dates, microseconds for timestamps; the extremes are infinities).
func AppendTime(b []byte, v int64) []byte {
	return binary.BigEndian.AppendUint64(append(b, byte(TagTime)), uint64(v)^signBit)
}

// DecodeTime takes a point in time off b.
func DecodeTime(b []byte) (v int64, rest []byte, err error) {
	return decodeFixed64(b, TagTime, "time")
}

func decodeFixed64(b []byte, tag Tag, what string) (int64, []byte, error) {
	if len(b) == 0 || Tag(b[0]) != tag {
		return 0, nil, badTag(b, what)
	}
	if len(b) < 9 {
		return 0, nil, truncated(what)
	}
	return int64(binary.BigEndian.Uint64(b[1:]) ^ signBit), b[9:], nil
}
