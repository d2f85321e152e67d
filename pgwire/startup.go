package pgwire

import (
	"crypto/rand"
	"crypto/tls"
	"encoding/binary"
	"io"
	"time"

	"github.com/jackc/pgproto3/v2"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// Lengths of cancel secrets: by protocol 3.0, and by 3.2.
const (
	shortSecretBytes = 4
	longSecretBytes  = 32
)

// startupTimeout is how long a client may take until its session begins.
func (s *Server) startupTimeout() time.Duration {
	return time.Duration(limits.StartupSeconds.Value(s.Limits)) * time.Second
}

// startup brings a connection from its first byte to an open session.
func (c *conn) startup() error {
	packet, err := c.receiveStartup()
	if err != nil {
		return err
	}
	if err := c.srv.register(c); err != nil {
		return err
	}
	c.login = Login{Role: packet.user, Database: packet.database, RemoteAddr: c.raw.RemoteAddr()}
	_, c.login.TLS = c.net.(*tls.Conn)
	if packet.minor > latestMinor || len(packet.unknown) > 0 {
		c.negotiate(packet)
	}
	if err := c.authenticate(); err != nil {
		c.srv.Log.Info("login refused", "role", packet.user, "database", packet.database,
			"remote", c.raw.RemoteAddr(), "error", err)
		return err
	}
	return c.openSession(packet)
}

// receiveStartup answers what comes before the startup packet: requests for
// encryption, each at most once, and cancel requests.
func (c *conn) receiveStartup() (*startupPacket, error) {
	var askedTLS, askedGSS bool
	for {
		body, err := c.readPacket()
		if err != nil {
			return nil, err
		}
		switch code := binary.BigEndian.Uint32(body); {
		case code == codeCancel:
			c.srv.cancelRequest(body[4:])
			return nil, errClosed
		case code == codeTLS && !askedTLS:
			askedTLS = true
			err = c.answerTLS()
		case code == codeGSS && !askedGSS:
			askedGSS = true
			_, err = c.net.Write([]byte{'N'})
		case code>>16 == 2:
			// Version 2 has errors of its own form (PostgreSQL: elog.c).
			io.WriteString(c.net, "EFATAL:  unsupported frontend protocol 2.0: server supports 3.0 to 3.2\n\x00")
			return nil, errClosed
		default:
			return decodeStartup(body)
		}
		if err != nil {
			return nil, err
		}
	}
}

// readPacket reads a packet without type byte. What can't be one closes
// the connection without an answer: nobody there speaks the protocol.
func (c *conn) readPacket() ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(c.in.r, head[:]); err != nil {
		return nil, errClosed
	}
	n := binary.BigEndian.Uint32(head[:])
	if n < 8 || int64(n) > limits.StartupPacketBytes.Value(c.srv.Limits) {
		c.srv.Log.Debug("invalid length of startup packet", "remote", c.raw.RemoteAddr(), "length", n)
		return nil, errClosed
	}
	body := make([]byte, n-4)
	if _, err := io.ReadFull(c.in.r, body); err != nil {
		return nil, errClosed
	}
	return body, nil
}

// answerTLS agrees to encrypt, or not.
func (c *conn) answerTLS() error {
	if c.srv.TLSConfig == nil {
		_, err := c.net.Write([]byte{'N'})
		return err
	}
	// What came before encryption began may be from someone in between
	// (CVE-2021-23214).
	if c.in.buffered() {
		return fatal(pgerr.ProtocolViolation, "received unencrypted data after SSL request").
			WithDetail("This could be either a client-software bug or evidence of an attempted man-in-the-middle attack.")
	}
	if _, err := c.net.Write([]byte{'S'}); err != nil {
		return errClosed
	}
	encrypted := tls.Server(c.raw, c.srv.TLSConfig)
	if err := encrypted.HandshakeContext(c.ctx); err != nil {
		c.srv.Log.Debug("TLS handshake failed", "remote", c.raw.RemoteAddr(), "error", err)
		return errClosed
	}
	c.net, c.in, c.out.w = encrypted, newMessageReader(encrypted), encrypted
	return nil
}

// negotiate sends NegotiateProtocolVersion: what is spoken instead.
func (c *conn) negotiate(p *startupPacket) {
	p.minor = min(p.minor, latestMinor)
	start := c.out.begin('v')
	b := binary.BigEndian.AppendUint32(c.out.buf, uint32(3<<16|p.minor))
	b = binary.BigEndian.AppendUint32(b, uint32(len(p.unknown)))
	for _, name := range p.unknown {
		b = append(append(b, name...), 0)
	}
	c.out.buf = b
	c.out.end(start)
}

// openSession opens the session and tells the client what it needs to know.
func (c *conn) openSession(p *startupPacket) error {
	settings, err := p.allSettings()
	if err != nil {
		return err
	}
	session, err := c.srv.Engine.NewSession(c.ctx, SessionStart{
		Login: c.login, Settings: settings, PID: c.pid,
		Notice:          func(e *pgerr.Error) { c.out.send(noticeResponse(e)) },
		ParameterStatus: c.status.set,
		Terminate:       c.terminate,
	})
	if err != nil {
		return err
	}
	c.session = session
	c.portals = map[string]*portal{}
	for _, s := range session.Parameters() {
		c.status.set(s.Name, s.Value)
	}
	c.status.report(c.out)
	c.makeSecret(p.minor)
	c.mu.Lock()
	c.open = true
	c.mu.Unlock()
	return nil
}

// makeSecret sends BackendKeyData.
func (c *conn) makeSecret(minor int) {
	n := shortSecretBytes
	if minor >= 2 {
		n = longSecretBytes
	}
	secret := make([]byte, n)
	rand.Read(secret)
	c.mu.Lock()
	c.secret = secret
	c.mu.Unlock()
	start := c.out.begin('K')
	c.out.buf = binary.BigEndian.AppendUint32(c.out.buf, uint32(c.pid))
	c.out.buf = append(c.out.buf, secret...)
	c.out.end(start)
}

// authenticate lets the client prove its role, as the engine asks.
func (c *conn) authenticate() error {
	plan, err := c.srv.Engine.Authenticate(c.ctx, c.login)
	if err != nil {
		return err
	}
	if !plan.Trust {
		if err := c.authenticateSCRAM(plan.SCRAM); err != nil {
			return err
		}
	}
	return c.out.send(&pgproto3.AuthenticationOk{})
}
