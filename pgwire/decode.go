package pgwire

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgproto3/v2"

	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Messages from clients are decoded here and not by pgproto3's Decode: that
// one trips over negative lengths in Bind and over short SASL answers, and lets
// trailing bytes pass. Errors are worded as by PostgreSQL's pqformat.c.

// fields takes a message body apart. After the first error all it returns is
// zero.
type fields struct {
	b   []byte
	err error
}

func (f *fields) fail(format string, args ...any) {
	if f.err == nil {
		f.err = pgerr.New(pgerr.ProtocolViolation, format, args...)
	}
	f.b = nil
}

// bytes takes n bytes, which belong to the message.
func (f *fields) bytes(n int) []byte {
	if n < 0 || n > len(f.b) || f.err != nil {
		f.fail("insufficient data left in message")
		return nil
	}
	b := f.b[:n:n]
	f.b = f.b[n:]
	return b
}

func (f *fields) byte() byte {
	if b := f.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (f *fields) int16() int {
	if b := f.bytes(2); b != nil {
		return int(binary.BigEndian.Uint16(b))
	}
	return 0
}

func (f *fields) int32() int32 {
	if b := f.bytes(4); b != nil {
		return int32(binary.BigEndian.Uint32(b))
	}
	return 0
}

// text takes a string ended by a zero byte.
func (f *fields) text() string {
	i := bytes.IndexByte(f.b, 0)
	if i < 0 || f.err != nil {
		f.fail("invalid string in message")
		return ""
	}
	b := f.b[:i]
	if err := checkUTF8(b); err != nil && f.err == nil {
		f.err = err
	}
	f.b = f.b[i+1:]
	return string(b)
}

// end checks that nothing is left and returns the first error.
func (f *fields) end() error {
	if f.err == nil && len(f.b) > 0 {
		f.fail("invalid message format")
	}
	return f.err
}

// checkUTF8 refuses what is no UTF-8 or has a zero byte, in the words of
// PostgreSQL's report_invalid_encoding.
func checkUTF8(b []byte) error {
	if utf8.Valid(b) && bytes.IndexByte(b, 0) < 0 {
		return nil
	}
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if b[i] == 0 || r == utf8.RuneError && size == 1 {
			var shown strings.Builder
			for _, c := range b[i:min(len(b), i+claimedLen(b[i]))] {
				fmt.Fprintf(&shown, " 0x%02x", c)
			}
			return pgerr.New(pgerr.CharacterNotInRepertoire,
				`invalid byte sequence for encoding "UTF8":%s`, shown.String())
		}
		i += size
	}
	return nil
}

// claimedLen is the length of a UTF-8 sequence by its first byte (PostgreSQL:
// pg_utf_mblen).
func claimedLen(b byte) int {
	switch {
	case b&0xe0 == 0xc0:
		return 2
	case b&0xf0 == 0xe0:
		return 3
	case b&0xf8 == 0xf0:
		return 4
	}
	return 1
}

func decodeQuery(body []byte) (string, error) {
	f := fields{b: body}
	text := f.text()
	return text, f.end()
}

func decodeParse(body []byte) (msg pgproto3.Parse, types []types.OID, err error) {
	f := fields{b: body}
	msg.Name, msg.Query = f.text(), f.text()
	types = f.oids()
	return msg, types, f.end()
}

func (f *fields) oids() []types.OID {
	n := f.int16()
	if n*4 > len(f.b) {
		f.fail("insufficient data left in message")
	}
	if n == 0 || f.err != nil {
		return nil
	}
	list := make([]types.OID, n)
	for i := range list {
		list[i] = types.OID(f.int32())
	}
	return list
}

// reusedParams is how many parameters a bindMessage keeps room for.
const reusedParams = 256

// bindMessage is a Bind. Its slices are reused by the next decode.
type bindMessage struct {
	portal, statement string
	paramFormats      []int16
	params            [][]byte // nil: NULL; they belong to the message
	resultFormats     []int16
}

func (m *bindMessage) decode(body []byte) error {
	f := fields{b: body}
	m.portal, m.statement = f.text(), f.text()
	m.paramFormats = f.formats(m.paramFormats[:0])
	m.params = m.params[:0]
	for n := f.int16(); n > 0 && f.err == nil; n-- {
		var param []byte
		if size := f.int32(); size != -1 {
			param = f.bytes(int(size))
		}
		m.params = append(m.params, param)
	}
	m.resultFormats = f.formats(m.resultFormats[:0])
	return f.end()
}

// forget lets go of the message that the parameters are part of.
func (m *bindMessage) forget() {
	if cap(m.params) > reusedParams {
		*m = bindMessage{}
		return
	}
	clear(m.params)
}

func (f *fields) formats(list []int16) []int16 {
	for n := f.int16(); n > 0 && f.err == nil; n-- {
		list = append(list, int16(f.int16()))
	}
	return list
}

func decodeExecute(body []byte) (msg pgproto3.Execute, err error) {
	f := fields{b: body}
	msg.Portal, msg.MaxRows = f.text(), uint32(f.int32())
	return msg, f.end()
}

// decodeNamed decodes Describe and Close.
func decodeNamed(body []byte) (kind byte, name string, err error) {
	f := fields{b: body}
	kind, name = f.byte(), f.text()
	return kind, name, f.end()
}

func decodeSASLInitial(body []byte) (msg pgproto3.SASLInitialResponse, err error) {
	f := fields{b: body}
	msg.AuthMechanism = f.text()
	if size := f.int32(); size != -1 {
		msg.Data = f.bytes(int(size))
	}
	return msg, f.end()
}
