package catalog

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/types"
)

// recordVersion is the first byte of every stored descriptor.
const recordVersion = 1

// encodeRecord makes the stored form of a descriptor.
func encodeRecord(v any) ([]byte, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("catalog: encoding a descriptor: %w", err)
	}
	return append([]byte{recordVersion}, body...), nil
}

// decodeRecord reads a stored descriptor into v. Damage is kv.ErrCorrupt,
// another version kv.ErrVersion.
func decodeRecord(key, value []byte, v any) error {
	if len(value) == 0 {
		return &kv.CorruptError{Reason: fmt.Sprintf("empty descriptor at catalog key %x", key)}
	}
	if value[0] != recordVersion {
		return fmt.Errorf("%w: descriptor version %d at catalog key %x", kv.ErrVersion, value[0], key)
	}
	if err := json.Unmarshal(value[1:], v); err != nil {
		return &kv.CorruptError{Reason: fmt.Sprintf("descriptor at catalog key %x: %v", key, err)}
	}
	return nil
}

// encodeOID makes the value of a name entry.
func encodeOID(id types.OID) []byte { return binary.BigEndian.AppendUint32(nil, uint32(id)) }

// decodeOID reads the value of a name entry.
func decodeOID(key, value []byte) (types.OID, error) {
	if len(value) != oidBytes {
		return 0, &kv.CorruptError{Reason: fmt.Sprintf("name entry of %d bytes at key %x", len(value), key)}
	}
	return types.OID(binary.BigEndian.Uint32(value)), nil
}
