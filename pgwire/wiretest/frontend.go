package wiretest

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/jackc/pgproto3/v2"
)

// named is Describe, Close and Execute.
type named struct {
	Kind   string `json:"kind"` // S or P
	Name   string `json:"name"`
	Portal string `json:"portal"`
	Max    int32  `json:"max"`
}

type parse struct {
	Name  string   `json:"name"`
	Query string   `json:"query"`
	Types []uint32 `json:"types"`
}

type bind struct {
	Portal  string    `json:"portal"`
	Stmt    string    `json:"stmt"`
	Formats []int16   `json:"formats"`
	Params  []*string `json:"params"`
	Results []int16   `json:"results"`
}

// other is a message that no client would send: any type, given body.
type other struct {
	Type string `json:"type"`
	Body string `json:"body"`
	Fill int    `json:"fill"` // so many blanks after the body
}

// appendMessage appends the message that a line of a script describes.
func appendMessage(buf []byte, line string) ([]byte, error) {
	name, rest, _ := strings.Cut(line, " ")
	text := func() (s string, err error) { return s, decode(rest, &s) }
	switch name {
	case "Query":
		s, err := text()
		return encode(buf, &pgproto3.Query{String: s}, err)
	case "Parse":
		var m parse
		err := decode(rest, &m)
		return encode(buf, &pgproto3.Parse{Name: m.Name, Query: m.Query, ParameterOIDs: m.Types}, err)
	case "Bind":
		var m bind
		if err := decode(rest, &m); err != nil {
			return nil, err
		}
		return m.append(buf)
	case "Describe", "Close", "Execute":
		m := named{Kind: "P"}
		if err := decode(rest, &m); err != nil {
			return nil, err
		}
		return m.append(buf, name)
	case "Sync":
		return encode(buf, &pgproto3.Sync{}, nil)
	case "Flush":
		return encode(buf, &pgproto3.Flush{}, nil)
	case "Terminate":
		return encode(buf, &pgproto3.Terminate{}, nil)
	case "CopyData":
		s, err := text()
		if err != nil {
			return nil, err
		}
		b, err := cellBytes(s)
		return encode(buf, &pgproto3.CopyData{Data: b}, err)
	case "CopyDone":
		return encode(buf, &pgproto3.CopyDone{}, nil)
	case "CopyFail":
		s, err := text()
		return encode(buf, &pgproto3.CopyFail{Message: s}, err)
	case "Other":
		var m other
		if err := decode(rest, &m); err != nil {
			return nil, err
		}
		return m.append(buf)
	}
	return nil, fmt.Errorf("unknown message %q", name)
}

func encode(buf []byte, msg pgproto3.FrontendMessage, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return msg.Encode(buf)
}

// decode reads the JSON of a message; none is the empty message.
func decode(s string, into any) error {
	if s == "" {
		return nil
	}
	d := json.NewDecoder(strings.NewReader(s))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

func (m bind) append(buf []byte) ([]byte, error) {
	msg := pgproto3.Bind{
		DestinationPortal: m.Portal, PreparedStatement: m.Stmt,
		ParameterFormatCodes: m.Formats, ResultFormatCodes: m.Results,
	}
	for _, p := range m.Params {
		var b []byte
		if p != nil {
			var err error
			if b, err = cellBytes(*p); err != nil {
				return nil, err
			}
		}
		msg.Parameters = append(msg.Parameters, b)
	}
	return msg.Encode(buf)
}

func (m named) append(buf []byte, message string) ([]byte, error) {
	if len(m.Kind) != 1 {
		return nil, fmt.Errorf("kind must be one letter")
	}
	switch message {
	case "Describe":
		return (&pgproto3.Describe{ObjectType: m.Kind[0], Name: m.Name}).Encode(buf)
	case "Close":
		return (&pgproto3.Close{ObjectType: m.Kind[0], Name: m.Name}).Encode(buf)
	}
	return (&pgproto3.Execute{Portal: m.Portal, MaxRows: uint32(m.Max)}).Encode(buf)
}

func (m other) append(buf []byte) ([]byte, error) {
	if len(m.Type) != 1 {
		return nil, fmt.Errorf("type must be one letter")
	}
	body, err := cellBytes(m.Body)
	if err != nil {
		return nil, err
	}
	body = append(body, bytes.Repeat([]byte{' '}, m.Fill)...)
	// A message of unknown type has the shape of any other.
	start := len(buf)
	buf, err = (&pgproto3.CopyData{Data: body}).Encode(buf)
	if err != nil {
		return nil, err
	}
	buf[start] = m.Type[0]
	return buf, nil
}

// cellBytes undoes showBytes.
func cellBytes(s string) ([]byte, error) {
	if digits, ok := strings.CutPrefix(s, `\x`); ok {
		return hex.DecodeString(digits)
	}
	return []byte(s)[:len(s):len(s)], nil
}
