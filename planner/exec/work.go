package exec

import (
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/types"
)

// workMemDefault is work_mem where nobody set it, in bytes.
const workMemDefault = 4 << 20

// workFloor is the least that an operator may hold, in bytes: so much is needed
// to work with files.
const workFloor = 64 << 10

// spillAtOnceBytes is what an operator may hold under Runtime.SpillAtOnce.
const spillAtOnceBytes = 1 << 10

// newWork makes an operator's account, below the statement's. When it refuses
// to grow, the operator is to go on with files. The operator closes it.
func (rt *Runtime) newWork() *limits.Account { return rt.newWorkOf(1) }

// newHashWork is newWork for hash tables, which may take more
// (hash_mem_multiplier).
func (rt *Runtime) newHashWork() *limits.Account { return rt.newWorkOf(max(1, rt.HashMemMultiplier)) }

func (rt *Runtime) newWorkOf(times float64) *limits.Account {
	bytes := rt.workBytes(times)
	return limits.NewAccount("operator", rt.Memory, func() int64 { return bytes })
}

// hashWorkBytes is the bound of newHashWork.
func (rt *Runtime) hashWorkBytes() int64 { return rt.workBytes(max(1, rt.HashMemMultiplier)) }

func (rt *Runtime) workBytes(times float64) int64 {
	bytes := rt.WorkMem
	if bytes <= 0 {
		bytes = workMemDefault
	}
	bytes = max(int64(float64(bytes)*times), workFloor)
	if rt.SpillAtOnce {
		bytes = spillAtOnceBytes
	}
	return bytes
}

// newFile makes a temporary file for rows of types ts. The caller closes it.
func (rt *Runtime) newFile(ts []types.T) *spill.File { return rt.Spill.Create(ts, rt.SpillQuota) }
