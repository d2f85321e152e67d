package local

import (
	"sync"

	"github.com/klauspost/compress/zstd"
)

// zstdCodec compresses and decompresses blocks; both directions are safe for
// concurrent use and start no goroutines.
type zstdCodec struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}

// sharedZstd is the codec of all stores of the process: its tables are large.
var sharedZstd = sync.OnceValues(newZstdCodec)

func newZstdCodec() (*zstdCodec, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(2), zstd.WithEncoderCRC(false))
	if err != nil {
		return nil, err
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(blockRawBytesMax))
	if err != nil {
		return nil, err
	}
	return &zstdCodec{enc: enc, dec: dec}, nil
}
