package sql

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/sparrowdb/sparrow/sql/types"
)

// Bounds of the cache of plans by text. Long texts (rows of values) hardly
// come twice.
const (
	planCacheEntries   = 128
	planCacheTextBytes = 4 << 10
)

// planKey is what the meaning of a text depends on besides the catalog.
type planKey struct {
	text, path, unknown, star  string
	hints                      string // types given for parameters; "-": of the simple protocol
	dateStyle, intervals, zone string // literals are read while planning
	dialect                    string
	role                       types.OID
}

// planKey is the key of a text with the types given for its parameters.
func (s *Session) planKey(text, hints string) planKey {
	return planKey{
		text: text, hints: hints, role: s.role, path: s.value("search_path"), unknown: s.value("unknown_attributes"), star: s.value("select_star_attributes"),
		dateStyle: s.value("DateStyle"), intervals: s.value("IntervalStyle"), zone: s.value("TimeZone"), dialect: s.value("sql_dialect"),
	}
}

// simpleHints are the hints of texts of the simple protocol, which has no
// parameters.
const simpleHints = "-"

// hintsText is the part of a key that stands for types of parameters.
func hintsText(hints []types.OID) string {
	buf := make([]byte, 0, 4*len(hints))
	for _, h := range hints {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(h))
	}
	return string(buf)
}

// keep puts a plan into the cache, unless only this text can have it.
func (s *Session) keep(key planKey, p *prepared) {
	if p.plan.Cacheable && !p.ownDDL && len(key.text) <= planCacheTextBytes {
		s.plans.put(key, p)
	}
}

// cached takes a plan that is still good from the cache; nil if there is none.
func (s *Session) cached(ctx context.Context, key planKey) (*prepared, error) {
	p := s.plans.get(key)
	if p == nil {
		return nil, nil
	}
	ok, view, err := s.stillValid(ctx, p)
	if err != nil || ok && slices.Equal(p.stars, view.starVersions(p.plan)) {
		return p, err
	}
	s.plans.drop(key)
	return nil, nil
}

// clearPlans forgets all plans that no prepared statement has.
func (s *Session) clearPlans() {
	s.plans.clear()
	s.literals.clear()
}
