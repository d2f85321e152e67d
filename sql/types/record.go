package types

import "strings"

// NewRecord makes a record; names may be nil.
func NewRecord(names []string, fields []Value) Value {
	return Value{OID: Record, X: &RecordValue{Names: names, Fields: fields}}
}

// appendRecord writes fields in parentheses; NULL is nothing at all.
func appendRecord(buf []byte, r *RecordValue, f *Format) []byte {
	buf = append(buf, '(')
	for i, v := range r.Fields {
		if i > 0 {
			buf = append(buf, ',')
		}
		if v.OID == 0 {
			continue
		}
		start := len(buf)
		buf = AppendText(buf, v, f)
		text := string(buf[start:])
		if text != "" && strings.IndexAny(text, "\"\\(), \t\n\r\v\f") < 0 {
			continue
		}
		buf = append(buf[:start], '"')
		for j := 0; j < len(text); j++ {
			if text[j] == '"' || text[j] == '\\' {
				buf = append(buf, text[j])
			}
			buf = append(buf, text[j])
		}
		buf = append(buf, '"')
	}
	return append(buf, ')')
}

// appendRecordBinary writes record_send's form: the number of fields, and for
// each its type, its length and its bytes.
func appendRecordBinary(buf []byte, r *RecordValue) ([]byte, error) {
	buf = appendInt32(buf, int32(len(r.Fields)))
	var err error
	for i, v := range r.Fields {
		buf = appendInt32(buf, int32(r.fieldType(i)))
		if buf, err = appendSized(buf, v); err != nil {
			return nil, err
		}
	}
	return buf, nil
}

// fieldType is the declared type of a field, or what its value tells; a NULL
// of no known type counts as text.
func (r *RecordValue) fieldType(i int) OID {
	switch {
	case i < len(r.Types):
		return r.Types[i]
	case r.Fields[i].OID != 0:
		return r.Fields[i].OID
	}
	return Text
}
