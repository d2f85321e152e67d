package local

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// Problem is one thing that Check has found in a data directory, or that Repair
// has done about it.
type Problem struct {
	File   string // path; "" is none
	Offset int64  // in bytes; -1 is none
	Reason string
	// Harmless: no data is concerned. It is what a crash leaves behind, and Open
	// tidies up.
	Harmless bool
}

// String is one line.
func (p Problem) String() string {
	switch {
	case p.File == "":
		return p.Reason
	case p.Offset < 0:
		return fmt.Sprintf("%s: %s", p.File, p.Reason)
	default:
		return fmt.Sprintf("%s at offset %d: %s", p.File, p.Offset, p.Reason)
	}
}

// CheckSummary is what Check has looked at. Sizes are in bytes.
type CheckSummary struct {
	Partitions, BlockFiles, Blocks int
	BlockBytes                     int64
	Rows                           int64 // distinct keys in blocks, deleted ones included
	Segments, Frames, Commits      int
	LogBytes                       int64 // in frames
	Orphans                        int
	OrphanBytes                    int64
	// Problems counts those that are not harmless.
	Problems int
	// Saved is the folder that Repair has put the damaged originals into, "" if
	// there were none.
	Saved string
}

// checker verifies a data directory, which it has locked.
type checker struct {
	opts   Options
	report func(Problem)
	sum    CheckSummary

	mu          sync.Mutex // guards what follows
	done, total int64      // bytes, for Options.Progress

	names []string // in the directory
	// What was found, for Repair.
	formatBad   bool
	manifest    *manifest // nil if there is none that can be read
	manifestBad bool
	identityBad bool
	lost        map[blockID]string // blocks that can't be read, and why
	// recounted is references, by lo, that should be otherwise.
	recounted map[string]manifestRef
	log       logDamage
}

// Check verifies everything in opts.Dir: the format file, the manifest and its
// edits, every block and what refers to it, every value in it (of blocks of
// columns only with opts.Codec), every frame and record of the log. report hears
// of each problem, one call at a time. Nothing is changed. Errors are what keeps
// it from looking: kv.ErrStoreInUse, kv.ErrVersion, kv.ErrInvalid for a folder
// that is no data directory, or the file system's own.
func Check(opts Options, report func(Problem)) (CheckSummary, error) {
	c, err := newChecker(opts, report)
	if err != nil {
		return CheckSummary{}, err
	}
	unlock, err := c.lock()
	if err != nil {
		return CheckSummary{}, err
	}
	err = c.examine()
	return c.sum, errors.Join(err, unlock())
}

func newChecker(opts Options, report func(Problem)) (*checker, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	return &checker{opts: opts, report: report, lost: map[blockID]string{}, recounted: map[string]manifestRef{}}, nil
}

// lock takes the store's lock, in a folder that is a data directory.
func (c *checker) lock() (unlock func() error, err error) {
	c.names, err = c.opts.FS.List(c.opts.Dir)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(c.names, func(name string) bool {
		_, isSegment := segmentNumber(name)
		_, isBlocks := blockFileNumber(name)
		return name == formatFile || name == manifestFile || isSegment || isBlocks
	}) {
		return nil, fmt.Errorf("%w: %s is no data directory", kv.ErrInvalid, c.opts.Dir)
	}
	l, err := c.opts.FS.Lock(c.path(lockFile))
	if errors.Is(err, vfs.ErrLocked) {
		return nil, fmt.Errorf("%w: %s", kv.ErrStoreInUse, c.opts.Dir)
	}
	if err != nil {
		return nil, fmt.Errorf("data directory %s can't be locked: %w", c.opts.Dir, err)
	}
	return l.Close, nil
}

func (c *checker) path(name string) string { return path.Join(c.opts.Dir, name) }

// problem reports one.
func (c *checker) problem(file string, offset int64, format string, args ...any) {
	c.tell(Problem{File: file, Offset: offset, Reason: fmt.Sprintf(format, args...)})
}

func (c *checker) harmless(file, reason string) {
	c.tell(Problem{File: file, Offset: -1, Reason: reason, Harmless: true})
}

func (c *checker) tell(p Problem) {
	if !p.Harmless {
		c.sum.Problems++
	}
	c.report(p)
}

// corrupt reports the problem that err stands for, and returns other errors.
func (c *checker) corrupt(err error) error {
	var e *kv.CorruptError
	if errors.As(err, &e) {
		c.problem(e.File, e.Offset, "%s", e.Reason)
		return nil
	}
	return err
}

// blockFileNumber parses the name of a block file.
func blockFileNumber(name string) (id uint64, ok bool) {
	_, err := fmt.Sscanf(name, "blocks-%d", &id)
	return id, err == nil && name == blockFileName(id)
}

// progress counts bytes that are done with.
func (c *checker) progress(n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done += n
	if c.opts.Progress != nil {
		c.opts.Progress(min(c.done, c.total), c.total)
	}
}

// examine looks at everything.
func (c *checker) examine() error {
	if err := c.checkFormat(); err != nil {
		return err
	}
	if err := c.checkIdentity(); err != nil {
		return err
	}
	if err := c.readManifest(); err != nil {
		return err
	}
	if err := c.measure(); err != nil {
		return err
	}
	if c.manifest != nil {
		c.checkPartitions()
		c.checkBlocks()
	}
	if err := c.checkLog(); err != nil {
		return err
	}
	return c.checkOrphans()
}

// checkFormat looks at the format file.
func (c *checker) checkFormat() error {
	content, err := readFile(c.opts.FS, c.path(formatFile))
	if err == nil {
		err = parseFormat(c.opts.Dir, c.path(formatFile), content)
	} else if errors.Is(err, fs.ErrNotExist) {
		err = &kv.CorruptError{File: c.path(formatFile), Offset: 0, Reason: "file is missing beside data"}
	}
	c.formatBad = errors.Is(err, kv.ErrCorrupt)
	return c.corrupt(err)
}

// readManifest sets manifest and manifestBad.
func (c *checker) readManifest() error {
	m, err := readManifest(c.opts.FS, c.opts.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		if !c.needsManifest() {
			c.manifest = emptyManifest()
			return nil
		}
		err = &kv.CorruptError{File: c.path(manifestFile), Offset: 0, Reason: "manifest is missing beside data"}
	}
	c.manifest, c.manifestBad = m, errors.Is(err, kv.ErrCorrupt)
	if err != nil {
		c.manifest = nil
		return c.corrupt(err)
	}
	size, err := fileSize(c.opts.FS, c.path(manifestFile))
	if size > m.end {
		c.harmless(c.path(manifestFile), fmt.Sprintf("unfinished write at offset %d, which is cut off", m.end))
	}
	return err
}

// checkIdentity looks at the file that names the store, which needs none.
func (c *checker) checkIdentity() error {
	_, err := readIdentity(c.opts.FS, c.path(identityFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	c.identityBad = errors.Is(err, kv.ErrCorrupt)
	return c.corrupt(err)
}

// needsManifest reports whether there is anything that a first checkpoint, cut
// short, does not explain.
func (c *checker) needsManifest() bool {
	first := uint64(0)
	for _, name := range c.names {
		if n, ok := segmentNumber(name); ok && (first == 0 || n < first) {
			first = n
		}
	}
	return first != 1 && slices.ContainsFunc(c.names, func(name string) bool {
		_, isBlocks := blockFileNumber(name)
		return isBlocks || first > 1
	})
}

// measure adds up what there is to read.
func (c *checker) measure() error {
	if c.manifest != nil {
		seen := map[blockID]bool{}
		for _, p := range c.manifest.partitions {
			for _, r := range p.refs {
				if at := r.id(); !seen[at] {
					seen[at] = true
					c.total += int64(r.length)
				}
			}
		}
	}
	for _, name := range c.names {
		if _, ok := segmentNumber(name); ok {
			size, err := fileSize(c.opts.FS, c.path(name))
			if err != nil {
				return err
			}
			c.total += size
		}
	}
	return nil
}

// checkOrphans names the files that nothing refers to.
func (c *checker) checkOrphans() error {
	for _, name := range c.names {
		reason := ""
		if n, ok := segmentNumber(name); ok {
			if c.manifest != nil && n < c.manifest.segment {
				reason = "log segment that a checkpoint has superseded"
			}
		} else if id, ok := blockFileNumber(name); ok {
			if c.manifest != nil && !slices.ContainsFunc(c.manifest.files, func(f manifestFileEntry) bool { return f.id == id }) {
				reason = "block file that the manifest does not name"
			}
		} else if strings.HasSuffix(name, ".tmp") {
			reason = "temporary file"
		}
		if reason == "" {
			continue
		}
		size, err := fileSize(c.opts.FS, c.path(name))
		if err != nil {
			return err
		}
		c.sum.Orphans++
		c.sum.OrphanBytes += size
		c.harmless(c.path(name), reason+", left over from a crash")
	}
	return nil
}
