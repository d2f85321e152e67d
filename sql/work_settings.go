package sql

import (
	"runtime"
	"strconv"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner/exec"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
)

// workSettings are the settings that bound what operators hold, as numbers: an
// execution asks for them, and reading them each time from text would show in
// the time of a point get.
type workSettings struct {
	version    uint64 // of the settings they were read from
	memory     int64  // bytes
	hashTimes  float64
	tempFiles  int64 // bytes; negative: no bound
	spillFirst bool
	workers    int
}

// work reads the settings if one has changed since.
func (s *Session) work() *workSettings {
	w := &s.workSettings
	if w.version == s.settings.version {
		return w
	}
	*w = workSettings{
		version:    s.settings.version,
		memory:     int64(s.settingNumber("work_mem")) << 10,
		hashTimes:  s.settingNumber("hash_mem_multiplier"),
		tempFiles:  int64(s.settingNumber("temp_file_limit")),
		spillFirst: s.settingNumber("debug_spill_memory") != 0,
		workers:    int(s.settingNumber("max_parallel_workers_per_gather")),
	}
	if w.tempFiles >= 0 {
		w.tempFiles <<= 10
	}
	return w
}

// settingNumber is the value of a setting that is a number; on counts as 1.
func (s *Session) settingNumber(name string) float64 {
	text, _ := s.settings.get(name)
	if text == "on" {
		return 1
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0
	}
	return n
}

// setWork gives an execution its bounds.
func (s *Session) setWork(rt *exec.Runtime) {
	w := s.work()
	rt.WorkMem, rt.HashMemMultiplier, rt.SpillAtOnce = w.memory, w.hashTimes, w.spillFirst
	if s.tx == nil || isolationOf[s.tx.isolation] != kv.Serializable {
		rt.Workers = min(w.workers, runtime.GOMAXPROCS(0))
	}
	rt.Spill, rt.SpillQuota = s.engine.spill, spill.NewQuota(w.tempFiles)
}
