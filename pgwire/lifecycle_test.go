package pgwire_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

func sendCancel(t testing.TB, addr string, pid uint32, secret []byte) {
	t.Helper()
	nc, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	defer nc.Close()
	msg := binary.BigEndian.AppendUint32(nil, uint32(12+len(secret)))
	msg = binary.BigEndian.AppendUint32(msg, 1234<<16|5678)
	msg = append(binary.BigEndian.AppendUint32(msg, pid), secret...)
	_, err = nc.Write(msg)
	require.NoError(t, err)
	got, _ := io.ReadAll(nc)
	require.Empty(t, got)
}

func TestShutdownDrains(t *testing.T) {
	engine := &fakeEngine{}
	server := &pgwire.Server{Engine: engine}
	addr := start(t, server)
	idle := dial(t, "postgres://u@"+addr+"/d")
	inTx := dial(t, "postgres://u@"+addr+"/d")
	_, err := inTx.Exec(t.Context(), "begin").ReadAll()
	require.NoError(t, err)

	done := make(chan error, 1)
	go func() { done <- server.Shutdown(t.Context()) }()
	_, err = idle.ReceiveMessage(t.Context())
	require.Equal(t, "FATAL", requireCode(t, pgerr.AdminShutdown, err).Severity)

	time.Sleep(50 * time.Millisecond)
	require.Empty(t, done)
	_, err = inTx.Exec(t.Context(), "rows 1").ReadAll()
	require.NoError(t, err)
	_, err = net.DialTimeout("tcp", addr, time.Second)
	require.Error(t, err)
	_, err = inTx.Exec(t.Context(), "commit").ReadAll()
	require.NoError(t, err)
	require.NoError(t, <-done)
	for _, s := range engine.sessions {
		require.True(t, s.closed)
	}
}

func TestShutdownCutsOff(t *testing.T) {
	engine := &fakeEngine{}
	server := &pgwire.Server{Engine: engine}
	addr := start(t, server)
	waiting := dial(t, "postgres://u@"+addr+"/d")
	result := make(chan error, 1)
	go func() {
		_, err := waiting.Exec(context.Background(), "wait").ReadAll()
		result <- err
	}()
	slow, err := net.Dial("tcp", addr) // asks for much and reads nothing
	require.NoError(t, err)
	defer slow.Close()
	_, err = slow.Write([]byte("\x00\x00\x00\x10\x00\x03\x00\x00user\x00u\x00\x00Q\x00\x00\x00\x12rows 10000000\x00"))
	require.NoError(t, err)
	time.Sleep(200 * time.Millisecond)

	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	require.ErrorIs(t, server.Shutdown(ctx), context.DeadlineExceeded)
	require.Less(t, time.Since(began), 5*time.Second)
	require.Equal(t, "FATAL", requireCode(t, pgerr.AdminShutdown, <-result).Severity)
	require.Len(t, engine.sessions, 2)
	for _, s := range engine.sessions {
		require.True(t, s.closed)
	}
}

func TestCloseAtOnce(t *testing.T) {
	server := &pgwire.Server{Log: quiet}
	addr := start(t, server)
	c := dial(t, "postgres://u@"+addr+"/d")
	result := make(chan error, 1)
	go func() {
		_, err := c.Exec(context.Background(), "wait").ReadAll()
		result <- err
	}()
	time.Sleep(50 * time.Millisecond)
	require.NoError(t, server.Close())
	require.Error(t, <-result)
}

// TestClientVanishes: a statement ends when its client is gone.
func TestClientVanishes(t *testing.T) {
	server := &pgwire.Server{}
	addr := start(t, server)
	c := dial(t, "postgres://u@"+addr+"/d")
	go c.Exec(context.Background(), "wait").ReadAll()
	require.Eventually(t, func() bool { return server.Stats().Sessions == 1 }, time.Second, time.Millisecond)
	time.Sleep(50 * time.Millisecond)
	// Data that was not read yet must not hide the end.
	_, err := c.Conn().Write([]byte("X\x00\x00\x00\x04"))
	require.NoError(t, err)
	require.NoError(t, c.Conn().Close())
	require.Eventually(t, func() bool { return server.Stats().Sessions == 0 }, 5*time.Second, 10*time.Millisecond)
}

func TestStartupTimeout(t *testing.T) {
	set := limits.NewSet()
	_, err := set.Put(limits.StartupSeconds.Name, 1)
	require.NoError(t, err)
	addr := start(t, &pgwire.Server{Limits: set})
	for _, silent := range []string{"", "\x00", "\x00\x00\x00\x10\x00\x03", "\x00\x00\x00\x13\x00\x03\x00\x00user\x00pw_a\x00\x00"} {
		nc, err := net.Dial("tcp", addr)
		require.NoError(t, err)
		defer nc.Close()
		_, err = nc.Write([]byte(silent))
		require.NoError(t, err)
		nc.SetReadDeadline(time.Now().Add(5 * time.Second))
		_, err = io.Copy(io.Discard, nc)
		require.NoError(t, err, "closed by the server")
	}
}

// TestGarbageFlood is FR-116: memory stays where it was.
func TestGarbageFlood(t *testing.T) {
	server := &pgwire.Server{Log: quiet}
	addr := start(t, server)
	before := heap()
	garbage := []string{
		"GET / HTTP/1.1\r\n\r\n", "\x00\x00\x00\x00", "\x00\x00\x00\x04", "\xff\xff\xff\xff", "\x7f\xff\xff\xff",
		"\x00\x00\x27\x10\x00\x03\x00\x00",
	}
	var wg sync.WaitGroup
	for w := range 10 {
		wg.Go(func() {
			for i := range 100 {
				nc, err := net.Dial("tcp", addr)
				if err != nil {
					continue
				}
				nc.Write([]byte(garbage[(i+w)%len(garbage)]))
				nc.Close()
			}
		})
	}
	wg.Wait()
	dial(t, "postgres://u@"+addr+"/d")
	require.Eventually(t, func() bool { return server.Stats().Sessions == 1 }, 5*time.Second, 10*time.Millisecond)
	require.Less(t, heap(), before+20<<20)
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestIdleMemory: an idle connection keeps little, whatever it did before.
func TestIdleMemory(t *testing.T) {
	addr := start(t, &pgwire.Server{})
	const n = 100
	query := "rows 5000;rows 1" + strings.Repeat(" ", 200_000) + "\x00"
	msg := []byte("\x00\x00\x00\x10\x00\x03\x00\x00user\x00u\x00\x00Q")
	msg = append(binary.BigEndian.AppendUint32(msg, uint32(len(query)+4)), query...)
	end := []byte("SELECT 1\x00Z\x00\x00\x00\x05I")
	got := make([]byte, 64<<10)
	before := heap()
	for range n {
		nc, err := net.Dial("tcp", addr)
		require.NoError(t, err)
		defer nc.Close()
		_, err = nc.Write(msg)
		require.NoError(t, err)
		for kept := 0; !bytes.HasSuffix(got[:kept], end); {
			kept = copy(got, got[max(0, kept-len(end)):kept])
			k, err := nc.Read(got[kept:])
			require.NoError(t, err)
			kept += k
		}
	}
	require.Less(t, (heap()-before)/n, uint64(16<<10))
}

// TestTerminate ends an idle session and a busy one; others live on.
func TestTerminate(t *testing.T) {
	engine := &fakeEngine{}
	addr := start(t, &pgwire.Server{Engine: engine})
	other := dial(t, "postgres://u@"+addr+"/d")
	idle := dial(t, "postgres://u@"+addr+"/d")
	engine.last().start.Terminate()
	_, err := idle.ReceiveMessage(t.Context())
	requireCode(t, pgerr.AdminShutdown, err)

	busy := dial(t, "postgres://u@"+addr+"/d")
	session := engine.last()
	result := make(chan error, 1)
	go func() {
		_, err := busy.Exec(context.Background(), "wait").ReadAll()
		result <- err
	}()
	time.Sleep(50 * time.Millisecond)
	session.start.Terminate()
	requireCode(t, pgerr.AdminShutdown, <-result)
	_, err = other.Exec(t.Context(), "rows 1").ReadAll()
	require.NoError(t, err)
}
