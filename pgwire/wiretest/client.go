package wiretest

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"
)

// client is one connection of a script.
type client struct {
	nc     net.Conn
	r      *bufio.Reader
	key    []byte // process number and secret, as in BackendKeyData
	inside bool   // logged in
}

func (p *player) dial(name string) (*client, error) {
	nc, err := net.DialTimeout("tcp", p.target.Addr, patience)
	if err != nil {
		return nil, err
	}
	c := &client{nc: nc, r: bufio.NewReader(nc)}
	if old := p.conns[name]; old != nil {
		old.nc.Close()
	}
	p.conns[name] = c
	return c, nil
}

// connect opens a connection and logs in, with the target's user and database
// unless the parameters name others ("user=" alone names none).
func (p *player) connect(name, version string, params []string) (string, error) {
	c, err := p.dial(name)
	if err != nil {
		return "", err
	}
	major, minor, ok := strings.Cut(version, ".")
	hi, err1 := strconv.Atoi(major)
	lo, err2 := strconv.Atoi(minor)
	if !ok || err1 != nil || err2 != nil {
		return "", fmt.Errorf("bad version %q", version)
	}
	body := binary.BigEndian.AppendUint32(nil, uint32(hi<<16|lo))
	for _, standard := range []string{"user=" + p.target.User, "database=" + p.target.Database} {
		key, _, _ := strings.Cut(standard, "=")
		named := func(s string) bool { return strings.HasPrefix(s, key+"=") }
		if !slices.ContainsFunc(params, named) {
			params = append(params, standard)
		}
	}
	for _, param := range params {
		key, value, _ := strings.Cut(param, "=")
		if value != "" {
			body = append(body, key+"\x00"+value+"\x00"...)
		}
	}
	body = append(body, 0)
	if _, err := c.nc.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(body)+4)), body...)); err != nil {
		return "", err
	}
	out, err := c.until([]string{"ReadyForQuery"}, []string{"ParameterStatus"})
	c.inside = true
	return out, err
}

// sendAll writes messages in one go.
func (c *client) sendAll(lines []string) error {
	var buf []byte
	for _, line := range lines {
		var err error
		if buf, err = appendMessage(buf, line); err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
	}
	c.nc.SetWriteDeadline(time.Now().Add(patience))
	if _, err := c.nc.Write(buf); err != nil {
		return err
	}
	return nil
}

// until reads messages until those of the wanted types came, in that order, or
// the connection has ended.
func (c *client) until(wanted, ignored []string) (string, error) {
	var out []string
	for len(wanted) > 0 {
		name, shown, err := c.receive()
		if err != nil {
			return strings.Join(append(out, err.Error()), "\n"), nil
		}
		if !slices.Contains(ignored, name) {
			out = append(out, shown)
		}
		if name == wanted[0] {
			wanted = wanted[1:]
		}
		if name == "EOF" {
			break
		}
	}
	return strings.Join(out, "\n"), nil
}

// receive reads one message and returns its name, and it as a line.
func (c *client) receive() (name, shown string, err error) {
	c.nc.SetReadDeadline(time.Now().Add(patience))
	var head [5]byte
	if _, err := io.ReadFull(c.r, head[:]); err != nil {
		if ne, ok := err.(net.Error); ok && ne.Timeout() {
			return "", "", fmt.Errorf("timeout: no message for %v", patience)
		}
		return "EOF", "EOF", nil
	}
	n := binary.BigEndian.Uint32(head[1:])
	if n < 4 || n > 1<<30 {
		return "", "", fmt.Errorf("message %q of %d bytes", head[0], n)
	}
	body := make([]byte, n-4)
	if _, err := io.ReadFull(c.r, body); err != nil {
		return "EOF", "EOF inside a message", nil
	}
	if head[0] == 'K' {
		c.key = body
	}
	return show(head[0], body)
}

// raw sends bytes over a connection that needs no log-in, and shows what comes
// back until the connection ends or nothing comes any more.
func (p *player) raw(name string, lines []string) (string, error) {
	c := p.conns[name]
	if c == nil {
		var err error
		if c, err = p.dial(name); err != nil {
			return "", err
		}
	}
	var buf []byte
	for _, line := range lines {
		b, err := rawBytes(line)
		if err != nil {
			return "", err
		}
		buf = append(buf, b...)
	}
	if _, err := c.nc.Write(buf); err != nil {
		return "", err
	}
	c.nc.SetReadDeadline(time.Now().Add(300 * time.Millisecond))
	got, err := io.ReadAll(c.r)
	end := "EOF"
	if ne, ok := err.(net.Error); ok && ne.Timeout() {
		end = "(open)"
	}
	if len(got) == 0 {
		return end, nil
	}
	return strconv.Quote(string(got)) + "\n" + end, nil
}

func rawBytes(line string) ([]byte, error) {
	if strings.HasPrefix(line, `"`) {
		s, err := strconv.Unquote(line)
		return []byte(s), err
	}
	return hex.DecodeString(strings.ReplaceAll(line, " ", ""))
}

// cancel sends a cancel request, a moment later so that c is busy, and waits
// until the server has closed that connection.
func (p *player) cancel(c *client, wrong bool) error {
	time.Sleep(200 * time.Millisecond)
	nc, err := net.DialTimeout("tcp", p.target.Addr, patience)
	if err != nil {
		return err
	}
	defer nc.Close()
	key := slices.Clone(c.key)
	if len(key) < 8 {
		return fmt.Errorf("the server sent no key")
	}
	if wrong {
		key[len(key)-1] ^= 1
	}
	msg := binary.BigEndian.AppendUint32(nil, uint32(8+len(key)))
	msg = binary.BigEndian.AppendUint32(msg, 1234<<16|5678)
	if _, err := nc.Write(append(msg, key...)); err != nil {
		return err
	}
	nc.SetReadDeadline(time.Now().Add(patience))
	if got, _ := io.ReadAll(nc); len(got) > 0 {
		return fmt.Errorf("a cancel request was answered: %q", got)
	}
	return nil
}
