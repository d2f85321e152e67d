// Package sparse makes rows of a sparse table for tests of volume: which
// attributes a row has and what they hold depends on its key alone, so that any
// number of rows can be checked without keeping them.
package sparse

import (
	"fmt"
	"strconv"
)

// Names is how many attributes the rows have among them, PerRow how many each
// one has.
const (
	Names  = 2000
	PerRow = 8
)

// words are the values of texts that repeat.
var words = [...]string{"alpha", "beta", "gamma", "delta", "red", "green", "blue", "north", "south", "open", "closed", "pending"}

// Attribute is one attribute of a row, with its value as JSON.
type Attribute struct {
	ID    int
	Value string
}

// Name is the attribute's name.
func (a Attribute) Name() string { return "attr_" + strconv.Itoa(a.ID) }

// hash mixes n (splitmix64).
func hash(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// Row returns the attributes of the row with key k. Attributes with small ids
// are in many rows, those with large ids in few; every fifth is of one type:
// bigint, text from a few words, numeric, boolean, text.
func Row(k int64, into []Attribute) []Attribute {
	into = into[:0]
	seed := hash(uint64(k))
next:
	for len(into) < PerRow {
		seed = hash(seed)
		r := float64(seed>>40) / (1 << 24)
		id := int(r * r * r * Names)
		for _, a := range into {
			if a.ID == id {
				continue next
			}
		}
		v := hash(seed)
		a := Attribute{ID: id}
		switch id % 5 {
		case 0:
			a.Value = strconv.FormatUint(v%100_000, 10)
		case 1:
			a.Value = `"` + words[v%uint64(len(words))] + `"`
		case 2:
			a.Value = fmt.Sprintf("%d.%02d", v%1000, v>>10%100)
		case 3:
			a.Value = strconv.FormatBool(v%2 == 0)
		case 4:
			a.Value = fmt.Sprintf(`"%s-%s-%d"`, words[v%uint64(len(words))], words[v>>8%uint64(len(words))], v>>16%1000)
		}
		into = append(into, a)
	}
	return into
}

// AppendJSON appends the row's attributes as an object.
func AppendJSON(dst []byte, row []Attribute) []byte {
	dst = append(dst, '{')
	for i, a := range row {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '"')
		dst = append(dst, a.Name()...)
		dst = append(dst, '"', ':')
		dst = append(dst, a.Value...)
	}
	return append(dst, '}')
}
