package kv

import "fmt"

// CorruptError says where damaged data was found. errors.Is(err, ErrCorrupt)
// holds for it.
type CorruptError struct {
	// File is the path, or empty when no file is known.
	File string
	// Offset is the byte offset of the damaged record in File; -1 is unknown.
	Offset int64
	// Reason says what is wrong.
	Reason string
}

// Error names the file, the offset and the reason.
func (e *CorruptError) Error() string {
	if e.File == "" {
		return fmt.Sprintf("%v: %s", ErrCorrupt, e.Reason)
	}
	return fmt.Sprintf("%v: %s at offset %d: %s", ErrCorrupt, e.File, e.Offset, e.Reason)
}

// Unwrap makes the error match ErrCorrupt.
func (e *CorruptError) Unwrap() error { return ErrCorrupt }
