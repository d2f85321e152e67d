package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/pgwire"
)

// startOptions are the flags of `sparrow start`.
type startOptions struct {
	data           string
	listen         string
	passwordFile   string
	hba            string
	allowPlaintext bool
	logLevel       string
	memory         string
	recoveryTime   time.Duration
}

func startCommand() *cobra.Command {
	var o startOptions
	cmd := &cobra.Command{
		Use:   "start",
		Short: "Serve a data folder, which is created if it is not there",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return start(cmd, o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.data, "data", "sparrow-data", "data folder")
	f.StringVar(&o.listen, "listen", "127.0.0.1:5433", "address to listen on; port 0 takes a free one")
	f.StringVar(&o.passwordFile, "superuser-password-file", "", "file with the first password of the superuser (or SPARROW_PASSWORD)")
	f.StringVar(&o.hba, "hba", "", "file of access rules like pg_hba.conf")
	f.BoolVar(&o.allowPlaintext, "allow-plaintext", false, "listen beyond loopback without TLS")
	f.StringVar(&o.memory, "memory", "", "memory to use, such as 512MiB or 2GiB (default a quarter of the machine's)")
	f.StringVar(&o.logLevel, "log-level", "info", "debug, info, warn or error")
	f.DurationVar(&o.recoveryTime, "recovery-time", 10*time.Second, "how long the recovery after a crash should take at most; 0 is no bound")
	return cmd
}

func start(cmd *cobra.Command, o startOptions) error {
	log, err := newLogger(cmd, o.logLevel)
	if err != nil {
		return err
	}
	// From here on a signal ends the server in good order, also while it starts.
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	total, err := parseMemory(o.memory)
	if err != nil {
		return err
	}
	memory := shareMemory(total)
	memory.tune()
	password, err := o.password()
	if err != nil {
		return err
	}
	if err := o.checkExposure(); err != nil {
		return err
	}
	rules, err := readAccessRules(o.hba)
	if err != nil {
		return err
	}
	listener, err := listen(o.listen)
	if err != nil {
		return err
	}
	defer listener.Close()
	opts := memory.options(o.data)
	opts.Logger, opts.RecoveryTime = log, o.recoveryBound()
	node, err := openNode(cmd.Context(), opts, password, rules, memory, log)
	if err != nil {
		return explainOpen(err, o.data)
	}
	server := &pgwire.Server{Engine: node.engine, Log: log, Limits: node.limits}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()

	host, port, _ := net.SplitHostPort(listener.Addr().String())
	if len(rules) == 0 && node.trusting(cmd.Context()) {
		log.Warn("connections from this machine are trusted without a password",
			"remedy", "ALTER ROLE sparrow PASSWORD '…', or --hba FILE")
	}
	fmt.Fprintf(cmd.OutOrStdout(), "ready  psql -h %s -p %s -U sparrow sparrow\n", dialHost(host), port)
	return waitAndStop(server, node, served, signals, log)
}

// waitAndStop serves until a signal, then drains; a second signal ends at once.
func waitAndStop(server *pgwire.Server, node *node, served <-chan error, signals <-chan os.Signal, log *slog.Logger) error {
	select {
	case err := <-served:
		return errors.Join(err, node.close())
	case s := <-signals:
		log.Info("stopping: idle sessions end now, others after their transaction; once more to end at once", "signal", s.String())
	}
	ctx, now := context.WithCancel(context.Background())
	go func() {
		select {
		case <-signals:
			log.Info("ending at once")
			now()
		case <-ctx.Done():
		}
	}()
	err := server.Shutdown(ctx)
	if err != nil && !errors.Is(err, context.Canceled) {
		log.Warn("shutdown", "error", err)
	}
	now()
	if err := node.close(); err != nil {
		return fmt.Errorf("close the data folder: %w", err)
	}
	log.Info("stopped")
	return nil
}

func newLogger(cmd *cobra.Command, level string) (*slog.Logger, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return nil, fmt.Errorf("--log-level %q: use debug, info, warn or error", level)
	}
	return slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: l})), nil
}

// recoveryBound is the recovery time as the engine takes it.
func (o startOptions) recoveryBound() time.Duration {
	if o.recoveryTime <= 0 {
		return -1
	}
	return o.recoveryTime
}

// password is the superuser's first password; "" if none was given.
func (o startOptions) password() (string, error) {
	if o.passwordFile == "" {
		return os.Getenv("SPARROW_PASSWORD"), nil
	}
	b, err := os.ReadFile(o.passwordFile)
	if err != nil {
		return "", fmt.Errorf("--superuser-password-file: %w", err)
	}
	p := strings.TrimRight(string(b), "\r\n")
	if p == "" {
		return "", fmt.Errorf("--superuser-password-file: %s is empty", o.passwordFile)
	}
	return p, nil
}

// checkExposure refuses to listen beyond loopback unprotected by mistake.
func (o startOptions) checkExposure() error {
	host, _, err := net.SplitHostPort(o.listen)
	if err != nil {
		return withHint(fmt.Errorf("--listen %q is not an address", o.listen), "use HOST:PORT, such as 127.0.0.1:5433")
	}
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() || o.allowPlaintext {
		return nil
	}
	return withHint(fmt.Errorf("--listen %s reaches beyond this machine, and there is no TLS yet", o.listen),
		"listen on a loopback address, or add --allow-plaintext: clients then prove their passwords by SCRAM-SHA-256, but data travels in the clear")
}

func listen(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, withHint(fmt.Errorf("address %s is in use by another process", addr), "stop that process, or choose another port: --listen 127.0.0.1:5434")
	case errors.Is(err, syscall.EACCES):
		return nil, withHint(fmt.Errorf("no permission to listen on %s", addr), "ports below 1024 are reserved: choose a higher one")
	case err != nil:
		return nil, fmt.Errorf("listen on %s: %w", addr, err)
	}
	return l, nil
}

// explainOpen says what to do about a data folder that can't be opened.
func explainOpen(err error, dir string) error {
	switch {
	case errors.Is(err, kv.ErrStoreInUse):
		return withHint(fmt.Errorf("data folder %s is in use by another process", dir), "stop that process, or serve another folder: --data DIR")
	case errors.Is(err, kv.ErrVersion):
		return withHint(err, "use the version of sparrow that wrote the folder, or export there and load here")
	case errors.Is(err, kv.ErrCorrupt):
		return withHint(err, "the data folder is damaged: see what is, with sparrow check %s; then restore it from a backup, or salvage what can be with sparrow check --repair %s", dir, dir)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, kv.ErrDiskFull):
		return withHint(fmt.Errorf("no space for data folder %s: %w", dir, err), "free some space on its disk, or serve another folder: --data DIR")
	case errors.Is(err, kv.ErrInvalid):
		return withHint(err, "serve an empty folder, or one that is not there yet: --data DIR")
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return withHint(fmt.Errorf("data folder %s can't be written: %w", dir, err), "check owner and permissions, or serve another folder: --data DIR")
	}
	return fmt.Errorf("open data folder %s: %w", dir, err)
}

// dialHost is the address to give clients for one that is listened on.
func dialHost(host string) string {
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		return "127.0.0.1"
	}
	return host
}
