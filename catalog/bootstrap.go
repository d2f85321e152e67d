package catalog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/types"
)

// formatVersion is the version of the catalog's keys and records.
const formatVersion = 1

// format is the record under keyFormat.
type format struct {
	Version   int
	CreatedAt time.Time
}

// bootstrap writes the superuser and the first two instances into a fresh
// store; of others it checks the format.
func (c *Catalog) bootstrap(ctx context.Context) error {
	fresh := false
	err := atomically(ctx, c.store, func(txn kv.Txn) error {
		key := catalogKey(keyFormat)
		value, err := txn.Get(ctx, key)
		if errors.Is(err, kv.ErrNotFound) {
			fresh = true
			return nil
		}
		if err != nil {
			return err
		}
		var f format
		if err := decodeRecord(key, value, &f); err != nil {
			return err
		}
		if f.Version != formatVersion {
			return fmt.Errorf("%w: catalog format %d, this server reads %d", kv.ErrVersion, f.Version, formatVersion)
		}
		return nil
	})
	if err != nil || !fresh {
		return err
	}
	return c.bootstrapFresh(ctx)
}

func (c *Catalog) bootstrapFresh(ctx context.Context) error {
	var publicIDs [2]types.OID
	for i := range publicIDs {
		id, err := c.AllocateOID(ctx)
		if err != nil {
			return err
		}
		publicIDs[i] = id
	}
	now := time.Now().UTC()
	return atomically(ctx, c.store, func(txn kv.Txn) error {
		tx := newTx(c, txn, new(Snapshot))
		if err := tx.putRecord(ctx, catalogKey(keyFormat), format{Version: formatVersion, CreatedAt: now}); err != nil {
			return err
		}
		superuser := &Role{ID: SuperuserID, Name: SuperuserName, Superuser: true, Login: true, CreateDB: true,
			CreateRole: true, Inherit: true, ConnLimit: -1, Verifier: c.opts.SuperuserVerifier}
		if err := tx.CreateRole(ctx, superuser); err != nil {
			return err
		}
		for i, in := range []*Instance{
			{ID: DefaultInstanceID, Name: DefaultInstance},
			{ID: MaintenanceInstanceID, Name: MaintenanceInstance},
		} {
			in.OwnerID, in.ConnLimit, in.CreatedAt = SuperuserID, -1, now
			if err := tx.createInstance(ctx, in, publicIDs[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// dropTemporary drops what the sessions of an earlier run left in their
// temporary schemas.
func (c *Catalog) dropTemporary(ctx context.Context) error {
	snap := c.newest.Load()
	left := false
	for _, sc := range snap.schemas.Values() {
		left = left || sc.Temporary
	}
	if !left {
		return nil
	}
	return atomically(ctx, c.store, func(txn kv.Txn) error {
		tx := c.Begin(txn)
		for _, sc := range snap.schemas.Values() {
			if !sc.Temporary {
				continue
			}
			if err := tx.DropSchema(ctx, sc.ID); err != nil {
				return err
			}
		}
		return nil
	})
}
