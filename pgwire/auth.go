package pgwire

import (
	"github.com/jackc/pgproto3/v2"
	"github.com/xdg-go/scram"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

const scramSHA256 = "SCRAM-SHA-256"

// authenticateSCRAM asks for a password by SCRAM-SHA-256 (RFC 7677, without
// channel binding). The name inside the exchange is ignored, as by PostgreSQL: the startup
// packet told it. Whether the role exists makes no difference to what is
// sent and computed.
func (c *conn) authenticateSCRAM(v SCRAMVerifier) error {
	server, err := scram.SHA256.NewServer(func(string) (scram.StoredCredentials, error) {
		return scram.StoredCredentials{
			KeyFactors: scram.KeyFactors{Salt: string(v.Salt), Iters: v.Iterations},
			StoredKey:  v.StoredKey, ServerKey: v.ServerKey,
		}, nil
	})
	if err != nil {
		return err
	}
	talk := server.NewConversation()

	c.out.send(&pgproto3.AuthenticationSASL{AuthMechanisms: []string{scramSHA256}})
	body, err := c.receiveSASL()
	if err != nil {
		return err
	}
	initial, err := decodeSASLInitial(body)
	if err != nil {
		return err
	}
	if initial.AuthMechanism != scramSHA256 {
		return fatal(pgerr.ProtocolViolation, "client selected an invalid SASL authentication mechanism")
	}
	challenge, err := talk.Step(string(initial.Data))
	if err != nil {
		return malformedSCRAM(err)
	}

	c.out.send(&pgproto3.AuthenticationSASLContinue{Data: []byte(challenge)})
	if body, err = c.receiveSASL(); err != nil {
		return err
	}
	final, err := talk.Step(string(body))
	if err != nil && final != scram.ErrInvalidProof {
		return malformedSCRAM(err)
	}
	if !talk.Valid() {
		return fatal(pgerr.InvalidPassword, `password authentication failed for user "%s"`, c.login.Role)
	}
	return c.out.send(&pgproto3.AuthenticationSASLFinal{Data: []byte(final)})
}

func malformedSCRAM(err error) error {
	return fatal(pgerr.ProtocolViolation, "malformed SCRAM message").WithDetail("%s.", err)
}

// receiveSASL sends what is due and waits for the client's answer.
func (c *conn) receiveSASL() ([]byte, error) {
	if err := c.out.flush(); err != nil {
		return nil, err
	}
	typ, err := c.in.readType()
	if err != nil {
		return nil, errClosed
	}
	if typ != msgPassword {
		return nil, fatal(pgerr.ProtocolViolation, "expected SASL response, got message type %d", typ)
	}
	return c.in.readBody(int(limits.StartupPacketBytes.Value(c.srv.Limits)))
}
