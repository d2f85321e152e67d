package local

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"strings"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

const (
	identityFile   = "IDENTITY"
	identityPrefix = "sparrow store "
)

// identity is the random name of this store, so that backups of two stores never
// mix. It is made when it is first asked for, and not part of a backup: a
// restored store has a history of its own.
func (s *Store) identity() (string, error) {
	s.maintMu.Lock()
	defer s.maintMu.Unlock()
	name := s.path(identityFile)
	id, err := readIdentity(s.opts.FS, name)
	if err == nil || errors.Is(err, kv.ErrCorrupt) {
		return id, err
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", writeError(err)
	}
	var raw [16]byte
	rand.Read(raw[:])
	id = hex.EncodeToString(raw[:])
	if err := replaceFile(s.opts.FS, s.opts.Dir, identityFile, []byte(identityPrefix+id+"\n")); err != nil {
		return "", writeError(err)
	}
	return id, nil
}

// readIdentity reads an identity file.
func readIdentity(fsys vfs.FS, name string) (string, error) {
	text, err := readFile(fsys, name)
	if err != nil {
		return "", err
	}
	id, ok := strings.CutPrefix(strings.TrimSuffix(string(text), "\n"), identityPrefix)
	if raw, err := hex.DecodeString(id); !ok || err != nil || len(raw) != 16 {
		return "", &kv.CorruptError{File: name, Offset: 0, Reason: "not an identity file"}
	}
	return id, nil
}
