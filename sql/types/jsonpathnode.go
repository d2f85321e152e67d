package types

import "math"

// PathKind is the kind of an item of a SQL/JSON path.
type PathKind uint8

// The kinds of path items. Left and Right are operands; an accessor applies
// to what stands before it.
const (
	PathNull       PathKind = iota
	PathString              // Text
	PathNumber              // Text, as numeric writes it
	PathBool                // Bool
	PathVariable            // Text: its name
	PathRoot                // $
	PathCurrent             // @
	PathLast                // last
	PathKey                 // .Text
	PathAnyKey              // .*
	PathAnyArray            // [*]
	PathIndexes             // [Subscripts]
	PathAny                 // .**{First to Last}
	PathFilter              // ?(Left)
	PathMethod              // .Text(); of datetime Left is the template or nil
	PathAnd                 // Left && Right
	PathOr                  // Left || Right
	PathNot                 // !(Left)
	PathIsUnknown           // (Left) is unknown
	PathExists              // exists (Left)
	PathCompare             // Left Text Right
	PathStartsWith          // Left starts with Right
	PathLikeRegex           // Left like_regex Text flag Flags
	PathArith               // Left Text Right
	PathPlus                // +Left
	PathMinus               // -Left
)

// PathLevelLast is the level "last" of .**{n to last}.
const PathLevelLast uint32 = math.MaxUint32

// PathItem is one item of a SQL/JSON path; Next is the accessor that follows.
type PathItem struct {
	Kind        PathKind
	Bool        bool
	Text        string
	Flags       string // of like_regex: those of "ismxq" that are set
	First, Last uint32
	Subscripts  []PathSubscript
	Left, Right *PathItem
	Next        *PathItem
}

// PathSubscript is a subscript of an array accessor; To is nil but in "n to m".
type PathSubscript struct{ From, To *PathItem }

// JSONPathTree is the value of a jsonpath taken apart. It is never changed
// once it is made.
type JSONPathTree struct {
	Strict bool
	Root   *PathItem
}

// priority is how tightly an item binds (operationPriority).
func (i *PathItem) priority() int {
	switch i.Kind {
	case PathOr:
		return 0
	case PathAnd:
		return 1
	case PathCompare, PathStartsWith:
		return 2
	case PathArith:
		if i.Text == "+" || i.Text == "-" {
			return 3
		}
		return 4
	case PathPlus, PathMinus:
		return 5
	}
	return 6
}
