package wiretest

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgproto3/v2"
)

// plain are the messages without content.
var plain = map[byte]string{
	'1': "ParseComplete", '2': "BindComplete", '3': "CloseComplete", 'n': "NoData",
	's': "PortalSuspended", 'I': "EmptyQueryResponse", 'c': "CopyDone",
}

// column is a field of a RowDescription; what is usual is left out.
type column struct {
	Name   string `json:"name"`
	Type   uint32 `json:"type"`
	Size   int16  `json:"size"`
	Mod    *int32 `json:"mod,omitempty"`   // unless -1
	Table  bool   `json:"table,omitempty"` // it is a table's
	Att    uint16 `json:"att,omitempty"`
	Format int16  `json:"format,omitempty"`
}

// show returns the name of a message from the server, and the message as a line.
func show(typ byte, body []byte) (name, line string, err error) {
	if name, ok := plain[typ]; ok {
		if len(body) > 0 {
			return "", "", fmt.Errorf("%s with %d bytes in it", name, len(body))
		}
		return name, name, nil
	}
	name, content, err := decodeBackend(typ, body)
	if err != nil {
		return "", "", err
	}
	if content == nil {
		return name, name, nil
	}
	return name, name + " " + compact(content), nil
}

func decodeBackend(typ byte, body []byte) (name string, content any, err error) {
	switch typ {
	case 'R':
		if len(body) < 4 {
			return "", nil, fmt.Errorf("short authentication message")
		}
		return "Authentication", binary.BigEndian.Uint32(body), nil
	case 'K':
		if len(body) < 4 {
			return "", nil, fmt.Errorf("short BackendKeyData")
		}
		return "BackendKeyData", map[string]int{"secretBytes": len(body) - 4}, nil
	case 'S':
		var m pgproto3.ParameterStatus
		err = m.Decode(body)
		return "ParameterStatus", []string{m.Name, m.Value}, err
	case 'Z':
		return "ReadyForQuery", string(body), nil
	case 'C':
		var m pgproto3.CommandComplete
		err = m.Decode(body)
		return "CommandComplete", string(m.CommandTag), err
	case 'T':
		var m pgproto3.RowDescription
		err = m.Decode(body)
		return "RowDescription", columns(m.Fields), err
	case 't':
		var m pgproto3.ParameterDescription
		err = m.Decode(body)
		return "ParameterDescription", append([]uint32{}, m.ParameterOIDs...), err
	case 'D':
		var m pgproto3.DataRow
		err = m.Decode(body)
		return "DataRow", cells(m.Values), err
	case 'E', 'N':
		name = map[byte]string{'E': "ErrorResponse", 'N': "NoticeResponse"}[typ]
		content, err = errorFields(body)
		return name, content, err
	case 'G':
		var m pgproto3.CopyInResponse
		err = m.Decode(body)
		return "CopyInResponse", append([]uint16{uint16(m.OverallFormat)}, m.ColumnFormatCodes...), err
	case 'H':
		var m pgproto3.CopyOutResponse
		err = m.Decode(body)
		return "CopyOutResponse", append([]uint16{uint16(m.OverallFormat)}, m.ColumnFormatCodes...), err
	case 'd':
		return "CopyData", showBytes(body), nil
	case 'v':
		content, err = negotiated(body)
		return "NegotiateProtocolVersion", content, err
	}
	return "", nil, fmt.Errorf("message of unknown type %q", typ)
}

func columns(fields []pgproto3.FieldDescription) []column {
	list := make([]column, len(fields))
	for i, f := range fields {
		list[i] = column{
			Name: string(f.Name), Type: f.DataTypeOID, Size: f.DataTypeSize,
			Table: f.TableOID != 0, Att: f.TableAttributeNumber, Format: f.Format,
		}
		if f.TypeModifier != -1 {
			list[i].Mod = &f.TypeModifier
		}
	}
	return list
}

func cells(values [][]byte) []*string {
	list := make([]*string, len(values))
	for i, v := range values {
		if v != nil {
			s := showBytes(v)
			list[i] = &s
		}
	}
	return list
}

// errorField is the order in which fields of errors are shown; the severity
// that is never translated repeats the first.
const errorField = "SCMDHPWstcdn"

// errorFields shows the fields of an error as an object in fixed order.
func errorFields(body []byte) (json.RawMessage, error) {
	values := map[byte]string{}
	for rest := body; len(rest) > 1; {
		end := bytes.IndexByte(rest, 0)
		if end < 1 {
			return nil, fmt.Errorf("bad error fields %q", body)
		}
		values[rest[0]] = string(rest[1:end])
		rest = rest[end+1:]
	}
	var fields []string
	for _, key := range []byte(errorField) {
		if v, ok := values[key]; ok {
			fields = append(fields, fmt.Sprintf("%q:%s", string(key), compact(v)))
		}
	}
	return json.RawMessage("{" + strings.Join(fields, ",") + "}"), nil
}

func negotiated(body []byte) (any, error) {
	if len(body) < 8 {
		return nil, fmt.Errorf("short NegotiateProtocolVersion")
	}
	version := binary.BigEndian.Uint32(body)
	options := strings.Split(strings.TrimSuffix(string(body[8:]), "\x00"), "\x00")
	if int(binary.BigEndian.Uint32(body[4:])) == 0 {
		options = []string{}
	}
	return map[string]any{"version": fmt.Sprintf("%d.%d", version>>16, version&0xffff), "options": options}, nil
}

// showBytes returns text as it is, and other bytes as \x and hex digits.
func showBytes(b []byte) string {
	printable := utf8.Valid(b) && !bytes.HasPrefix(b, []byte(`\x`))
	for _, r := range string(b) {
		if !unicode.IsPrint(r) && r != '\n' && r != '\t' {
			printable = false
		}
	}
	if printable {
		return string(b)
	}
	return `\x` + hex.EncodeToString(b)
}

// compact is JSON on one line, without escapes for HTML.
func compact(v any) string {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(buf.String())
}
