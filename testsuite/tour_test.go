package testsuite

import (
	"flag"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

var rewriteTour = flag.Bool("rewrite-tour", false, "write what psql prints into the tours of README.md and the pages beside it")

// fence is a fenced block of a page: its language and what is inside.
var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// tours are the pages whose blocks are followed.
var tours = []string{"README.md", "sql/VARIANTS.md"}

// TestTour follows the tour of README.md, and of the pages that it leads to: blocks
// marked sql go through psql and must print the block marked text behind them; those
// marked sh run in a shell.
func TestTour(t *testing.T) {
	for _, page := range tours {
		t.Run(page, func(t *testing.T) { followTour(t, page) })
	}
}

func followTour(t *testing.T, page string) {
	server := harness.Start(t)
	content, err := os.ReadFile("../" + page)
	require.NoError(t, err)
	run := func(input string, command ...string) string {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = ".."
		cmd.Env = append(os.Environ(), "SPARROW_URL="+server.URL(""), "PAGER=", "LC_ALL=C.UTF-8")
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s\nprinted\n%s", input, out)
		return string(out)
	}
	printed, blocks := "", 0
	rewritten := fence.ReplaceAllStringFunc(string(content), func(block string) string {
		m := fence.FindStringSubmatch(block)
		blocks++
		switch m[1] {
		case "sql":
			printed = prompts.ReplaceAllString(run(m[2], "psql", "-X", server.URL("")), "")
		case "sh":
			run(m[2], "bash", "-euo", "pipefail")
		case "text":
			if *rewriteTour {
				return "```text\n" + printed + "```"
			}
			require.Equal(t, m[2], printed)
		case "console":
		default:
			t.Errorf("%s has a block of %q, which this test doesn't know", page, m[1])
		}
		return block
	})
	require.Greater(t, blocks, 10)
	if *rewriteTour {
		require.NoError(t, os.WriteFile("../"+page, []byte(rewritten), 0o644))
	}
}

// prompts is where psql says that an error came from a pipe.
var prompts = regexp.MustCompile(`(?m)^psql:<stdin>:\d+: `)
