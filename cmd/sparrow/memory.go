package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/kv/local"
	"github.com/sparrowdb/sparrow/limits"
)

// gcPercent lets the heap grow to five times what is live before it is
// collected: the live heap of a server that serves points is small, and
// collecting it at the runtime's default took a sixth of its time.
const gcPercent = 400

// Bounds of --memory, and its default when the machine doesn't say how much it
// has, in bytes.
const (
	memoryMin     = 64 << 20
	memoryUnknown = 1 << 30
)

// memoryShares is how the server's memory is spent, in bytes. What is not listed
// (a third) is room for garbage between collections, the flush of a checkpoint,
// log records on their way, connections and the index of blocks.
type memoryShares struct {
	total int64
	// cache holds decoded blocks: 25 %.
	cache int64
	// deltas hold what is committed and in no block yet: 20 %.
	deltas int64
	// transaction bounds the writes of one transaction, and transactions those of
	// all together: 8 % and 10 %.
	transaction, transactions int64
	// query bounds what all statements work with: 12 %. The limit
	// server_memory_bytes can only lower it.
	query int64
}

// shareMemory divides total bytes.
func shareMemory(total int64) memoryShares {
	return memoryShares{
		total: total, cache: total / 4, deltas: total / 5,
		transaction: total / 100 * 8, transactions: total / 10, query: total / 100 * 12,
	}
}

// options are the engine's in dir.
func (m memoryShares) options(dir string) local.Options {
	return local.Options{
		Dir: dir, CacheBytes: m.cache, DeltaBytes: m.deltas,
		TxnBytesMax: int(min(m.transaction, 1<<30)), TxnBytesTotal: m.transactions,
		// A longer log makes fewer checkpoints, and a longer recovery.
		CheckpointBytes: min(max(m.deltas, 64<<20), 256<<20),
	}
}

// account is what all statements take their memory from.
func (m memoryShares) account(set *limits.Set) *limits.Account {
	return limits.NewAccount("server", nil, func() int64 { return min(limits.ServerMemoryBytes.Value(set), m.query) })
}

// tune sets when garbage is collected: rarely, but in time to stay within the
// total. GOGC and GOMEMLIMIT go first.
func (m memoryShares) tune() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(m.total)
	}
}

// defaultMemory is a quarter of the machine's.
func defaultMemory() int64 {
	total := machineMemory()
	if total == 0 {
		return memoryUnknown
	}
	return max(total/4, memoryMin)
}

// parseMemory reads the value of --memory; "" is the default.
func parseMemory(text string) (int64, error) {
	if text == "" {
		return defaultMemory(), nil
	}
	n, err := parseBytes(text)
	if err != nil {
		return 0, withHint(fmt.Errorf("--memory %q is no amount of memory", text), "use a number with a unit, such as 512MiB or 2GiB")
	}
	if n < memoryMin {
		return 0, withHint(fmt.Errorf("--memory %s is too little", text), "use 64MiB or more")
	}
	if total := machineMemory(); total > 0 && n > total {
		return 0, withHint(fmt.Errorf("--memory %s is more than the machine's %d MiB", text, total>>20), "leave some of it to the operating system")
	}
	return n, nil
}

// parseBytes reads 2GiB, 512MB, 1.5g or plain bytes. Units in MiB and the like
// are powers of 1024, those in MB of 1000; a single letter counts as MiB does.
func parseBytes(text string) (int64, error) {
	number := strings.TrimRight(text, "KMGTBkmgtbi ")
	unit := strings.ToLower(strings.TrimSpace(text[len(number):]))
	value, err := strconv.ParseFloat(number, 64)
	factor, ok := map[string]float64{
		"": 1, "b": 1,
		"k": 1 << 10, "kib": 1 << 10, "kb": 1e3,
		"m": 1 << 20, "mib": 1 << 20, "mb": 1e6,
		"g": 1 << 30, "gib": 1 << 30, "gb": 1e9,
		"t": 1 << 40, "tib": 1 << 40, "tb": 1e12,
	}[unit]
	if err != nil || !ok || !(value >= 0) || value*factor >= 1<<62 {
		return 0, fmt.Errorf("%q is no number of bytes", text)
	}
	return int64(value * factor), nil
}
