package rowenc

import "github.com/sparrowdb/sparrow/kv"

// corrupt is the error for stored bytes that make no sense.
func corrupt(reason string) error {
	return &kv.CorruptError{Offset: -1, Reason: "row: " + reason}
}
