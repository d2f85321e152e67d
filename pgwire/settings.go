package pgwire

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jackc/pgproto3/v2"
)

// reportedSettings remembers what the client was told of settings, and what
// it has to be told before the next ReadyForQuery. As PostgreSQL does since version
// 14, a setting that changes to and fro in between is not reported.
type reportedSettings struct {
	told    map[string]string
	pending []Setting
}

// set notes a value to be told.
func (r *reportedSettings) set(name, value string) {
	for i := range r.pending {
		if r.pending[i].Name == name {
			r.pending[i].Value = value
			return
		}
	}
	r.pending = append(r.pending, Setting{name, value})
}

// report sends what changed, in alphabetical order as PostgreSQL does.
func (r *reportedSettings) report(out *messageWriter) {
	slices.SortFunc(r.pending, func(a, b Setting) int {
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	for _, s := range r.pending {
		if was, known := r.told[s.Name]; known && was == s.Value {
			continue
		}
		if r.told == nil {
			r.told = map[string]string{}
		}
		r.told[s.Name] = s.Value
		out.send(&pgproto3.ParameterStatus{Name: s.Name, Value: s.Value})
	}
	r.pending = r.pending[:0]
}
