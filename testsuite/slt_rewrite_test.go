package testsuite

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
	"github.com/sparrowdb/sparrow/testsuite/slt"
)

// rewriteScripts replaces the answers in the scripts by those that the server
// in charge gives; comments, sessions and everything else stay as they are.
func rewriteScripts(t *testing.T, scripts []*slt.Script) {
	var server *harness.Server
	for i, s := range scripts {
		on := server
		if strings.HasPrefix(s.Path, sltRoot+"/pg/") {
			require.NotEmpty(t, os.Getenv("PG_URL"), "PG_URL must name a PostgreSQL server")
			on = nil
		} else if server == nil {
			server = harness.Start(t)
			on = server
		}
		r := newRunner(t, on, variant{name: "rewrite"}, fmt.Sprintf("slt_%d", i))
		r.rewrite(s)
	}
}

func (r *runner) rewrite(s *slt.Script) {
	r.admin("DROP DATABASE IF EXISTS "+r.database+" WITH (FORCE)", "CREATE DATABASE "+r.database)
	defer r.cleanUp()
	text, err := os.ReadFile(s.Path)
	require.NoError(r.t, err)
	lines := strings.Split(string(text), "\n")
	var out []string
	at := 0 // lines copied
	for _, rec := range s.Records {
		out = append(out, lines[at:rec.Line-1]...)
		at = rec.Line - 1
		end := at
		for end < len(lines) && lines[end] != "" {
			end++
		}
		switch {
		case rec.Kind == slt.Session || rec.Kind == slt.Restart || rec.Kind == slt.Limit:
			r.record(s, rec)
			end = at + 1
			out = append(out, lines[at])
		case !r.wants(rec):
			out = append(out, lines[at:end]...)
		default:
			a := r.do(rec)
			out = append(out, strings.Split(strings.TrimSuffix(rec.Rewrite(a), "\n"), "\n")...)
		}
		at = end
	}
	out = append(out, lines[at:]...)
	require.NoError(r.t, os.WriteFile(s.Path, []byte(strings.Join(out, "\n")), 0o644))
}
