package testsuite

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

const (
	crashRounds    = 20
	crashBatchRows = 40
	crashAfterMax  = 300 * time.Millisecond
)

var crashSeed = flag.Uint64("crash-seed", 0, "seed of the moments at which TestDebianCrashes kills the server; 0 takes the clock")

// TestDebianCrashes kills the server with SIGKILL at random moments of a load.
// FR-113: whatever was acknowledged is there; a batch is there whole or not at all.
func TestDebianCrashes(t *testing.T) {
	_, packages := packageFile(t)
	seed := *crashSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("repeat these moments with -crash-seed %d", seed)
	random := rand.New(rand.NewPCG(seed, seed))
	server := harness.Start(t)
	execute(t, connect(t, server.URL("")), createPackages)
	rows := rowsOf(t, packages)
	total := 0
	for round := range crashRounds {
		l := &crashLoad{prefix: fmt.Sprintf("r%02d/", round), rows: rows, copy: round%2 == 0}
		conn, err := pgx.Connect(t.Context(), server.URL(""))
		require.NoError(t, err)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			l.run(conn)
		}()
		time.Sleep(time.Duration(random.Int64N(int64(crashAfterMax))))
		server.Kill(t)
		<-ended
		server.Restart(t)
		total += l.check(t, connect(t, server.URL("")))
	}
	got := answers(t, connect(t, server.URL("")), "SELECT count(*) FROM packages")
	require.Equal(t, []string{text(total)}, got, "rows of all rounds")
	t.Logf("%d rows survived %d crashes", total, crashRounds)
}

// crashRow is a package ready to be sent.
type crashRow struct {
	key        packageKey
	attributes string // a JSON object
}

func rowsOf(t *testing.T, packages packageSet) []crashRow {
	var rows []crashRow
	for _, k := range slices.SortedFunc(maps.Keys(packages), compareKeys) {
		object, err := json.Marshal(packages[k])
		require.NoError(t, err)
		rows = append(rows, crashRow{k, string(object)})
	}
	return rows
}

// crashLoad writes batches until its server is gone. Keys begin with the round's prefix.
type crashLoad struct {
	prefix       string
	rows         []crashRow
	copy         bool // by COPY, else by INSERT
	acknowledged int  // batches
}

func (l *crashLoad) batch(n int) []crashRow {
	return l.rows[min(n*crashBatchRows, len(l.rows)):min((n+1)*crashBatchRows, len(l.rows))]
}

func (l *crashLoad) run(conn *pgx.Conn) {
	ctx := context.Background()
	defer conn.Close(ctx)
	send := l.insert
	if l.copy {
		send = l.copyIn
	}
	for len(l.batch(l.acknowledged)) > 0 {
		if err := send(ctx, conn, l.batch(l.acknowledged)); err != nil {
			return
		}
		l.acknowledged++
	}
}

func (l *crashLoad) insert(ctx context.Context, conn *pgx.Conn, batch []crashRow) error {
	var sql strings.Builder
	sql.WriteString("INSERT INTO packages (package, version, architecture, _attributes) VALUES ")
	var args []any
	for i, r := range batch {
		if i > 0 {
			sql.WriteString(", ")
		}
		fmt.Fprintf(&sql, "($%d, $%d, $%d, $%d)", len(args)+1, len(args)+2, len(args)+3, len(args)+4)
		args = append(args, l.prefix+r.key.name, r.key.version, r.key.architecture, r.attributes)
	}
	_, err := conn.Exec(ctx, sql.String(), args...)
	return err
}

var copyText = strings.NewReplacer("\\", `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

func (l *crashLoad) copyIn(ctx context.Context, conn *pgx.Conn, batch []crashRow) error {
	var data bytes.Buffer
	for _, r := range batch {
		fmt.Fprintf(&data, "%s\t%s\t%s\t%s\n", copyText.Replace(l.prefix+r.key.name), copyText.Replace(r.key.version),
			copyText.Replace(r.key.architecture), copyText.Replace(r.attributes))
	}
	_, err := conn.PgConn().CopyFrom(ctx, &data, "COPY packages (package, version, architecture, _attributes) FROM STDIN")
	return err
}

// check compares what the round left with what was acknowledged, and returns the
// number of rows. The batch under way when the server died may be there as well.
func (l *crashLoad) check(t *testing.T, conn *pgx.Conn) int {
	rows, err := conn.Query(t.Context(), "SELECT package, version, architecture, _attributes::text FROM packages WHERE package >= $1 AND package < $2",
		l.prefix, l.prefix+"\U0010FFFF")
	require.NoError(t, err)
	defer rows.Close()
	stored := map[packageKey]string{}
	for rows.Next() {
		var k packageKey
		var attributes string
		require.NoError(t, rows.Scan(&k.name, &k.version, &k.architecture, &attributes))
		k.name = strings.TrimPrefix(k.name, l.prefix)
		stored[k] = attributes
	}
	require.NoError(t, rows.Err())
	batches := l.acknowledged
	if len(stored) > batches*crashBatchRows {
		batches++
	}
	want := l.rows[:min(batches*crashBatchRows, len(l.rows))]
	require.Len(t, stored, len(want), "rows of round %s after %d acknowledged batches", l.prefix, l.acknowledged)
	for _, r := range want {
		attributes, ok := stored[r.key]
		require.True(t, ok, "%v was acknowledged and is lost", r.key)
		require.True(t, equalAttributes(decodeObject(t, []byte(r.attributes)), decodeObject(t, []byte(attributes))), "%v: %s, want %s", r.key, attributes, r.attributes)
	}
	return len(stored)
}
