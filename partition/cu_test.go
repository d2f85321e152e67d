package partition

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
)

// testPartition makes a partition that starts at the letter numbered n.
func testPartition(n int) *Partition {
	return &Partition{
		ID:   uint64(n + 1),
		Span: kv.Span{Start: []byte{byte('a' + n)}},
		load: newLoad(time.Unix(0, 0)),
	}
}

// TestCU counts the accesses of testdata/cu with a Meter.
func TestCU(t *testing.T) {
	datadriven.RunTest(t, "testdata/cu", func(t *testing.T, d *datadriven.TestData) string {
		arg := func(name string) (n int64) {
			d.MaybeScanArgs(t, name, &n)
			return n
		}
		session := NewMeter(nil)
		m := NewMeter(session)
		parts := []*Partition{testPartition(0)}
		switch d.Cmd {
		case "read":
			m.AddPointRead(parts[0], arg("bytes"))
		case "check":
			m.AddCheck(parts[0], arg("key"))
		case "write":
			m.AddWrite(parts[0], arg("key"), arg("attrs"), arg("deleted"))
		case "range":
			rows := arg("rows")
			for int64(len(parts)) < arg("parts") {
				parts = append(parts, testPartition(len(parts)))
			}
			r := m.RangeRead(parts[0])
			for i := range rows {
				r.Enter(parts[i*int64(len(parts))/rows])
				r.Row(arg("bytes"))
			}
			r.Close()
			r.Close()
			if len(parts) == 1 && rows <= PageRows && rows*arg("bytes") <= PageBytes {
				require.Equal(t, m.Total().ReadCU, RangeCU(rows, rows*arg("bytes")), "estimate of one page")
			}
		default:
			t.Fatalf("unknown command %s", d.Cmd)
		}
		require.Equal(t, m.Total(), session.Total())
		require.Empty(t, session.Partitions(), "a session's meter keeps totals only")
		var sum Usage
		for _, p := range parts {
			sum = sum.Add(p.Load())
		}
		require.Equal(t, m.Total(), sum, "partitions are charged what the statement used")
		return render(m, parts)
	})
}

func render(m *Meter, parts []*Partition) string {
	var b strings.Builder
	if u := m.Total(); u.WriteCU > 0 {
		fmt.Fprintf(&b, "%d W", u.WriteCU)
	} else {
		fmt.Fprintf(&b, "%d R", u.ReadCU)
	}
	if len(parts) > 1 {
		b.WriteString(":")
		for _, p := range parts {
			fmt.Fprintf(&b, " %d", p.Load().ReadCU)
		}
	}
	return b.String()
}

func TestFailedCheck(t *testing.T) {
	p := testPartition(0)
	m := NewMeter(nil)
	m.AddFailedCheck(p)
	require.Equal(t, []PartitionUsage{{Partition: p, Usage: Usage{ReadCU: 1, WriteCU: 1}}}, m.Partitions())

	var none *Meter
	none.AddPointRead(p, 1)
	require.Equal(t, Usage{ReadCU: 2, WriteCU: 1}, p.Load())
	require.Zero(t, none.Total())
	require.Empty(t, none.Partitions())
}

func TestRate(t *testing.T) {
	start := time.Unix(1000, 0)
	l := newLoad(start)
	for i := range 200 {
		l.charge(Usage{ReadCU: 10, WriteCU: int64(i)})
		l.sample(start.Add(time.Duration(i+1) * time.Second))
	}
	at := start.Add(200 * time.Second)
	read, write := l.over(rateSeconds, at).Rate()
	require.Equal(t, 10.0, read)
	require.Equal(t, 197.0, write, "the mean of 195 to 199")
	w := l.over(windowSeconds, at)
	require.Equal(t, 60*time.Second, w.Duration)
	require.Equal(t, start.Add(140*time.Second), w.Start)
	require.Equal(t, int64(600), w.Usage.ReadCU)

	// What was charged since the newest sample counts at once; a window shorter
	// than a second counts as one.
	l.charge(Usage{ReadCU: 60})
	read, _ = l.over(rateSeconds, at.Add(time.Second)).Rate()
	require.Equal(t, 110.0/6, read)
	young := newLoad(at)
	young.charge(Usage{ReadCU: 60})
	read, _ = young.over(rateSeconds, at.Add(time.Millisecond)).Rate()
	require.Equal(t, 60.0, read)
	l = newLoad(start)
	l.charge(Usage{ReadCU: 10})
	l.sample(at)

	// What a merge brings counts in the total only.
	l.charge(Usage{ReadCU: 1e6})
	l.rebase(Usage{ReadCU: 1e6})
	at = at.Add(time.Second)
	l.sample(at)
	read, _ = l.over(rateSeconds, at).Rate()
	require.InDelta(t, 10.0/201, read, 1e-9)
	require.Equal(t, int64(1e6+10), l.total().ReadCU)
}

// TestMeterManyPartitions counts accesses to more partitions than are searched one
// by one, in two rounds.
func TestMeterManyPartitions(t *testing.T) {
	m := NewMeter(nil)
	parts := make([]*Partition, 50)
	for i := range parts {
		parts[i] = &Partition{ID: uint64(i + 1), Span: kv.Span{Start: []byte{byte(i)}}, load: newLoad(time.Now())}
	}
	for range 2 {
		for i, p := range parts {
			for range i + 1 {
				m.AddPointRead(p, 1)
			}
		}
	}
	used := m.Partitions()
	require.Len(t, used, len(parts))
	for i, u := range used {
		require.Same(t, parts[i], u.Partition)
		require.Equal(t, Usage{ReadCU: int64(2 * (i + 1))}, u.Usage)
	}
}
