package pgwire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// FuzzMessages reads a stream of messages and decodes each by its type.
func FuzzMessages(f *testing.F) {
	f.Add([]byte("Q\x00\x00\x00\x0dselect 1\x00S\x00\x00\x00\x04"))
	f.Add([]byte("P\x00\x00\x00\x0es\x00q\x00\x00\x01\x00\x00\x00\x17"))
	f.Add([]byte("B\x00\x00\x00\x14\x00s\x00\x00\x01\x00\x01\x00\x01\xff\xff\xff\xfe\x00\x00"))
	f.Add([]byte("E\x00\x00\x00\x09p\x00\x00\x00\x00\x04D\x00\x00\x00\x07Ss\x00"))
	f.Add([]byte("p\x00\x00\x00\x06A\x00d\x7f\xff\xff\xff"))
	c := &conn{srv: &Server{}}
	f.Fuzz(func(t *testing.T, stream []byte) {
		in := newMessageReader(bytes.NewReader(stream))
		for {
			typ, err := in.readType()
			if err != nil {
				require.ErrorIs(t, err, errClosed)
				return
			}
			limit, known := c.lengthLimit(typ)
			if !known {
				limit = smallMessageBytes
			}
			body, err := in.readBody(limit)
			if errors.Is(err, errClosed) {
				return
			}
			require.NoError(t, err)
			if err := decodeAny(typ, body); err != nil {
				requireProtocolError(t, err)
			}
		}
	})
}

func decodeAny(typ byte, body []byte) (err error) {
	switch typ {
	case msgQuery:
		_, err = decodeQuery(body)
	case msgParse:
		_, _, err = decodeParse(body)
	case msgBind:
		err = new(bindMessage).decode(body)
	case msgExecute:
		_, err = decodeExecute(body)
	case msgDescribe, msgClose:
		_, _, err = decodeNamed(body)
	case msgPassword:
		_, err = decodeSASLInitial(body)
	}
	return err
}

func requireProtocolError(t *testing.T, err error) {
	require.Contains(t, []pgerr.Code{pgerr.ProtocolViolation, pgerr.CharacterNotInRepertoire}, pgerr.CodeOf(err))
}

// FuzzStartup decodes startup packets. One that is accepted names a role.
func FuzzStartup(f *testing.F) {
	f.Add([]byte("\x00\x03\x00\x00user\x00u\x00options\x00-c a=b\\ c --d=e\x00\x00"))
	f.Add([]byte("\x00\x03\x00\x02user\x00u\x00_pq_.x\x00\x00replication\x00off\x00\x00"))
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) < 4 {
			return
		}
		p, err := decodeStartup(body)
		if err != nil {
			require.NotEqual(t, pgerr.InternalError, pgerr.CodeOf(err))
			return
		}
		require.EqualValues(t, 3, binary.BigEndian.Uint16(body))
		require.NotEmpty(t, p.user)
		require.NotEmpty(t, p.database)
		if _, err := p.allSettings(); err != nil {
			require.Equal(t, pgerr.SyntaxError, pgerr.CodeOf(err))
		}
	})
}
