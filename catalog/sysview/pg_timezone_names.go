package sysview

import (
	"context"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var pgTimezoneNames = &catalog.View{
	ID: 12126, Schema: "pg_catalog", Name: "pg_timezone_names", Kind: 'v',
	Columns: columns("name:text abbrev:text utc_offset:interval is_dst:bool"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, zone := range zoneNames() {
			loc, err := time.LoadLocation(zone)
			if err != nil {
				continue // not a zone's file
			}
			at := src.Now().In(loc)
			abbrev, offset := at.Zone()
			err = emit(datum.Row{text(zone), text(abbrev), duration(time.Duration(offset) * time.Second), boolean(at.IsDST())})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

// zoneDirectories are where systems keep the time zone database.
var zoneDirectories = []string{"/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"}

// zoneNames lists the zones that the system's time zone database has, in order;
// UTC alone where there is none.
var zoneNames = sync.OnceValue(func() []string {
	for _, dir := range zoneDirectories {
		var names []string
		err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (path == "posix" || path == "right"):
				return fs.SkipDir
			case !d.IsDir() && isZoneName(path):
				names = append(names, path)
			}
			return nil
		})
		if err == nil && len(names) > 0 {
			return names
		}
	}
	return []string{"UTC"}
})

// isZoneName tells zones from the database's other files (zone.tab, leapseconds).
func isZoneName(path string) bool {
	return path[0] >= 'A' && path[0] <= 'Z' && !strings.Contains(path, ".")
}
