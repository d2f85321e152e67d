package sql

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/sparrowdb/sparrow/catalog/sysview"
)

// jobsKept is how many jobs that have ended sparrow.jobs shows.
const jobsKept = 100

// jobTable is the jobs of a server, by id. The zero value is ready.
type jobTable struct {
	mu   sync.Mutex
	last int64
	jobs []*sysview.Job
}

// start adds a job that runs; its other fields are set here.
func (t *jobTable) start(j sysview.Job) *sysview.Job {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last++
	j.ID, j.StartedAt = t.last, time.Now()
	t.jobs = append(t.jobs, &j)
	return &j
}

// progress says how far a job is.
func (t *jobTable) progress(j *sysview.Job, state string, done, total int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	j.State, j.Done, j.Total = state, done, total
}

// finish ends a job; err is what ended it, nil that it is done.
func (t *jobTable) finish(j *sysview.Job, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	j.FinishedAt = time.Now()
	switch {
	case err == nil:
		j.State = "done"
	case errors.Is(err, context.Canceled):
		j.State, j.Error = "cancelled", err.Error()
	default:
		j.State, j.Error = "failed", err.Error()
	}
	ended := 0
	for _, o := range t.jobs {
		if !o.FinishedAt.IsZero() {
			ended++
		}
	}
	t.jobs = slices.DeleteFunc(t.jobs, func(o *sysview.Job) bool {
		old := ended > jobsKept && !o.FinishedAt.IsZero()
		if old {
			ended--
		}
		return old
	})
}

// list returns copies of the jobs by id.
func (t *jobTable) list() []sysview.Job {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := make([]sysview.Job, len(t.jobs))
	for i, j := range t.jobs {
		out[i] = *j
	}
	return out
}
