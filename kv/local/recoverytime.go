package local

import "time"

const (
	// replayRateAssumed is the log replayed per second, in bytes, until a
	// recovery has measured it: what a slow machine does with small rows.
	replayRateAssumed = 16 << 20
	// replayMeasured is the least log whose replay says anything, in bytes.
	replayMeasured = 4 << 20
	// checkpointBytesMin keeps a bound from making checkpoints of nothing.
	checkpointBytesMin = 1 << 20
)

// boundRecovery lowers Options.CheckpointBytes to what is replayed within
// Options.RecoveryTime, by the rate of the recovery that took so long for bytes
// of log. It allows for half of that time, since the log goes on growing while
// a checkpoint runs.
func (s *Store) boundRecovery(took time.Duration, bytes int64) {
	if s.opts.RecoveryTime < 0 {
		return
	}
	rate := float64(replayRateAssumed)
	if bytes >= replayMeasured && took > 0 {
		rate = float64(bytes) / took.Seconds()
	}
	bound := max(int64(rate*s.opts.RecoveryTime.Seconds()/2), checkpointBytesMin)
	s.opts.CheckpointBytes = min(s.opts.CheckpointBytes, bound)
}
