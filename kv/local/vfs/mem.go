package vfs

import (
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand"
	"path"
	"slices"
	"strings"
	"sync"
)

// Mem is a file system in memory that knows what a power cut would leave: file
// content as of the last Sync and names as of the last SyncDir, and of what came
// after perhaps some (CrashClone). It is as strict as POSIX allows: a new
// file is gone unless its folder was synced, whatever was synced in the file.
type Mem struct {
	mu      sync.Mutex
	names   map[string]*memNode
	durable map[string]*memNode
	pending map[string][]nameChange // by folder, since its last SyncDir
	locked  map[string]bool
	// capacity bounds the sizes of all files, in bytes; 0 is no bound.
	capacity int64
}

// SetCapacity sets how many bytes all files together may have: what would make
// them larger fails with ENOSPC. 0 is no bound.
func (m *Mem) SetCapacity(bytes int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.capacity = bytes
}

// Used returns the sizes of all files together.
func (m *Mem) Used() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.used()
}

func (m *Mem) used() (total int64) {
	for _, node := range m.names {
		total += int64(len(node.data))
	}
	return total
}

// room returns how many bytes a file may grow.
func (m *Mem) room() int64 {
	if m.capacity == 0 {
		return math.MaxInt64
	}
	return max(m.capacity-m.used(), 0)
}

// nameChange is a creation (node set) or removal of a name; a rename is one
// step of both.
type nameChange struct {
	remove string
	name   string
	node   *memNode
}

// memNode is a file's content. The file system's mutex guards it.
type memNode struct {
	data    []byte
	synced  []byte
	pending []contentChange // since the last Sync
}

// contentChange is a write at off, or, without data, a change of size.
type contentChange struct {
	off  int64
	data []byte
}

// NewMem returns an empty file system.
func NewMem() *Mem {
	return &Mem{names: map[string]*memNode{}, durable: map[string]*memNode{}, pending: map[string][]nameChange{}, locked: map[string]bool{}}
}

// Survival says what of the changes that were not synced a power cut leaves.
type Survival uint8

const (
	// Nothing: content as of the last Sync, names as of the last SyncDir.
	Nothing Survival = iota
	// Beginning: of each file the first few changes, the last one perhaps in
	// part; of the changes of names a random selection.
	Beginning
	// Sectors: of each file any selection of changes, and of writes any selection
	// of sectors, whatever their order was; of names as with Beginning.
	Sectors
)

// sectorBytes is what a disk writes as a whole.
const sectorBytes = 512

// CrashClone returns a file system as a machine would find it that lost power
// now. With rng, some of what was not yet synced has reached the disk as well:
// of each file a random beginning, its last write perhaps in part, and of the
// changes of names a random selection. Without, nothing has. m itself goes on
// unharmed.
func (m *Mem) CrashClone(rng *rand.Rand) *Mem {
	if rng == nil {
		return m.Crash(Nothing, nil)
	}
	return m.Crash(Beginning, rng)
}

// Crash returns a file system as a machine would find it that lost power now.
// rng is not used for Nothing. m itself goes on unharmed.
func (m *Mem) Crash(how Survival, rng *rand.Rand) *Mem {
	m.mu.Lock()
	defer m.mu.Unlock()
	names := make(map[string]*memNode, len(m.durable))
	for name, node := range m.durable {
		names[name] = node
	}
	if how != Nothing {
		for _, dir := range sortedKeys(m.pending) {
			for _, c := range m.pending[dir] {
				if rng.Intn(2) == 0 {
					c.apply(names)
				}
			}
		}
	}
	clone := NewMem()
	copies := map[*memNode]*memNode{}
	for _, name := range sortedKeys(names) {
		node := names[name]
		if copies[node] == nil {
			content := node.survivor(how, rng)
			copies[node] = &memNode{data: content, synced: slices.Clone(content)}
		}
		clone.names[name], clone.durable[name] = copies[node], copies[node]
	}
	return clone
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// survivor is the content that a crash leaves.
func (n *memNode) survivor(how Survival, rng *rand.Rand) []byte {
	content := slices.Clone(n.synced)
	if how == Nothing || len(n.pending) == 0 {
		return content
	}
	if how == Sectors {
		for _, c := range n.pending {
			content = c.applySectors(content, rng)
		}
		return content
	}
	whole := rng.Intn(len(n.pending) + 1)
	for _, c := range n.pending[:whole] {
		content = c.apply(content)
	}
	if whole < len(n.pending) && len(n.pending[whole].data) > 0 {
		torn := n.pending[whole]
		torn.data = torn.data[:rng.Intn(len(torn.data))]
		if len(torn.data) > 0 {
			content = torn.apply(content)
		}
	}
	return content
}

// applySectors makes a random part of a change.
func (c contentChange) applySectors(content []byte, rng *rand.Rand) []byte {
	if c.data == nil {
		if rng.Intn(2) == 0 {
			return content
		}
		return c.apply(content)
	}
	for from := int64(0); from < int64(len(c.data)); {
		to := min(int64(len(c.data)), (c.off+from)/sectorBytes*sectorBytes+sectorBytes-c.off)
		if rng.Intn(2) == 0 {
			content = contentChange{off: c.off + from, data: c.data[from:to]}.apply(content)
		}
		from = to
	}
	return content
}

func (c contentChange) apply(content []byte) []byte {
	size := c.off + int64(len(c.data))
	if c.data == nil && size < int64(len(content)) {
		return content[:size]
	}
	if grow := size - int64(len(content)); grow > 0 {
		content = append(content, make([]byte, grow)...)
	}
	copy(content[c.off:], c.data)
	return content
}

func (c nameChange) apply(names map[string]*memNode) {
	if c.remove != "" {
		delete(names, c.remove)
	}
	if c.node != nil {
		names[c.name] = c.node
	}
}

// change makes a change of names visible at once and durable at SyncDir.
func (m *Mem) change(dir string, c nameChange) {
	c.apply(m.names)
	m.pending[dir] = append(m.pending[dir], c)
}

func notExist(op, name string) error {
	return &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
}

// Create makes an empty file.
func (m *Mem) Create(name string) (File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	node := new(memNode)
	m.change(path.Dir(name), nameChange{name: name, node: node})
	return &memFile{fs: m, node: node, name: name}, nil
}

// Open opens a file.
func (m *Mem) Open(name string) (File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	node := m.names[name]
	if node == nil {
		return nil, notExist("open", name)
	}
	return &memFile{fs: m, node: node, name: name}, nil
}

// Remove deletes a name.
func (m *Mem) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.names[name] == nil {
		return notExist("remove", name)
	}
	m.change(path.Dir(name), nameChange{remove: name})
	return nil
}

// Rename moves a file; both names must be in one folder.
func (m *Mem) Rename(from, to string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	node := m.names[from]
	if node == nil {
		return notExist("rename", from)
	}
	if path.Dir(from) != path.Dir(to) {
		return fmt.Errorf("vfs: Mem renames within a folder only: %s, %s", from, to)
	}
	m.change(path.Dir(to), nameChange{remove: from, name: to, node: node})
	return nil
}

// List returns the names in dir.
func (m *Mem) List(dir string) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []string
	for _, name := range sortedKeys(m.names) {
		if base, ok := strings.CutPrefix(name, path.Clean(dir)+"/"); ok && !strings.Contains(base, "/") {
			list = append(list, base)
		}
	}
	return list, nil
}

// MkdirAll does nothing: folders exist by their files.
func (m *Mem) MkdirAll(string) error { return nil }

// SyncDir makes the names in dir durable.
func (m *Mem) SyncDir(dir string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range m.pending[dir] {
		c.apply(m.durable)
	}
	delete(m.pending, dir)
	return nil
}

// Lock takes a lock that only this Mem knows; a crash clone is unlocked.
func (m *Mem) Lock(name string) (io.Closer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.locked[name] {
		return nil, ErrLocked
	}
	m.locked[name] = true
	return memLock{m, name}, nil
}

type memLock struct {
	fs   *Mem
	name string
}

func (l memLock) Close() error {
	l.fs.mu.Lock()
	defer l.fs.mu.Unlock()
	delete(l.fs.locked, l.name)
	return nil
}
