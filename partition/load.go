package partition

import (
	"sync"
	"sync/atomic"
	"time"
)

// windowSeconds is how many seconds of load are remembered, and rateSeconds
// how many of them a rate averages.
const (
	windowSeconds = 60
	rateSeconds   = 5
)

// load counts the capacity units of one partition since the server started.
// Charging is two atomic additions; once a second the sampler reads the
// counters, and rates are since one of its samples.
type load struct {
	readCU, writeCU atomic.Int64

	mu      sync.Mutex
	samples [windowSeconds + 1]sample // ring; the newest is at (n-1)%len
	n       int
}

// sample is the counters at one moment.
type sample struct {
	at              time.Time
	readCU, writeCU int64
}

// newLoad starts to count at now.
func newLoad(now time.Time) *load {
	l := &load{}
	l.sample(now)
	return l
}

func (l *load) charge(u Usage) {
	if u.ReadCU != 0 {
		l.readCU.Add(u.ReadCU)
	}
	if u.WriteCU != 0 {
		l.writeCU.Add(u.WriteCU)
	}
}

func (l *load) total() Usage {
	return Usage{ReadCU: l.readCU.Load(), WriteCU: l.writeCU.Load()}
}

// sample remembers the counters of now.
func (l *load) sample(now time.Time) {
	u := l.total()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.samples[l.n%len(l.samples)] = sample{at: now, readCU: u.ReadCU, writeCU: u.WriteCU}
	l.n++
}

// over returns what was charged from the given number of samples ago, or the
// oldest there is, until now.
func (l *load) over(samples int, now time.Time) Window {
	u := l.total()
	l.mu.Lock()
	defer l.mu.Unlock()
	samples = min(samples, l.n-1, len(l.samples)-1)
	first := l.samples[(l.n-1-samples)%len(l.samples)]
	return Window{
		Start:    first.at,
		Duration: now.Sub(first.at),
		Usage:    Usage{ReadCU: u.ReadCU - first.readCU, WriteCU: u.WriteCU - first.writeCU},
	}
}

// rebase adds u, charged elsewhere before a merge, to every sample, so that it
// counts in the total but in no rate.
func (l *load) rebase(u Usage) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range l.samples {
		l.samples[i].readCU += u.ReadCU
		l.samples[i].writeCU += u.WriteCU
	}
}

// Window is what a partition was charged during a stretch of time.
type Window struct {
	Start    time.Time
	Duration time.Duration
	Usage    Usage
}

// Rate returns read and write capacity units per second. A window shorter than
// a second counts as one, so that a burst at its start isn't blown up.
func (w Window) Rate() (read, write float64) {
	s := max(w.Duration.Seconds(), 1)
	return float64(w.Usage.ReadCU) / s, float64(w.Usage.WriteCU) / s
}
