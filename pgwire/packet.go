package pgwire

import (
	"encoding/binary"
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// Request codes in the place of a protocol version.
const (
	codeCancel = 1234<<16 | 5678
	codeTLS    = 1234<<16 | 5679
	codeGSS    = 1234<<16 | 5680
)

// latestMinor is the newest version of protocol 3 that is spoken: 3.2.
const latestMinor = 2

// startupPacket is a decoded StartupMessage.
type startupPacket struct {
	minor       int
	user        string
	database    string
	replication string
	options     string
	settings    []Setting
	unknown     []string // protocol options (_pq_.…) that are not known
}

// decodeStartup decodes the packet that follows its length, version included.
// Repeated names: the last one counts.
func decodeStartup(body []byte) (*startupPacket, error) {
	version := binary.BigEndian.Uint32(body)
	if version>>16 != 3 {
		return nil, fatal(pgerr.FeatureNotSupported, "unsupported frontend protocol %d.%d: server supports 3.0 to 3.%d",
			version>>16, version&0xffff, latestMinor)
	}
	p := &startupPacket{minor: int(version & 0xffff)}
	f := fields{b: body[4:]}
	for len(f.b) > 0 && f.b[0] != 0 {
		name, value := f.text(), f.text()
		if f.err != nil {
			break
		}
		p.set(name, value)
	}
	if pgerr.CodeOf(f.err) == pgerr.CharacterNotInRepertoire {
		return nil, f.err
	}
	if len(f.b) != 1 {
		return nil, fatal(pgerr.ProtocolViolation, "invalid startup packet layout: expected terminator as last byte")
	}
	if p.user == "" {
		return nil, fatal(pgerr.InvalidAuthorizationSpec, "no PostgreSQL user name specified in startup packet")
	}
	if p.database == "" {
		p.database = p.user
	}
	return p, p.refuseReplication()
}

func (p *startupPacket) set(name, value string) {
	switch {
	case name == "user":
		p.user = value
	case name == "database":
		p.database = value
	case name == "replication":
		p.replication = value
	case name == "options":
		p.options = value
	case strings.HasPrefix(name, "_pq_."):
		p.unknown = append(p.unknown, name)
	default:
		p.settings = append(p.settings, Setting{name, value})
	}
}

// refuseReplication lets only the values through that ask for no replication.
func (p *startupPacket) refuseReplication() error {
	switch strings.ToLower(p.replication) {
	case "", "false", "off", "no", "0", "f", "n":
		return nil
	case "database", "true", "on", "yes", "1", "t", "y":
		return fatal(pgerr.FeatureNotSupported, "replication connections are not supported")
	}
	return fatal(pgerr.InvalidParameterValue, `invalid value for parameter "replication": "%s"`, p.replication).
		WithHint(`Valid values are: "false", 0, "true", 1, "database".`)
}

// allSettings are those of "options", then the others.
func (p *startupPacket) allSettings() ([]Setting, error) {
	fromOptions, err := parseOptions(p.options)
	return append(fromOptions, p.settings...), err
}

// parseOptions reads command-line options for settings, "-c name=value" and
// "--name=value" (PostgreSQL: process_postgres_switches). Blanks separate, a
// backslash takes the next character as it is.
func parseOptions(s string) ([]Setting, error) {
	var list []Setting
	args := splitOptions(s)
	for i := 0; i < len(args); i++ {
		arg := args[i]
		var assignment, shown string
		switch {
		case strings.HasPrefix(arg, "--") && len(arg) > 2:
			assignment, shown = arg[2:], arg
		case arg == "-c" && i+1 < len(args):
			i++
			assignment, shown = args[i], "-c "+args[i]
		case strings.HasPrefix(arg, "-c") && len(arg) > 2:
			assignment, shown = arg[2:], "-c "+arg[2:]
		default:
			return nil, fatal(pgerr.SyntaxError, "invalid command-line argument for server process: %s", arg).
				WithHint(`Write "-c name=value" or "--name=value".`)
		}
		name, value, found := strings.Cut(assignment, "=")
		if !found {
			return nil, fatal(pgerr.SyntaxError, "%s requires a value", shown)
		}
		list = append(list, Setting{strings.ReplaceAll(name, "-", "_"), value})
	}
	return list, nil
}

// splitOptions splits at blanks that are not escaped (pg_split_opts).
func splitOptions(s string) []string {
	var args []string
	var arg strings.Builder
	inArg := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case strings.IndexByte(" \t\n\r\f\v", c) >= 0:
			if inArg {
				args = append(args, arg.String())
				arg.Reset()
				inArg = false
			}
		case c == '\\' && i+1 < len(s):
			i++
			arg.WriteByte(s[i])
			inArg = true
		case c != '\\':
			arg.WriteByte(c)
			inArg = true
		}
	}
	if inArg {
		args = append(args, arg.String())
	}
	return args
}
