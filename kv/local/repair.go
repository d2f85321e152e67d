package local

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"time"

	"github.com/sparrowdb/sparrow/kv"
)

// Repair makes what can be salvaged of a damaged data directory into one that
// opens: the log ends before its first damage, blocks that can't be read are
// dropped, and so is what is missing. What is lost is reported. The originals of
// all that it changes are copied to a folder damaged-… in opts.Dir before.
// Errors are those of Check, and kv.ErrCorrupt if there is nothing to build on:
// then nothing was changed.
func Repair(opts Options, report func(Problem)) (CheckSummary, error) {
	c, err := newChecker(opts, func(Problem) {})
	if err != nil {
		return CheckSummary{}, err
	}
	unlock, err := c.lock()
	if err != nil {
		return CheckSummary{}, err
	}
	if err = c.examine(); err == nil {
		c.report = report
		c.sum.Problems = 0
		err = c.repair()
	}
	return c.sum, errors.Join(err, unlock())
}

func (c *checker) repair() error {
	if c.manifestBad {
		if err := c.rebuildManifest(); err != nil {
			return err
		}
	}
	for _, step := range []func() error{c.repairFormat, c.repairIdentity, c.repairBlocks, c.repairHeaders, c.cutLog} {
		if err := step(); err != nil {
			return err
		}
	}
	if c.sum.Saved != "" {
		return c.opts.FS.SyncDir(c.opts.Dir)
	}
	return nil
}

// rebuildManifest does without the manifest where the log holds all there is.
// What is in blocks and in them alone can't be found without it: they don't say
// which of them were superseded, nor what was deleted.
func (c *checker) rebuildManifest() error {
	numbers, err := listSegments(c.opts.FS, c.opts.Dir)
	if err != nil {
		return err
	}
	name := c.path(manifestFile)
	whole := false
	if len(numbers) > 0 && numbers[0] == 1 {
		s, err := readSegment(c.opts.FS, c.opts.Dir, 1)
		if s == nil {
			return err
		}
		whole = s.parseHeader(false) == nil && s.first == 1
	}
	if !whole {
		return &kv.CorruptError{File: name, Offset: -1, Reason: "the manifest can't be rebuilt: it alone says which blocks count, and the log does not reach back to the beginning; restore the folder from a backup"}
	}
	for _, file := range c.names {
		if _, ok := blockFileNumber(file); ok || file == manifestFile {
			if err := c.saveAndRemove(file); err != nil {
				return err
			}
		}
	}
	c.manifest = emptyManifest()
	c.lost, c.recounted = nil, nil
	c.problem(name, -1, "manifest set aside; the log holds everything since the beginning")
	return nil
}

func (c *checker) repairFormat() error {
	if !c.formatBad {
		return nil
	}
	if err := c.save(formatFile, 0, -1); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	c.problem(c.path(formatFile), -1, "format file written anew")
	return replaceFile(c.opts.FS, c.opts.Dir, formatFile, formatContent())
}

// repairIdentity takes the store's name away: it gets another when it is asked for.
func (c *checker) repairIdentity() error {
	if !c.identityBad {
		return nil
	}
	c.problem(c.path(identityFile), -1, "file set aside; the next backup needs a folder of its own")
	return c.saveAndRemove(identityFile)
}

// repairBlocks drops the references to blocks that can't be read, and corrects
// what the manifest counts wrong of others.
func (c *checker) repairBlocks() error {
	if len(c.lost) == 0 && len(c.recounted) == 0 {
		return nil
	}
	for at := range c.lost {
		length := c.lengthOf(at)
		if err := c.save(blockFileName(at.file), at.offset, length); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := c.save(manifestFile, 0, -1); err != nil {
		return err
	}
	m := c.manifest
	used := map[uint64]bool{}
	for i := range m.partitions {
		p := &m.partitions[i]
		kept := p.refs[:0]
		for _, r := range p.refs {
			reason, lost := c.lost[r.id()]
			if !lost {
				if right, ok := c.recounted[string(r.lo)]; ok {
					r = right
					c.problem(c.path(manifestFile), -1, "partition %d: what it says about keys %s set right; nothing is lost", p.id, r.keys())
					if r.cut && r.cutRows == 0 {
						continue // it refers to nothing
					}
				}
				used[r.file] = true
				kept = append(kept, r)
				continue
			}
			rows := strconv.Itoa(int(r.rows))
			if r.cut {
				rows = "at most " + rows
			}
			c.problem(c.path(blockFileName(r.file)), r.offset, "block dropped: partition %d lost keys %s, %s rows, %d bytes on disk, %d decoded (%s)",
				p.id, r.keys(), rows, r.length, r.rawBytes, reason)
		}
		p.refs = kept
	}
	files := m.files[:0]
	for _, f := range m.files {
		if used[f.id] {
			files = append(files, f)
		}
	}
	m.files = files
	for i := range m.files {
		// A file that was cut short ends with what could be read of it.
		f := &m.files[i]
		if size, err := fileSize(c.opts.FS, c.path(blockFileName(f.id))); err == nil {
			f.size = min(f.size, size)
		}
	}
	return replaceFile(c.opts.FS, c.opts.Dir, manifestFile, m.encode())
}

func (c *checker) lengthOf(at blockID) int64 {
	for _, p := range c.manifest.partitions {
		for _, r := range p.refs {
			if r.id() == at {
				return int64(r.length)
			}
		}
	}
	return 0
}

// repairHeaders writes anew the headers of segments whose frames are sound.
func (c *checker) repairHeaders() error {
	for no, first := range c.log.headers {
		if c.log.found && no > c.log.segment {
			continue
		}
		if err := c.save(segmentName(no), 0, -1); err != nil {
			return err
		}
		s, err := readSegment(c.opts.FS, c.opts.Dir, no)
		if err != nil {
			return err
		}
		copy(s.content, segmentHeader(no, first))
		if err := replaceFile(c.opts.FS, c.opts.Dir, segmentName(no), s.content); err != nil {
			return err
		}
		c.problem(s.name, 0, "header written anew from the first frame, %d; nothing is lost", first)
	}
	return nil
}

// cutLog ends the log before its first damage.
func (c *checker) cutLog() error {
	d := c.log
	if !d.found {
		return nil
	}
	numbers, err := listSegments(c.opts.FS, c.opts.Dir)
	if err != nil {
		return err
	}
	for _, n := range numbers {
		name := segmentName(n)
		switch {
		case n == d.segment && d.at > segmentHeaderBytes:
			if _, saved := d.headers[n]; !saved {
				if err := c.save(name, 0, -1); err != nil {
					return err
				}
			}
			s, err := readSegment(c.opts.FS, c.opts.Dir, n)
			if s == nil {
				return err
			}
			if err := replaceFile(c.opts.FS, c.opts.Dir, name, s.content[:d.at]); err != nil {
				return err
			}
		case n >= d.segment:
			if err := c.saveAndRemove(name); err != nil {
				return err
			}
		}
	}
	lost := "nothing that can be read follows"
	if d.frames > 0 {
		lost = fmt.Sprintf("of those behind, %d could be read, with %d commits and timestamps %d to %d", d.frames, d.commits, d.minTS, d.maxTS)
	}
	c.problem(c.path(segmentName(d.segment)), int64(d.at), "log cut: frames from %d on are lost; %s", d.seq, lost)
	return nil
}

func (c *checker) saveAndRemove(name string) error {
	if err := c.save(name, 0, -1); err != nil {
		return err
	}
	return c.opts.FS.Remove(c.path(name))
}

// save copies a file, or length bytes of it from offset on, to the folder of the
// damaged originals, as far as it can be read.
func (c *checker) save(name string, offset, length int64) error {
	f, err := c.opts.FS.Open(c.path(name))
	if err != nil {
		return err
	}
	defer f.Close()
	to := name
	if length < 0 {
		if length, err = f.Size(); err != nil {
			return err
		}
	} else {
		to = fmt.Sprintf("%s-at-%d", name, offset)
	}
	if err := c.openSaved(); err != nil {
		return err
	}
	out, err := c.opts.FS.Create(path.Join(c.sum.Saved, to))
	if err != nil {
		return err
	}
	buf := make([]byte, 1<<20)
	for done := int64(0); done < length && err == nil; {
		n, readErr := f.ReadAt(buf[:min(int64(len(buf)), length-done)], offset+done)
		if n > 0 {
			_, err = out.WriteAt(buf[:n], done)
		}
		if done += int64(n); readErr != nil {
			break // what can't be read can't be saved
		}
	}
	return errors.Join(err, out.Sync(), out.Close(), c.opts.FS.SyncDir(c.sum.Saved))
}

// openSaved makes the folder of the damaged originals.
func (c *checker) openSaved() error {
	if c.sum.Saved != "" {
		return nil
	}
	base := c.path("damaged-" + time.Now().UTC().Format("20060102T150405"))
	for i := 1; ; i++ {
		dir := base
		if i > 1 {
			dir = fmt.Sprintf("%s-%d", base, i)
		}
		if names, err := c.opts.FS.List(dir); err == nil && len(names) > 0 {
			continue
		}
		c.sum.Saved = dir
		return errors.Join(c.opts.FS.MkdirAll(dir), c.opts.FS.SyncDir(c.opts.Dir))
	}
}
