package keyenc

// AppendBool appends a boolean; false is before true.
func AppendBool(b []byte, v bool) []byte {
	if v {
		return append(b, byte(TagTrue))
	}
	return append(b, byte(TagFalse))
}

// DecodeBool takes a boolean off b.
func DecodeBool(b []byte) (v bool, rest []byte, err error) {
	if len(b) == 0 || (Tag(b[0]) != TagTrue && Tag(b[0]) != TagFalse) {
		return false, nil, badTag(b, "boolean")
	}
	return Tag(b[0]) == TagTrue, b[1:], nil
}
