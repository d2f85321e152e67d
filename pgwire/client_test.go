package pgwire_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"math/big"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/lib/pq"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

var quiet = slog.New(slog.DiscardHandler)

func dial(t testing.TB, url string) *pgconn.PgConn {
	t.Helper()
	c, err := pgconn.Connect(t.Context(), url)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close(context.Background()) })
	return c
}

// requireCode asserts the SQLSTATE of an error that a client got.
func requireCode(t testing.TB, code pgerr.Code, err error) *pgconn.PgError {
	t.Helper()
	var e *pgconn.PgError
	require.ErrorAs(t, err, &e)
	require.Equal(t, string(code), e.Code)
	return e
}

func TestSettingsOfStartup(t *testing.T) {
	engine := &fakeEngine{}
	addr := start(t, &pgwire.Server{Engine: engine})
	c := dial(t, "postgres://u@"+addr+`/d?application_name=x&options=-c%20a-b%3Dc%5C%20d%20--e-f%3D%5C%5C%20-cg%3D1`)
	require.Equal(t, []pgwire.Setting{
		{Name: "a_b", Value: "c d"}, {Name: "e_f", Value: `\`}, {Name: "g", Value: "1"}, {Name: "application_name", Value: "x"},
	}, engine.last().start.Settings)
	require.Equal(t, "u", engine.last().start.Role)
	require.Equal(t, "d", engine.last().start.Database)
	require.Equal(t, int32(c.PID()), engine.last().start.PID)
	require.False(t, engine.last().start.TLS)
	require.Equal(t, "c d", c.ParameterStatus("a_b"))
}

func TestSCRAM(t *testing.T) {
	addr := start(t, &pgwire.Server{})
	dial(t, "postgres://pw_a:secret@"+addr+"/d")

	var messages []string
	for _, who := range []string{"pw_a:wrong", "unknown:wrong", "unknown:secret"} {
		_, err := pgconn.Connect(t.Context(), "postgres://"+who+"@"+addr+"/d")
		messages = append(messages, requireCode(t, pgerr.InvalidPassword, err).Message)
	}
	require.Equal(t, []string{
		`password authentication failed for user "pw_a"`,
		`password authentication failed for user "unknown"`,
		`password authentication failed for user "unknown"`,
	}, messages)

	connector, err := pq.NewConnector("postgres://pw_a:secret@" + addr + "/d?sslmode=disable")
	require.NoError(t, err)
	c, err := connector.Connect(t.Context())
	require.NoError(t, err)
	require.NoError(t, c.Close())
}

func TestTLS(t *testing.T) {
	engine := &fakeEngine{}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	config := &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	addr := start(t, &pgwire.Server{Engine: engine, TLSConfig: config})

	c := dial(t, "postgres://pw_a:secret@"+addr+"/d?sslmode=require")
	_, err = c.Exec(t.Context(), "rows 20000").ReadAll()
	require.NoError(t, err)
	require.True(t, engine.last().start.TLS)
	dial(t, "postgres://pw_a:secret@"+addr+"/d?sslmode=disable")
	require.False(t, engine.last().start.TLS)
}

func TestTooManyConnections(t *testing.T) {
	set := limits.NewSet()
	_, err := set.Put(limits.MaxConnections.Name, 2)
	require.NoError(t, err)
	addr := start(t, &pgwire.Server{Limits: set})
	a := dial(t, "postgres://u@"+addr+"/d")
	dial(t, "postgres://u@"+addr+"/d")
	for range 5 {
		_, err := pgconn.Connect(t.Context(), "postgres://u@"+addr+"/d?sslmode=disable")
		require.Equal(t, "FATAL", requireCode(t, pgerr.TooManyConnections, err).Severity)
	}
	require.NoError(t, a.Close(t.Context()))
	require.Eventually(t, func() bool {
		c, err := pgconn.Connect(t.Context(), "postgres://u@"+addr+"/d?sslmode=disable")
		if err == nil {
			c.Close(context.Background())
		}
		return err == nil
	}, 5*time.Second, 10*time.Millisecond)
}

// TestCancelKeys is FR-122: secrets that repeat or share their first half
// would show a pattern; wrong ones are counted and cancel nothing.
func TestCancelKeys(t *testing.T) {
	server := &pgwire.Server{}
	addr := start(t, server)
	secrets := map[string]bool{}
	var last *pgconn.PgConn
	for range 100 {
		last = dial(t, "postgres://u@"+addr+"/d")
		key := fmt.Sprintf("%x", last.SecretKey())
		secrets[key[:len(key)/2]] = true
	}
	require.Greater(t, len(secrets), 95)

	waiting := make(chan error, 1)
	go func() {
		_, err := last.Exec(t.Context(), "wait").ReadAll()
		waiting <- err
	}()
	time.Sleep(50 * time.Millisecond)
	for guess := range byte(50) {
		sendCancel(t, addr, last.PID(), []byte{guess, 1, 2, 3})
	}
	require.Eventually(t, func() bool { return server.Stats().WrongCancels == 50 }, 5*time.Second, 10*time.Millisecond)
	require.Empty(t, waiting)
	require.NoError(t, last.CancelRequest(t.Context()))
	requireCode(t, pgerr.QueryCanceled, <-waiting)
	require.EqualValues(t, 1, server.Stats().Cancels)
}
