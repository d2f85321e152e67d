package main

import (
	"os"
	"runtime/debug"
)

// gcPercent lets the heap grow to five times what is live before it is
// collected: the live heap of a server that serves points is small, and
// collecting it at the runtime's default took a sixth of its time.
const gcPercent = 400

// tuneMemory sets when garbage is collected: rarely, but in time to stay
// within half of the machine's memory. GOGC and GOMEMLIMIT go first.
func tuneMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if total := machineMemory(); total > 0 && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(total / 2)
	}
}
