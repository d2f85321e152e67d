package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// The results that most functions end with.

func newBool(b bool) (datum.Datum, error) { return types.NewBool(b), nil }

func newText(s string) (datum.Datum, error) { return types.NewText(s), nil }

func newInt4(i int) (datum.Datum, error) { return types.NewInt4(int32(i)), nil }

func newInt8(i int64) (datum.Datum, error) { return types.NewInt8(i), nil }
