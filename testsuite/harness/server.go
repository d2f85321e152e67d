package harness

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"
)

const (
	readyTimeout = 60 * time.Second
	stopTimeout  = 30 * time.Second
	// logShown is how much of the end of the log a failed test shows.
	logShown = 8 << 10
)

// Server is a running sparrow with a data directory of its own. It is stopped
// when its test ends.
type Server struct {
	Host, Port     string
	User, Database string // as the ready line names them
	Dir            string // holds data/ and the log

	args []string
	env  []string
	cmd  *exec.Cmd
	done chan struct{} // closed when the process has ended
}

// Option changes how a server is started.
type Option func(*Server)

// Args adds arguments of `sparrow start`.
func Args(args ...string) Option {
	return func(s *Server) { s.args = append(s.args, args...) }
}

// Env adds environment variables, as NAME=value.
func Env(env ...string) Option {
	return func(s *Server) { s.env = append(s.env, env...) }
}

// DataIn keeps the data in dir, which may hold some already.
func DataIn(dir string) Option {
	return func(s *Server) { s.Dir = dir }
}

// Start starts a server on a free port and waits until it is ready. A failed test
// shows the end of its log.
func Start(t testing.TB, options ...Option) *Server {
	t.Helper()
	s := &Server{}
	for _, option := range options {
		option(s)
	}
	if s.Dir == "" {
		s.Dir = t.TempDir()
	}
	t.Cleanup(func() {
		s.end(syscall.SIGTERM)
		if t.Failed() {
			t.Logf("log of the server:\n%s", s.logEnd())
		}
	})
	s.launch(t)
	return s
}

// ready is the line that tells the psql command to type.
var ready = regexp.MustCompile(`^ready\b.*\bpsql\b.* -h (\S+) -p (\d+) -U (\S+) (\S+)`)

func (s *Server) launch(t testing.TB) {
	t.Helper()
	args := append([]string{"start", "--data", s.Data(), "--listen", "127.0.0.1:0"}, s.args...)
	s.cmd = exec.Command(Binary(t), args...)
	s.cmd.Env = append(os.Environ(), s.env...)
	log, err := os.OpenFile(s.logPath(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	s.cmd.Stderr = log
	stdout, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	found := make(chan []string, 1)
	s.done = make(chan struct{})
	go s.read(stdout, found)
	select {
	case m := <-found:
		s.Host, s.Port, s.User, s.Database = m[1], m[2], m[3], m[4]
	case <-s.done:
		t.Fatalf("sparrow ended before it was ready: %v\n%s", s.cmd.ProcessState, s.logEnd())
	case <-time.After(readyTimeout):
		t.Fatalf("sparrow is not ready after %v\n%s", readyTimeout, s.logEnd())
	}
}

// read takes the program's output until it ends, and reaps it.
func (s *Server) read(stdout io.Reader, found chan<- []string) {
	defer close(s.done)
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		if m := ready.FindStringSubmatch(lines.Text()); m != nil {
			select {
			case found <- m:
			default:
			}
		}
	}
	io.Copy(io.Discard, stdout)
	s.cmd.Wait()
}

// end sends a signal and waits for the end; a server that does not heed it is
// killed.
func (s *Server) end(sig syscall.Signal) error {
	if s.cmd == nil || s.cmd.Process == nil {
		return nil
	}
	select {
	case <-s.done:
		return nil
	default:
	}
	s.cmd.Process.Signal(sig)
	select {
	case <-s.done:
		return nil
	case <-time.After(stopTimeout):
		s.cmd.Process.Kill()
		<-s.done
		return fmt.Errorf("sparrow still ran %v after %v", stopTimeout, sig)
	}
}

// Stop ends the server by SIGTERM, as an operator does; its exit status must
// be 0.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	if err := s.end(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := s.cmd.ProcessState.ExitCode(); code != 0 {
		t.Fatalf("sparrow ended with status %d\n%s", code, s.logEnd())
	}
}

// Kill ends the server by SIGKILL: a crash that leaves the system alive.
func (s *Server) Kill(t testing.TB) {
	t.Helper()
	if err := s.end(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

// Restart starts the server again over the same data, on another free port.
// It must have been stopped or killed.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	s.launch(t)
}

// Addr is host:port.
func (s *Server) Addr() string { return net.JoinHostPort(s.Host, s.Port) }

// URL is a connection string for a database ("" is the default one).
func (s *Server) URL(database string) string {
	if database == "" {
		database = s.Database
	}
	u := url.URL{Scheme: "postgres", User: url.User(s.User), Host: s.Addr(), Path: database, RawQuery: "sslmode=disable"}
	return u.String()
}

// Data is the data directory.
func (s *Server) Data() string { return filepath.Join(s.Dir, "data") }

// PID is the process number.
func (s *Server) PID() int { return s.cmd.Process.Pid }

func (s *Server) logPath() string { return filepath.Join(s.Dir, "sparrow.log") }

// Log returns all that the server wrote to its standard error.
func (s *Server) Log() string {
	b, err := os.ReadFile(s.logPath())
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func (s *Server) logEnd() string {
	log := s.Log()
	return log[max(0, len(log)-logShown):]
}
