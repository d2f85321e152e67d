package fn

import (
	"net"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// addressOf reads host or port of one end of the connection: NULL for a
// connection without addresses.
func addressOf(f func(s Session) string, port bool) Impl {
	return func(c *Context, _ []datum.Datum) (datum.Datum, error) {
		if c.Session == nil {
			return datum.Null, nil
		}
		addr := f(c.Session)
		host, p, err := net.SplitHostPort(addr)
		if err != nil {
			host, p = addr, ""
		}
		if port {
			n, err := strconv.Atoi(p)
			if err != nil {
				return datum.Null, nil
			}
			return newInt4(n)
		}
		if host == "" {
			return datum.Null, nil
		}
		host, _, _ = strings.Cut(host, "%") // without the zone
		return types.ParseText(types.Inet, host, -1, nil)
	}
}
