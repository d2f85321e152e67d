package catalog

import "time"

// Retention is what a table remembers of the ttl and max_versions that it has
// and had, in milliseconds of Unix time; zero is never.
type Retention struct {
	// TimedSince is when the table first had a ttl or more than one version. Its
	// rows are written with times from then on, also when the options are reset
	// later: a row without times is one from before, and counts as written then.
	TimedSince int64 `json:",omitempty"`
	// ExpiredBefore is the time before which cells had expired when the ttl was
	// changed last. They stay expired, so that a longer ttl never depends on what
	// has been erased already.
	ExpiredBefore int64 `json:",omitempty"`
	// RetainedSince is when ttl or max_versions was changed last. What they hide
	// is not erased while a statement may run that knows the older options.
	RetainedSince int64 `json:",omitempty"`
}

// Timed reports whether rows are written with the times of their cells.
func (o *TableOptions) Timed() bool { return o.TimedSince != 0 }

// Retain notes, at now, that the ttl and the number of versions have become
// those of o, and were those of old.
func (o *TableOptions) Retain(old TableOptions, now time.Time) {
	if o.TTL == old.TTL && max(o.MaxVersions, 1) == max(old.MaxVersions, 1) {
		return
	}
	at := now.UnixMilli()
	if o.TimedSince == 0 && (o.TTL > 0 || o.MaxVersions > 1) {
		o.TimedSince = at
	}
	if old.TTL > 0 && o.TTL != old.TTL {
		o.ExpiredBefore = max(o.ExpiredBefore, at-old.TTL.Milliseconds())
	}
	o.RetainedSince = at
}

// renewed is what is to be remembered of the options for fresh storage.
func (o *TableOptions) renewed() Retention {
	if o.TTL == 0 && o.MaxVersions <= 1 {
		return Retention{}
	}
	return Retention{TimedSince: o.TimedSince, RetainedSince: o.RetainedSince}
}
