package catalog

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"time"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/types"
	"github.com/tidwall/btree"
)

// erasure is storage that nothing can reach any more.
type erasure struct {
	Storage    types.OID
	Table      TableID
	Dictionary bool // the table's dictionary too: it was dropped
	At         time.Time
}

// scoped makes the key of a name inside a schema or instance.
func scoped(scope types.OID, name string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(scope))) + name
}

func oidText(id types.OID) string { return strconv.FormatUint(uint64(id), 10) }

func commentKey(o ObjectID) []byte {
	key := catalogKey(keyComment, o.Class, o.ID)
	return binary.BigEndian.AppendUint32(key, uint32(o.Sub))
}

func aclKey(class Class, id types.OID) []byte { return catalogKey(keyACL, class, id) }

// apply changes s, which nobody else sees yet, by one stored key; a nil value
// is a deleted key.
func (s *Snapshot) apply(key, value []byte) error {
	if len(key) < 2 || key[0] != catalogPrefix {
		return &kv.CorruptError{Reason: fmt.Sprintf("foreign catalog key %x", key)}
	}
	rest := key[2:]
	switch kind := key[1]; kind {
	case keyFormat, keyNextOID, keyOpened:
		return nil
	case keyInstance:
		return applyByID(&s.instances, key, value)
	case keySchema:
		return applyByID(&s.schemas, key, value)
	case keyTable:
		return applyByID(&s.tables, key, value)
	case keySequence:
		return applyByID(&s.sequences, key, value)
	case keyType:
		return applyByID(&s.types, key, value)
	case keyRole:
		return applyByID(&s.roles, key, value)
	case keyInstanceName:
		return applyName(&s.instanceNames, string(rest), key, value)
	case keySchemaName:
		return applyName(&s.schemaNames, string(rest), key, value)
	case keyTableName:
		return applyName(&s.tableNames, string(rest), key, value)
	case keyRoleName:
		return applyName(&s.roleNames, string(rest), key, value)
	case keyTypeName:
		return applyName(&s.typeNames, string(rest), key, value)
	case keyACL:
		return applyRecord(&s.acls, string(key), key, value)
	case keyComment:
		return applyRecord(&s.comments, string(key), key, value)
	case keySetting, keyRoleSetting:
		return applyRecord(&s.settings, string(key), key, value)
	case keyLimitChange:
		return applyRecord(&s.limitChanges, string(key), key, value)
	case keyErase:
		id, err := decodeOID(key, rest)
		if err != nil {
			return err
		}
		return applyRecord(&s.erasures, id, key, value)
	default:
		return fmt.Errorf("%w: catalog key of unknown kind %#x", kv.ErrVersion, kind)
	}
}

// applyByID sets or deletes a descriptor whose key ends with its OID.
func applyByID[D any](m *btree.Map[types.OID, *D], key, value []byte) error {
	id, err := decodeOID(key, key[2:])
	if err != nil {
		return err
	}
	if value == nil {
		m.Delete(id)
		return nil
	}
	d := new(D)
	if err := decodeRecord(key, value, d); err != nil {
		return err
	}
	m.Set(id, d)
	return nil
}

func applyName(m *btree.Map[string, types.OID], name string, key, value []byte) error {
	if value == nil {
		m.Delete(name)
		return nil
	}
	id, err := decodeOID(key, value)
	if err == nil {
		m.Set(name, id)
	}
	return err
}

func applyRecord[K string | types.OID, D any](m *btree.Map[K, D], id K, key, value []byte) error {
	if value == nil {
		m.Delete(id)
		return nil
	}
	var d D
	if err := decodeRecord(key, value, &d); err != nil {
		return err
	}
	m.Set(id, d)
	return nil
}
