package keyenc

import (
	"fmt"

	"github.com/sparrowdb/sparrow/kv"
)

func truncated(what string) error {
	return &kv.CorruptError{Offset: -1, Reason: "key ends inside " + what}
}

func badTag(b []byte, want string) error {
	if len(b) == 0 {
		return truncated(want)
	}
	return &kv.CorruptError{Offset: -1, Reason: fmt.Sprintf("key has tag 0x%02x where %s was expected", b[0], want)}
}

func malformed(what string) error {
	return &kv.CorruptError{Offset: -1, Reason: "malformed " + what + " in key"}
}
