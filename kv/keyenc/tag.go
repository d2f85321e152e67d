package keyenc

// Tag is the first byte of an encoded value. Values of different tags order by
// tag. The gaps are for later types; a tag once used is never given another
// meaning.
//
//	tag        value                        bytes after the tag
//	0x02       chunk of a row, below all     4, what part of the row it is
//	0x04       lowest bound (NULL first)    none
//	0x10 0x11  bool false, true             none
//	0x18       int64                        8, big-endian, sign bit flipped
//	0x20       decimal -Infinity            none
//	0x21       decimal < 0                  complement of those of the absolute value
//	0x22       decimal 0                    none
//	0x23       decimal > 0                  exponent, digit pairs, 0x00
//	0x24       decimal Infinity             none
//	0x25       decimal NaN                  none
//	0x30       time (date, timestamp)       8, as int64
//	0x38       uuid                         16, raw
//	0x40       text                         escaped, 0x00 0x01
//	0x48       bytes                        escaped, 0x00 0x01
//	0xF0       highest bound (NULL last)    none
//
// 0x02 begins no value: it follows a row's whole key (catalog/rowenc).
//
// Infinity after all numbers and NaN after Infinity is PostgreSQL's order of
// numeric. Escaping writes a 0x00 inside as 0x00 0xFF.
type Tag byte

// The tags of the table above. NULL is never part of a key; its two tags exist
// as bounds of ranges only.
const (
	TagChunk         Tag = 0x02
	TagNullLow       Tag = 0x04
	TagFalse         Tag = 0x10
	TagTrue          Tag = 0x11
	TagInt           Tag = 0x18
	TagDecimalNegInf Tag = 0x20
	TagDecimalNeg    Tag = 0x21
	TagDecimalZero   Tag = 0x22
	TagDecimalPos    Tag = 0x23
	TagDecimalInf    Tag = 0x24
	TagDecimalNaN    Tag = 0x25
	TagTime          Tag = 0x30
	TagUUID          Tag = 0x38
	TagText          Tag = 0x40
	TagBytes         Tag = 0x48
	TagNullHigh      Tag = 0xF0
)

// AppendNullLow appends a bound below every value.
func AppendNullLow(b []byte) []byte { return append(b, byte(TagNullLow)) }

// AppendNullHigh appends a bound above every value.
func AppendNullHigh(b []byte) []byte { return append(b, byte(TagNullHigh)) }

// PeekTag returns the tag of the value that b begins with.
func PeekTag(b []byte) (Tag, error) {
	if len(b) == 0 {
		return 0, truncated("tag")
	}
	return Tag(b[0]), nil
}
