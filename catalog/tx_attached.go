package catalog

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"time"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/types"
)

// ChangeACL locks the grants on an object, lets change make new ones of them
// (never in place) and writes those.
func (tx *Tx) ChangeACL(ctx context.Context, class Class, id types.OID, change func(ACL) ACL) error {
	key := aclKey(class, id)
	var acl ACL
	ok, err := tx.lockRecord(ctx, key, kv.LockExclusive, &acl)
	if err != nil {
		return err
	}
	if !ok {
		view, err := tx.Snapshot(ctx)
		if err != nil {
			return err
		}
		owner, _ := view.Owner(class, id)
		acl = DefaultACL(class, owner)
	}
	return tx.putRecord(ctx, key, change(acl))
}

// SetComment sets the comment on an object; "" removes it.
func (tx *Tx) SetComment(ctx context.Context, o ObjectID, text string) error {
	key := commentKey(o)
	if text == "" {
		return tx.delete(ctx, key)
	}
	return tx.putRecord(ctx, key, text)
}

// SetSetting stores a setting of the cluster (ALTER SYSTEM SET).
func (tx *Tx) SetSetting(ctx context.Context, name, value string) error {
	return tx.putRecord(ctx, nameKey(keySetting, name), Setting{Name: name, Value: value})
}

// ResetSetting forgets a setting of the cluster.
func (tx *Tx) ResetSetting(ctx context.Context, name string) error {
	return tx.delete(ctx, nameKey(keySetting, name))
}

// SetRoleSetting stores a setting of a role in an instance; 0 is any.
func (tx *Tx) SetRoleSetting(ctx context.Context, s Setting) error {
	return tx.putRecord(ctx, nameKey(keyRoleSetting, s.Name, s.InstanceID, s.RoleID), s)
}

// ResetRoleSetting forgets one setting of a role in an instance, or all of
// them if name is "".
func (tx *Tx) ResetRoleSetting(ctx context.Context, instance, role types.OID, name string) error {
	if name != "" {
		return tx.delete(ctx, nameKey(keyRoleSetting, name, instance, role))
	}
	return tx.deleteSpan(ctx, prefixSpan(catalogKey(keyRoleSetting, instance, role)))
}

// RecordLimitChange logs a change of a limit; c.At is set here.
func (tx *Tx) RecordLimitChange(ctx context.Context, c LimitChange) error {
	c.At = time.Now().UTC()
	key := binary.BigEndian.AppendUint64(catalogKey(keyLimitChange), uint64(c.At.UnixMicro()))
	key = binary.BigEndian.AppendUint32(key, rand.Uint32())
	return tx.putRecord(ctx, key, c)
}
