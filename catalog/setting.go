package catalog

import (
	"strconv"
	"time"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Setting is a stored setting: of the cluster (ALTER SYSTEM SET), or of a
// role and instance (ALTER ROLE … [IN DATABASE …] SET, ALTER DATABASE … SET),
// where 0 stands for any.
type Setting struct {
	InstanceID types.OID
	RoleID     types.OID
	Name       string
	Value      string
}

// LimitChange records one ALTER SYSTEM SET of a limit.
type LimitChange struct {
	At        time.Time
	Name      string // without the leading "limit."
	OldValue  string
	NewValue  string
	ChangedBy string // the role's name
}

// LimitPrefix begins the names of the settings that are limits.
const LimitPrefix = "limit."

// applyLimits puts the limits in force that s stores; all others are at their
// defaults. A stored value that a newer server refuses counts as none.
func (c *Catalog) applyLimits(s *Snapshot) {
	for _, l := range limits.All() {
		if text, ok := s.Setting(LimitPrefix + l.Name); ok {
			if v, err := strconv.ParseInt(text, 10, 64); err == nil {
				if _, err := c.opts.Limits.Put(l.Name, v); err == nil {
					continue
				}
			}
			c.opts.Logger.Warn("stored limit is not usable; the default holds", "limit", l.Name, "value", text)
		}
		if l.Value(c.opts.Limits) != l.Default {
			_, _ = c.opts.Limits.Reset(l.Name) // declared, so known
		}
	}
}
