// Package wiretest plays wire scripts: text files that send protocol messages
// to a server and hold what it answers. The same scripts run against the
// protocol package with a scripted engine, against Sparrow, and against
// PostgreSQL.
//
// A script is a datadriven file (cockroachdb/datadriven; -rewrite fills in the
// answers) of these commands:
//
//	connect [conn=NAME] [version=3.2]   open a connection and log in
//	name=value                          startup parameters, one a line
//	----
//	(answers up to ReadyForQuery or the end)
//
//	send [conn=NAME]                    send messages in one write
//	Parse {"query":"select $1","types":[23]}
//	----
//
//	until [conn=NAME] [ignore=(Type,…)] read up to messages of these types,
//	ReadyForQuery                       one after the other; EOF is the end of
//	----                                the connection
//	(answers)
//
//	raw [conn=NAME]                     send bytes without logging in: Go
//	"GET / HTTP/1.1\r\n"                strings or hex, one a line; shows what
//	----                                comes back, and EOF or (open)
//
//	cancel conn=NAME [wrong]            send a cancel request for a connection,
//	----                                which must be busy
//
//	close conn=NAME                     close a connection
//	----
//
// A connection not connected before logs in by itself. Messages are shown one
// a line, type and compact JSON; ParameterStatus at log-in is left out, and so
// are file, line and routine of errors. Bytes that are no printable text are
// shown and given as "\\x" and hex digits.
package wiretest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
)

// Target is the server that scripts talk to.
type Target struct {
	Addr     string // host:port
	User     string
	Database string
}

// patience is how long an answer may take.
const patience = 15 * time.Second

// Run plays the script in a file.
func Run(t *testing.T, path string, target Target) {
	t.Helper()
	p := &player{target: target, conns: map[string]*client{}}
	defer p.closeAll()
	datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
		out, err := p.play(d)
		if err != nil {
			d.Fatalf(t, "%v", err)
		}
		return out
	})
}

type player struct {
	target Target
	conns  map[string]*client
}

func (p *player) closeAll() {
	for _, c := range p.conns {
		c.nc.Close()
	}
}

// arg returns the value of an option of the command, or a default.
func arg(d *datadriven.TestData, name, otherwise string) string {
	for _, a := range d.CmdArgs {
		if a.Key == name && len(a.Vals) == 1 {
			return a.Vals[0]
		}
	}
	return otherwise
}

func inputLines(d *datadriven.TestData) []string {
	return slices.DeleteFunc(strings.Split(d.Input, "\n"), func(s string) bool { return s == "" })
}

func (p *player) play(d *datadriven.TestData) (string, error) {
	name := arg(d, "conn", "")
	switch d.Cmd {
	case "connect":
		return p.connect(name, arg(d, "version", "3.0"), inputLines(d))
	case "send":
		c, err := p.client(name)
		if err != nil {
			return "", err
		}
		return "", c.sendAll(inputLines(d))
	case "until":
		c, err := p.client(name)
		if err != nil {
			return "", err
		}
		var ignored []string
		for _, a := range d.CmdArgs {
			if a.Key == "ignore" {
				ignored = a.Vals
			}
		}
		return c.until(inputLines(d), ignored)
	case "raw":
		return p.raw(name, inputLines(d))
	case "cancel":
		c, err := p.client(name)
		if err != nil {
			return "", err
		}
		return "", p.cancel(c, d.HasArg("wrong"))
	case "close":
		if c := p.conns[name]; c != nil {
			delete(p.conns, name)
			return "", c.nc.Close()
		}
		return "", fmt.Errorf("no connection %q", name)
	}
	return "", fmt.Errorf("unknown command %q", d.Cmd)
}

// client returns a connection that is logged in.
func (p *player) client(name string) (*client, error) {
	if c := p.conns[name]; c != nil {
		return c, nil
	}
	out, err := p.connect(name, "3.0", nil)
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(out, `ReadyForQuery "I"`) {
		return nil, fmt.Errorf("cannot log in: %s", out)
	}
	return p.conns[name], nil
}
