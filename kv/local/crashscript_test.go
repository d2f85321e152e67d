package local

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"path"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestCrashScripts runs testdata/crash/*.crash. A file is a sequence of blocks
// "run", commands, "----", one line of answer per command:
//
//	open [never]            open the store (never: without syncs)
//	fresh                   an empty disk
//	put K=V…  delete K…     one transaction; a value @N is N letters, and printed as that
//	checkpoint  close  scan  files
//	split K…                deleterange FROM TO
//	fault KIND NAME N ERR   the Nth next operation of this kind on a file whose name begins
//	                        with NAME fails, and all after it: ERR is eio, enospc, erofs or
//	                        late (eio, although it was done)
//	space N|all             files may grow by N bytes in all, or without bound
//	merge                   the first two partitions
//	heal                    no more faults
//	crash [SEED]            power cut; with SEED, some of what was not synced survives
//	check  repair           what Check or Repair says of the folder
//	flip FILE OFFSET        damage one byte; a negative offset is before the last byte that isn't zero
//	zero FILE OFFSET N      damage N bytes
//	cut FILE SIZE           shorten a file
//	remove FILE             delete it
//	write FILE TEXT         replace it
func TestCrashScripts(t *testing.T) {
	datadriven.Walk(t, "testdata/crash", func(t *testing.T, name string) {
		c := &crashScript{disk: vfs.NewMem()}
		datadriven.RunTest(t, name, func(t *testing.T, d *datadriven.TestData) string {
			var out strings.Builder
			for line := range strings.Lines(d.Input) {
				answer, err := c.command(strings.Fields(line))
				if err != nil {
					answer = crashErrorName(err)
				}
				fmt.Fprintln(&out, answer)
			}
			return out.String()
		})
		if c.store != nil {
			c.store.Close()
		}
	})
}

type crashScript struct {
	store *Store

	mu     sync.Mutex // of what follows: checkpoints run beside the script
	disk   *vfs.Mem
	inject func(vfs.Op) error
}

// use sets the disk and the faults on it; nil: none.
func (c *crashScript) use(disk *vfs.Mem, inject func(vfs.Op) error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.disk, c.inject = disk, inject
}

// crashErrorName says what a user of the store can tell about an error.
func crashErrorName(err error) string {
	var corrupt *kv.CorruptError
	if errors.As(err, &corrupt) {
		return fmt.Sprintf("corrupt %s at %d: %s", path.Base(corrupt.File), corrupt.Offset, corrupt.Reason)
	}
	for _, sentinel := range []error{kv.ErrOutcomeUnknown, kv.ErrDiskFull, kv.ErrUnavailable, kv.ErrVersion, kv.ErrStoreInUse, kv.ErrClosed} {
		if errors.Is(err, sentinel) {
			return strings.TrimPrefix(sentinel.Error(), "kv: ")
		}
	}
	return "error: " + err.Error()
}

func (c *crashScript) command(words []string) (string, error) {
	ctx, args := context.Background(), words[1:]
	switch words[0] {
	case "open":
		opts := Options{Dir: "d", Logger: quiet(), BlockBytes: 128, SegmentBytes: 512, CheckpointInterval: -1, mendPause: -1}
		if len(args) > 0 {
			opts.Sync = SyncNever
		}
		disk := c.disk
		opts.FS = &vfs.Faulty{FS: disk, Inject: func(op vfs.Op) error {
			c.mu.Lock()
			defer c.mu.Unlock()
			if c.inject != nil && disk == c.disk {
				return c.inject(op)
			}
			return nil
		}}
		s, err := Open(opts)
		if err == nil {
			c.store = s
		}
		return "ok", err
	case "put", "delete":
		tx, err := c.store.Begin(ctx, kv.TxnOptions{})
		if err != nil {
			return "", err
		}
		defer tx.Rollback()
		for _, a := range args {
			if k, v, ok := strings.Cut(a, "="); ok {
				if n, ok := strings.CutPrefix(v, "@"); ok {
					size, _ := strconv.Atoi(n)
					v = strings.Repeat(k[:1], size)
				}
				err = tx.Put(ctx, []byte(k), []byte(v))
			} else {
				err = tx.Delete(ctx, []byte(k))
			}
			if err != nil {
				return "", err
			}
		}
		_, err = tx.Commit(ctx)
		return "ok", err
	case "scan":
		return c.scan(ctx)
	case "checkpoint":
		return "ok", c.store.Checkpoint(ctx)
	case "split":
		_, err := c.store.Split(ctx, [][]byte{[]byte(args[0])})
		return "ok", err
	case "deleterange":
		return "ok", c.store.DeleteRange(ctx, kv.Span{Start: []byte(args[0]), End: []byte(args[1])})
	case "merge":
		infos, err := c.store.Partitions(ctx, kv.Span{})
		if err != nil || len(infos) < 2 {
			return "", errors.Join(err, errors.New("nothing to merge"))
		}
		return "ok", c.store.Merge(ctx, infos[0].ID, infos[1].ID)
	case "check":
		return c.check(Check)
	case "repair":
		return c.check(Repair)
	case "partitions":
		infos, err := c.store.Partitions(ctx, kv.Span{})
		return fmt.Sprint(len(infos)), err
	case "close":
		return "ok", c.store.Close()
	default:
		return c.diskCommand(words[0], args)
	}
}

// check runs Check or Repair.
func (c *crashScript) check(verify func(Options, func(Problem)) (CheckSummary, error)) (string, error) {
	var lines []string
	sum, err := verify(Options{Dir: "d", FS: c.disk, Logger: quiet()}, func(p Problem) {
		p.File = path.Base(p.File)
		if p.Harmless {
			lines = append(lines, "harmless: "+p.String())
		} else {
			lines = append(lines, p.String())
		}
	})
	if err != nil {
		lines = append(lines, crashErrorName(err))
	}
	return strings.Join(append(lines, fmt.Sprintf("%d problems in %d partitions, %d blocks, %d segments, %d frames, %d commits",
		sum.Problems, sum.Partitions, sum.Blocks, sum.Segments, sum.Frames, sum.Commits)), "\n"), nil
}

func (c *crashScript) scan(ctx context.Context) (string, error) {
	r, err := c.store.Snapshot(ctx, 0)
	if err != nil {
		return "", err
	}
	defer r.Close()
	it := r.Scan(ctx, kv.Span{}, kv.ScanOptions{})
	defer it.Close()
	var out []string
	for it.Next() {
		v := string(it.Value())
		if len(v) > 20 {
			v = fmt.Sprintf("@%d", len(v))
		}
		out = append(out, fmt.Sprintf("%s=%s", it.Key(), v))
	}
	if len(out) == 0 {
		out = []string{"nothing"}
	}
	return strings.Join(out, " "), it.Err()
}

func (c *crashScript) diskCommand(cmd string, args []string) (string, error) {
	switch cmd {
	case "files":
		names, err := c.disk.List("d")
		return strings.Join(names, " "), err
	case "fault":
		n, _ := strconv.Atoi(args[2])
		failure := map[string]error{"eio": syscall.EIO, "enospc": syscall.ENOSPC, "erofs": syscall.EROFS, "late": vfs.Late(syscall.EIO)}[args[3]]
		c.use(c.disk, func(op vfs.Op) error {
			if op.Kind == args[0] && strings.HasPrefix(path.Base(op.Name), args[1]) {
				if n--; n <= 0 {
					return failure
				}
			}
			return nil
		})
	case "space":
		n, err := strconv.Atoi(args[0])
		c.disk.SetCapacity(c.disk.Used() + int64(n))
		if err != nil {
			c.disk.SetCapacity(0)
		}
	case "heal":
		c.use(c.disk, nil)
	case "fresh":
		if c.store != nil {
			c.store.Close()
		}
		c.use(vfs.NewMem(), nil)
	case "crash":
		var rng *rand.Rand
		if len(args) > 0 {
			seed, _ := strconv.Atoi(args[0])
			rng = rand.New(rand.NewSource(int64(seed)))
		}
		old := c.store
		c.use(c.disk.CrashClone(rng), nil)
		old.Close()
	default:
		return "ok", c.damage(cmd, path.Join("d", args[0]), args[1:])
	}
	return "ok", nil
}

// damage changes a file and makes that durable.
func (c *crashScript) damage(cmd, name string, args []string) error {
	if cmd == "remove" {
		return errors.Join(c.disk.Remove(name), c.disk.SyncDir("d"))
	}
	content, err := readFile(c.disk, name)
	if err != nil && cmd != "write" {
		return err
	}
	number := func(i int) int {
		n, _ := strconv.Atoi(args[i])
		if n < 0 {
			n += len(bytes.TrimRight(content, "\x00"))
		}
		return n
	}
	switch cmd {
	case "flip":
		content[number(0)] ^= 0x55
	case "zero":
		clear(content[number(0) : number(0)+number(1)])
	case "cut":
		content = content[:number(0)]
	case "write":
		content = []byte(strings.Join(args, " ") + "\n")
	default:
		return fmt.Errorf("unknown command %q", cmd)
	}
	f, err := c.disk.Create(name)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(content, 0)
	return errors.Join(err, f.Sync(), f.Close(), c.disk.SyncDir("d"))
}
