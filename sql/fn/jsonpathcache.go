package fn

import (
	"strings"
	"sync"

	"github.com/sparrowdb/sparrow/sql/types"
)

// parsedPaths holds the paths read last, for all sessions: a path is mostly a
// constant of the statement, and its tree is never changed.
var parsedPaths = struct {
	sync.RWMutex
	m map[string]*types.JSONPathTree
}{m: map[string]*types.JSONPathTree{}}

// The cache holds so many paths of at most so many bytes; a full one is emptied.
const (
	parsedPathsMax     = 512
	parsedPathBytesMax = 4096
)

func init() {
	types.CheckPathRegexp = func(pattern, flags string) error {
		_, err := compileARE(pattern, pathRegexFlags(flags))
		return err
	}
}

func jsonPathTree(text string) (*types.JSONPathTree, error) {
	parsedPaths.RLock()
	t := parsedPaths.m[text]
	parsedPaths.RUnlock()
	if t != nil {
		return t, nil
	}
	t, err := types.ParseJSONPath(text)
	if err != nil || len(text) > parsedPathBytesMax {
		return t, err
	}
	parsedPaths.Lock()
	if len(parsedPaths.m) >= parsedPathsMax {
		clear(parsedPaths.m)
	}
	parsedPaths.m[strings.Clone(text)] = t
	parsedPaths.Unlock()
	return t, nil
}

// pathRegexFlags turns XQuery's flags into those of our regular expressions
// (jspConvertRegexFlags).
func pathRegexFlags(s string) areFlags {
	var f areFlags
	f.fold = strings.Contains(s, "i")
	if f.literal = strings.Contains(s, "q"); f.literal {
		return f
	}
	f.lineDot = !strings.Contains(s, "s")
	f.lineAnchor = strings.Contains(s, "m")
	return f
}
