package types

// Classes lists one type of each class of comparable ones (CompareClass) that a
// set of values has.
type Classes []OID

// Add notes the type of a value that is not NULL.
func (c *Classes) Add(t OID) {
	for _, x := range *c {
		if CompareClass(x, t) == 0 {
			return
		}
	}
	*c = append(*c, t)
}

// Foreign reports whether there is a value with which one of type t is not
// comparable.
func (c Classes) Foreign(t OID) bool {
	for _, x := range c {
		if CompareClass(x, t) != 0 {
			return true
		}
	}
	return false
}
