// Command sparrow is the server and its tools, one file per subcommand. It is
// the only place where the packages are wired together.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

func main() {
	root := &cobra.Command{
		Use:           "sparrow",
		Short:         "A PostgreSQL-wire SQL server for large sparse tables",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(startCommand(), loadCommand(), exportCommand(), backupCommand(), restoreCommand(), checkCommand(), benchCommand(), versionCommand())
	if err := root.Execute(); err != nil {
		fmt.Fprintln(os.Stderr, "sparrow: "+err.Error())
		var hint *hintError
		if errors.As(err, &hint) {
			fmt.Fprintln(os.Stderr, "hint: "+hint.hint)
		}
		code := 1
		var exit *exitError
		if errors.As(err, &exit) {
			code = exit.code
		}
		os.Exit(code)
	}
}

// hintError is an error with advice for the person at the terminal.
type hintError struct {
	err  error
	hint string
}

func (e *hintError) Error() string { return e.err.Error() }
func (e *hintError) Unwrap() error { return e.err }

func withHint(err error, format string, args ...any) error {
	return &hintError{err, fmt.Sprintf(format, args...)}
}
