package testsuite

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

const (
	bankAccounts = 40
	bankBalance  = 1000
	bankWriters  = 16
	bankReaders  = 2
	// bankKills is how often the server is killed per level.
	bankKills = 2
)

var bankTransfers = flag.Int("bank-transfers", 150, "acknowledged transfers between two kills of TestBank")

// TestBank moves money between accounts with sixteen writers at each isolation
// level, kills the server now and then, and looks: no reader ever sees another sum,
// and every acknowledged transfer is there.
func TestBank(t *testing.T) {
	server := harness.Start(t)
	for _, level := range []string{"read committed", "repeatable read", "serializable"} {
		t.Run(level, func(t *testing.T) {
			b := &bank{server: server, level: level}
			b.open(t)
			for range bankKills {
				b.work(t)
				server.Kill(t)
				b.wait()
				server.Restart(t)
				b.check(t)
			}
			t.Logf("%d transfers acknowledged, %d retried, %d sums read", len(b.acknowledged), b.retried.Load(), b.sums.Load())
		})
	}
}

type bank struct {
	server  *harness.Server
	level   string
	running sync.WaitGroup
	stop    context.CancelFunc

	retried, sums atomic.Int64
	mu            sync.Mutex
	acknowledged  []string      // ids of transfers
	enough        chan struct{} // closed when so many were acknowledged since the last kill
	left          int
	wrong         error // what a reader saw that must not be
}

func (b *bank) open(t *testing.T) {
	conn := connect(t, b.server.URL(""))
	execute(t, conn, "DROP TABLE IF EXISTS accounts")
	execute(t, conn, "DROP TABLE IF EXISTS transfers")
	execute(t, conn, "CREATE TABLE accounts (id int PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0))")
	execute(t, conn, "CREATE TABLE transfers (id text PRIMARY KEY, source int, target int, amount int)")
	execute(t, conn, fmt.Sprintf("INSERT INTO accounts SELECT i, %d FROM generate_series(1, %d) AS i", bankBalance, bankAccounts))
}

// work starts writers and readers and returns when enough transfers were
// acknowledged; they go on until wait.
func (b *bank) work(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	b.stop = stop
	b.left, b.enough = *bankTransfers, make(chan struct{})
	for n := range bankWriters {
		b.start(ctx, t, func(conn *pgx.Conn) error { return b.transfer(ctx, conn, n) })
	}
	for range bankReaders {
		b.start(ctx, t, func(conn *pgx.Conn) error { return b.sum(ctx, conn) })
	}
	select {
	case <-b.enough:
	case <-ended(&b.running):
		t.Fatal("all clients have ended before the server was killed")
	}
}

// wait ends the clients; their server is gone.
func (b *bank) wait() {
	b.stop()
	b.running.Wait()
}

// start repeats a step over a connection until it fails.
func (b *bank) start(ctx context.Context, t *testing.T, step func(*pgx.Conn) error) {
	conn, err := pgx.Connect(ctx, b.server.URL(""))
	require.NoError(t, err)
	_, err = conn.Exec(ctx, "SET default_transaction_isolation = '"+b.level+"'")
	require.NoError(t, err)
	b.running.Go(func() {
		defer conn.Close(context.Background())
		for step(conn) == nil {
		}
	})
}

// transfer moves an amount between two accounts, again after a serialization failure
// or a deadlock. Its error ends the writer: the server is gone.
func (b *bank) transfer(ctx context.Context, conn *pgx.Conn, writer int) error {
	source, target := 1+rand.IntN(bankAccounts), 1+rand.IntN(bankAccounts)
	amount := 1 + rand.IntN(50)
	id := fmt.Sprintf("%d-%d", writer, rand.Int64())
	for {
		err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			tag, err := tx.Exec(ctx, "UPDATE accounts SET balance = balance - $1 WHERE id = $2 AND balance >= $1", amount, source)
			if err != nil {
				return err
			}
			if tag.RowsAffected() == 0 {
				amount = 0 // not enough there: a transfer of nothing
			}
			if _, err := tx.Exec(ctx, "UPDATE accounts SET balance = balance + $1 WHERE id = $2", amount, target); err != nil {
				return err
			}
			_, err = tx.Exec(ctx, "INSERT INTO transfers VALUES ($1, $2, $3, $4)", id, source, target, amount)
			return err
		})
		if code := codeOf(unwrapped(err)); code == "40001" || code == "40P01" {
			b.retried.Add(1)
			continue
		}
		if err == nil {
			b.acknowledge(id)
		}
		return err
	}
}

// acknowledge notes a transfer whose COMMIT was answered.
func (b *bank) acknowledge(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.acknowledged = append(b.acknowledged, id)
	if b.left--; b.left == 0 {
		close(b.enough)
	}
}

// sum reads all accounts in one statement.
func (b *bank) sum(ctx context.Context, conn *pgx.Conn) error {
	var sum int64
	err := conn.QueryRow(ctx, "SELECT sum(balance)::bigint FROM accounts").Scan(&sum)
	if err == nil {
		b.sums.Add(1)
		if sum != bankAccounts*bankBalance {
			b.mu.Lock()
			b.wrong = fmt.Errorf("a reader saw a sum of %d", sum)
			b.mu.Unlock()
		}
	}
	return err
}

// check looks at what the restarted server has.
func (b *bank) check(t *testing.T) {
	conn := connect(t, b.server.URL(""))
	require.NoError(t, b.wrong)
	require.Equal(t, []string{text(bankAccounts * bankBalance)}, answers(t, conn, "SELECT sum(balance) FROM accounts"))
	stored := map[string]bool{}
	for _, id := range answers(t, conn, "SELECT id FROM transfers") {
		stored[id] = true
	}
	for _, id := range b.acknowledged {
		require.True(t, stored[text(id)], "transfer %s was acknowledged and is lost", id)
	}
	// The accounts are what the transfers make of them.
	require.Equal(t, []string{"0"}, answers(t, conn, fmt.Sprintf(`SELECT count(*) FROM accounts a
		WHERE balance <> %d + (SELECT coalesce(sum(amount), 0) FROM transfers WHERE target = a.id)
		                    - (SELECT coalesce(sum(amount), 0) FROM transfers WHERE source = a.id)`, bankBalance)))
}

// ended is closed when all of a group have ended.
func ended(g *sync.WaitGroup) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		g.Wait()
		close(done)
	}()
	return done
}

// unwrapped is the server's error within err, or err.
func unwrapped(err error) error {
	var pe *pgconn.PgError
	if errors.As(err, &pe) {
		return pe
	}
	return err
}
