package rowenc

import (
	"slices"

	"github.com/sparrowdb/sparrow/catalog"
)

// Projection is the attributes that a reader wants of a row.
type Projection struct {
	// All wants every attribute.
	All bool
	// IDs are the attributes wanted unless All, rising.
	IDs []catalog.AttrID
}

// AllAttributes wants the whole row.
var AllAttributes = Projection{All: true}

// None reports that no attribute is wanted: the head of a wide row is then all
// that a reader needs of it.
func (p Projection) None() bool { return !p.All && len(p.IDs) == 0 }

// Attributes is the projection of a Decoder: the attributes among its columns.
func (d *Decoder) Attributes() Projection {
	ids := make([]catalog.AttrID, 0, len(d.attrs))
	for _, i := range d.attrs {
		ids = append(ids, d.cols[i].Attr)
	}
	return Projection{IDs: slices.Compact(ids)}
}

// With is p and one attribute more.
func (p Projection) With(id catalog.AttrID) Projection {
	if i, found := slices.BinarySearch(p.IDs, id); !found {
		p.IDs = slices.Insert(slices.Clone(p.IDs), i, id)
	}
	return p
}

// within reports whether p wants an attribute from start on, below end; end 0
// is no end.
func (p Projection) within(start, end catalog.AttrID) bool {
	if p.All {
		return true
	}
	i, _ := slices.BinarySearch(p.IDs, start)
	return i < len(p.IDs) && (end == 0 || p.IDs[i] < end)
}
