package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/sparrowdb/sparrow/kv"
)

// phaseBar is the progress bar of backup and restore.
type phaseBar struct{ bar *progressbar.ProgressBar }

func newPhaseBar(quiet bool, w io.Writer) *phaseBar {
	if quiet {
		w = io.Discard
	}
	return &phaseBar{progressbar.NewOptions64(-1, progressbar.OptionSetWriter(w), progressbar.OptionShowBytes(true),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetWidth(30), progressbar.OptionClearOnFinish())}
}

// show draws how far it is.
func (b *phaseBar) show(p kv.BackupProgress) {
	b.bar.Describe(string(p.Phase))
	if p.Total > 0 {
		b.bar.ChangeMax64(p.Total)
		b.bar.Set64(min(p.Done, p.Total-1)) // full, it would clear itself
	}
}

// clear takes the bar off the screen.
func (b *phaseBar) clear() { b.bar.Finish() }

// sizeText shows bytes in the unit that gives up to four digits.
func sizeText(n int64) string {
	size, unit := float64(n), 0
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB"}
	for size >= 1024 && unit+1 < len(units) {
		size, unit = size/1024, unit+1
	}
	if unit == 0 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%.1f %s", size, units[unit])
}
