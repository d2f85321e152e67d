package types

// parseUUID reads 32 hexadecimal digits, with a hyphen allowed after every
// four of them and braces around (PostgreSQL's string_to_uuid).
func parseUUID(s string) (Value, error) {
	t := s
	braces := t != "" && t[0] == '{'
	if braces {
		t = t[1:]
	}
	var u [16]byte
	for i := range u {
		if len(t) < 2 || hexValue(t[0]) < 0 || hexValue(t[1]) < 0 {
			return Null, syntaxError(UUID, s)
		}
		u[i] = byte(hexValue(t[0])<<4 | hexValue(t[1]))
		t = t[2:]
		if i%2 == 1 && i < len(u)-1 && t != "" && t[0] == '-' {
			t = t[1:]
		}
	}
	if braces {
		if t == "" || t[0] != '}' {
			return Null, syntaxError(UUID, s)
		}
		t = t[1:]
	}
	if t != "" {
		return Null, syntaxError(UUID, s)
	}
	return Value{OID: UUID, S: string(u[:])}, nil
}

func appendUUID(buf []byte, u string) []byte {
	for i := 0; i < len(u); i++ {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			buf = append(buf, '-')
		}
		buf = append(buf, hexDigits[u[i]>>4], hexDigits[u[i]&15])
	}
	return buf
}
