package testsuite

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

const (
	killWriters = 4
	killRows    = 10 // of a transaction
	// killAfterMax is the longest time from the first acknowledgement to the kill
	// of a round that is killed at a random moment.
	killAfterMax = 150 * time.Millisecond
	// killAtOnce is the longest time from an acknowledgement to the kill that
	// follows it in the other rounds (FR-113).
	killAtOnce = time.Millisecond
)

var (
	killRounds = flag.Int("killrounds", 10, "rounds of TestKill")
	killSeed   = flag.Uint64("kill-seed", 0, "seed of the moments at which TestKill kills the server; 0 takes the clock")
)

// TestKill kills the server with SIGKILL while writers commit transactions of ten
// rows: in every second round at a random moment, in the others within a millisecond
// of an acknowledgement. FR-113: what was acknowledged is there; a transaction
// is there whole or not at all.
func TestKill(t *testing.T) {
	seed := *killSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("repeat these moments with -kill-seed %d", seed)
	random := rand.New(rand.NewPCG(seed, seed))
	server := harness.Start(t)
	execute(t, connect(t, server.URL("")), "CREATE TABLE killed (round int, writer int, txn int, row int, filler text, PRIMARY KEY (round, writer, txn, row))")
	total := 0
	for round := range *killRounds {
		l := &killLoad{round: round, after: make(chan struct{}), skip: 1 + random.IntN(40)}
		for n := range l.acknowledged {
			l.start(t, server, n)
		}
		select {
		case <-l.after:
		case <-ended(&l.running):
			t.Fatal("all writers have ended before the server was killed")
		}
		delay := random.Int64N(int64(killAfterMax))
		if round%2 == 0 {
			delay = random.Int64N(int64(killAtOnce))
		}
		time.Sleep(time.Duration(delay)) // the moment of the kill, not a wait for anything
		server.Kill(t)
		l.running.Wait()
		server.Restart(t)
		total += l.check(t, connect(t, server.URL("")))
	}
	require.Equal(t, []string{text(total)}, answers(t, connect(t, server.URL("")), "SELECT count(*) FROM killed"), "rows of all rounds")
	t.Logf("%d rows of acknowledged transactions survived %d kills", total, *killRounds)
}

// killLoad is the writers of one round.
type killLoad struct {
	round        int
	running      sync.WaitGroup
	acknowledged [killWriters]int // transactions by writer

	mu    sync.Mutex
	skip  int           // acknowledgements until after is closed
	after chan struct{} // from here on the server may be killed
}

func (l *killLoad) start(t *testing.T, server *harness.Server, writer int) {
	conn, err := pgx.Connect(t.Context(), server.URL(""))
	require.NoError(t, err)
	l.running.Go(func() {
		ctx := context.Background()
		defer conn.Close(ctx)
		for l.write(ctx, conn, writer) == nil {
			l.acknowledged[writer]++
			l.mu.Lock()
			if l.skip--; l.skip == 0 {
				close(l.after)
			}
			l.mu.Unlock()
		}
	})
}

// write commits ten rows: in one statement, or row by row in a transaction.
func (l *killLoad) write(ctx context.Context, conn *pgx.Conn, writer int) error {
	txn := l.acknowledged[writer]
	if writer%2 == 0 {
		_, err := conn.Exec(ctx, "INSERT INTO killed SELECT $1, $2, $3, i, repeat('x', $4) FROM generate_series(1, $5::int) AS i",
			l.round, writer, txn, 10+txn%500, killRows)
		return err
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		for row := 1; row <= killRows; row++ {
			if _, err := tx.Exec(ctx, "INSERT INTO killed VALUES ($1, $2, $3, $4, 'y')", l.round, writer, txn, row); err != nil {
				return err
			}
		}
		return nil
	})
}

// check counts the rows of the round. Of each writer the transaction under way when
// the server died may be there as well.
func (l *killLoad) check(t *testing.T, conn *pgx.Conn) int {
	stored := answers(t, conn, fmt.Sprintf("SELECT writer || '/' || txn FROM killed WHERE round = %d GROUP BY writer, txn HAVING count(*) = %d", l.round, killRows))
	whole := map[string]bool{}
	for _, s := range stored {
		whole[s] = true
	}
	rows := 0
	for writer, n := range l.acknowledged {
		for txn := range n {
			require.True(t, whole[text(fmt.Sprintf("%d/%d", writer, txn))], "round %d: transaction %d of writer %d was acknowledged and is lost", l.round, txn, writer)
		}
		if whole[text(fmt.Sprintf("%d/%d", writer, n))] {
			n++
		}
		rows += n * killRows
	}
	require.Equal(t, []string{text(rows)}, answers(t, conn, fmt.Sprintf("SELECT count(*) FROM killed WHERE round = %d", l.round)), "round %d: part of a transaction is there", l.round)
	return rows
}
