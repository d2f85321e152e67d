package vfs

import (
	"fmt"
	"io"
	"io/fs"
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

// CrashClone returns a file system as a machine would find it that lost power
// now. With rng, some of what was not yet synced has reached the disk as well:
// of each file a random beginning, its last write perhaps in part, and of the
// changes of names a random selection. Without, nothing has. m itself goes on
// unharmed.
func (m *Mem) CrashClone(rng *rand.Rand) *Mem {
	m.mu.Lock()
	defer m.mu.Unlock()
	names := make(map[string]*memNode, len(m.durable))
	for name, node := range m.durable {
		names[name] = node
	}
	if rng != nil {
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
			content := node.survivor(rng)
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
func (n *memNode) survivor(rng *rand.Rand) []byte {
	content := slices.Clone(n.synced)
	if rng == nil || len(n.pending) == 0 {
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
