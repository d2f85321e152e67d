package catalog

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFreeAttNum(t *testing.T) {
	for id, want := range map[AttrID]int16{0: 0, 1: 1601, 31167: 32767, 31168: 0, 1 << 31: 0} {
		require.Equal(t, want, FreeAttNum(id), id)
	}
}
