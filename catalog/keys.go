package catalog

import (
	"encoding/binary"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/types"
)

// The first byte of every key; KEYS.md draws the rest.
const (
	catalogPrefix    = 0x01
	dictionaryPrefix = 0x02
	sequencePrefix   = 0x03
	rowPrefix        = 0x10
)

// The second byte of catalog keys.
const (
	keyFormat        = 0x00
	keyNextOID       = 0x01
	keyOpened        = 0x02
	keyInstance      = 0x10
	keySchema        = 0x11
	keyTable         = 0x12
	keyRole          = 0x13
	keyACL           = 0x14
	keyComment       = 0x15
	keySetting       = 0x16
	keyRoleSetting   = 0x17
	keyLimitChange   = 0x18
	keyErase         = 0x19
	keySequence      = 0x1a
	keyType          = 0x1b
	keyInstanceName  = 0x20
	keySchemaName    = 0x21
	keyTableName     = 0x22
	keyRoleName      = 0x23
	keyTypeName      = 0x24
	keyNamesEnd      = 0x30
	dictName         = 0x01
	dictID           = 0x02
	dictType         = 0x03
	dictCounts       = 0x04
	dictNextID       = 0x05
	dictStatistics   = 0x06
	oidBytes         = 4
	tablePrefixBytes = 1 + oidBytes
)

// Span is the key range of all descriptors.
func Span() kv.Span {
	return kv.Span{Start: []byte{catalogPrefix}, End: []byte{catalogPrefix + 1}}
}

// DictionarySpan is the key range of all attribute dictionaries.
func DictionarySpan() kv.Span {
	return kv.Span{Start: []byte{dictionaryPrefix}, End: []byte{dictionaryPrefix + 1}}
}

// RowsSpan is the key range of the rows of all tables.
func RowsSpan() kv.Span {
	return kv.Span{Start: []byte{rowPrefix}, End: []byte{rowPrefix + 1}}
}

// TableSpan is the key range of t's rows.
func TableSpan(t *Table) kv.Span { return storageSpan(rowPrefix, t.Storage()) }

// AppendTablePrefix appends the bytes that all keys of t's rows begin with.
func AppendTablePrefix(dst []byte, t *Table) []byte {
	return binary.BigEndian.AppendUint32(append(dst, rowPrefix), uint32(t.Storage()))
}

// TablePrefixBytes is the length of what AppendTablePrefix appends.
const TablePrefixBytes = tablePrefixBytes

// StorageOf returns the storage id (Table.Storage) that a row's key belongs
// to; ok is false if key is no row's.
func StorageOf(key []byte) (storage types.OID, ok bool) {
	if len(key) < tablePrefixBytes || key[0] != rowPrefix {
		return 0, false
	}
	return types.OID(binary.BigEndian.Uint32(key[1:])), true
}

// DescriptorOf returns the table whose descriptor lies under key; ok is false if
// key is no table's descriptor.
func DescriptorOf(key []byte) (table TableID, ok bool) {
	if len(key) != 2+oidBytes || key[0] != catalogPrefix || key[1] != keyTable {
		return 0, false
	}
	return TableID(binary.BigEndian.Uint32(key[2:])), true
}

func storageSpan(prefix byte, id types.OID) kv.Span {
	start := binary.BigEndian.AppendUint32([]byte{prefix}, uint32(id))
	if id == ^types.OID(0) {
		return kv.Span{Start: start, End: []byte{prefix + 1}}
	}
	return kv.Span{Start: start, End: binary.BigEndian.AppendUint32([]byte{prefix}, uint32(id)+1)}
}

// catalogKey makes a key of OIDs after the kind byte.
func catalogKey(kind byte, oids ...types.OID) []byte {
	key := make([]byte, 0, 2+oidBytes*len(oids))
	key = append(key, catalogPrefix, kind)
	for _, o := range oids {
		key = binary.BigEndian.AppendUint32(key, uint32(o))
	}
	return key
}

// nameKey makes a key that ends with a name.
func nameKey(kind byte, name string, oids ...types.OID) []byte {
	return append(catalogKey(kind, oids...), name...)
}

func instanceKey(id types.OID) []byte { return catalogKey(keyInstance, id) }
func schemaKey(id types.OID) []byte   { return catalogKey(keySchema, id) }
func tableKey(id types.OID) []byte    { return catalogKey(keyTable, id) }
func roleKey(id types.OID) []byte     { return catalogKey(keyRole, id) }
func sequenceKey(id types.OID) []byte { return catalogKey(keySequence, id) }
func typeKey(id types.OID) []byte     { return catalogKey(keyType, id) }

// sequenceValueKey is where the value of a sequence's storage lies.
func sequenceValueKey(storage types.OID) []byte {
	return binary.BigEndian.AppendUint32([]byte{sequencePrefix}, uint32(storage))
}

// dictKey makes a key of a table's dictionary.
func dictKey(table TableID, kind byte) []byte {
	key := binary.BigEndian.AppendUint32([]byte{dictionaryPrefix}, uint32(table))
	return append(key, kind)
}

func dictNameKey(table TableID, name string) []byte {
	return append(dictKey(table, dictName), name...)
}

func dictIDKey(table TableID, id AttrID) []byte {
	return binary.BigEndian.AppendUint32(dictKey(table, dictID), uint32(id))
}

func dictTypeKey(table TableID, id AttrID, t types.OID) []byte {
	key := binary.BigEndian.AppendUint32(dictKey(table, dictType), uint32(id))
	return binary.BigEndian.AppendUint32(key, uint32(t))
}

func dictCountsKey(table TableID, id AttrID) []byte {
	return binary.BigEndian.AppendUint32(dictKey(table, dictCounts), uint32(id))
}

// prefixSpan is the range of the keys that begin with prefix, which does not
// end with 0xFF bytes only.
func prefixSpan(prefix []byte) kv.Span {
	end := append([]byte(nil), prefix...)
	for i := len(end) - 1; i >= 0; i-- {
		end[i]++
		if end[i] != 0 {
			return kv.Span{Start: prefix, End: end[:i+1]}
		}
	}
	return kv.Span{Start: prefix}
}
