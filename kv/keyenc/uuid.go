package keyenc

// AppendUUID appends the 16 bytes of a UUID.
func AppendUUID(b []byte, v [16]byte) []byte {
	return append(append(b, byte(TagUUID)), v[:]...)
}

// DecodeUUID takes a UUID off b.
func DecodeUUID(b []byte) (v [16]byte, rest []byte, err error) {
	if len(b) == 0 || Tag(b[0]) != TagUUID {
		return v, nil, badTag(b, "uuid")
	}
	if len(b) < 17 {
		return v, nil, truncated("uuid")
	}
	copy(v[:], b[1:17])
	return v, b[17:], nil
}
