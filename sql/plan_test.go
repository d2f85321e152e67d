package sql

import (
	"context"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
)

// TestPlans runs the files of testdata/plans, which say what ends a plan. Commands:
// run [session=NAME] as in TestClock; prepare NAME [session=NAME] prepares a statement; plan NAME
// [session=NAME] makes the statement ready to run once more, and says whether its plan
// was kept or made anew.
func TestPlans(t *testing.T) {
	datadriven.Walk(t, "testdata/plans", func(t *testing.T, path string) {
		f := newClockFixture(t, false)
		ctx := context.Background()
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			f.t = t
			f.out.Reset()
			name := "main"
			d.MaybeScanArgs(t, "session", &name)
			s := f.session(name).(*Session)
			switch d.Cmd {
			case "run":
				f.runIn(name, d.Input+"\n")
			case "prepare":
				p, err := s.Prepare(ctx, d.Input, nil)
				require.NoError(t, err)
				require.NoError(t, s.StatementStore().Put(d.CmdArgs[0].Key, p))
				require.NoError(t, s.Sync(ctx))
			case "plan":
				p := s.prepared[d.CmdArgs[0].Key]
				before := p.plan
				if err := s.revalidate(ctx, p); err != nil {
					f.say("ERROR", err)
					s.Fail(err)
				} else if p.plan == before {
					f.out.WriteString("kept\n")
				} else {
					f.out.WriteString("made anew\n")
				}
				require.NoError(t, s.Sync(ctx))
			default:
				t.Fatalf("unknown command %s", d.Cmd)
			}
			return f.out.String()
		})
	})
}
