package types

import (
	"encoding/binary"
	"hash/crc32"
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// tsChecksum is the checksum that PostgreSQL keeps of a query's words: its old
// CRC-32, as a signed number.
func tsChecksum(w string) int32 { return int32(crc32.ChecksumIEEE([]byte(w))) }

// appendTSVectorBinary writes a tsvector as tsvectorsend does.
func appendTSVectorBinary(b []byte, s string) ([]byte, error) {
	list, err := ParseTSVector(s)
	if err != nil {
		return nil, err
	}
	b = binary.BigEndian.AppendUint32(b, uint32(len(list)))
	for _, l := range list {
		b = append(append(b, l.Word...), 0)
		b = binary.BigEndian.AppendUint16(b, uint16(len(l.Positions)))
		for _, p := range l.Positions {
			b = binary.BigEndian.AppendUint16(b, p.Pos|uint16(p.Weight)<<14)
		}
	}
	return b, nil
}

// tsBinaryReader cuts the binary forms apart.
type tsBinaryReader struct {
	b   []byte
	bad bool
}

func (r *tsBinaryReader) take(n int) []byte {
	if len(r.b) < n {
		r.bad = true
		return make([]byte, n)
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *tsBinaryReader) byte() byte     { return r.take(1)[0] }
func (r *tsBinaryReader) uint16() uint16 { return binary.BigEndian.Uint16(r.take(2)) }
func (r *tsBinaryReader) uint32() uint32 { return binary.BigEndian.Uint32(r.take(4)) }

func (r *tsBinaryReader) text() string {
	end := strings.IndexByte(string(r.b), 0)
	if end < 0 {
		r.bad = true
		return ""
	}
	s := string(r.b[:end])
	r.b = r.b[end+1:]
	return s
}

func decodeTSVector(b []byte) (Value, error) {
	r := tsBinaryReader{b: b}
	n := r.uint32()
	var list []TSLexeme
	for i := uint32(0); i < n && !r.bad; i++ {
		l := TSLexeme{Word: r.text()}
		count := r.uint16()
		for k := uint16(0); k < count && !r.bad; k++ {
			p := r.uint16()
			l.Positions = append(l.Positions, TSPosition{Pos: p & 0x3fff, Weight: uint8(p >> 14)})
		}
		if err := checkText(l.Word); err != nil {
			return Null, err
		}
		if l.Word == "" {
			r.bad = true
		}
		list = append(list, l)
	}
	if r.bad || len(r.b) > 0 {
		return Null, badLength(len(b), len(b)-len(r.b)+b2i(r.bad))
	}
	return TSVectorOf(list)
}

// appendTSQueryBinary writes a tsquery as tsquerysend does: nodes in prefix
// order, the right operand first.
func appendTSQueryBinary(b []byte, s string) ([]byte, error) {
	n, err := ParseTSQuery(s, nil)
	if err != nil {
		return nil, err
	}
	b = binary.BigEndian.AppendUint32(b, uint32(n.NumNodes()))
	return appendTSNodeBinary(b, n), nil
}

func appendTSNodeBinary(b []byte, n *TSNode) []byte {
	switch {
	case n == nil:
		return b
	case n.Op == TSValue:
		return append(append(append(b, 1, n.Weights, byte(b2i(n.Prefix))), n.Word...), 0)
	}
	b = append(b, 2, byte(n.Op))
	if n.Op == TSPhrase {
		b = binary.BigEndian.AppendUint16(b, uint16(n.Distance))
	}
	return appendTSNodeBinary(appendTSNodeBinary(b, n.Right), n.Left)
}

func decodeTSQuery(b []byte) (Value, error) {
	r := tsBinaryReader{b: b}
	count := r.uint32()
	if count == 0 && len(r.b) == 0 && !r.bad {
		return Value{OID: TSQuery}, nil
	}
	n := r.node(0)
	if !r.bad && n.NumNodes() != int(count) {
		return Null, pgerr.New(pgerr.InvalidBinaryRepresentation, "invalid size of tsquery")
	}
	if r.bad || len(r.b) > 0 {
		return Null, badLength(len(b), len(b)-len(r.b)+b2i(r.bad))
	}
	v := NewTSQuery(n)
	return v, checkText(v.S)
}

func (r *tsBinaryReader) node(depth int) *TSNode {
	if r.bad || depth > tsQueryDepthMax {
		r.bad = true
		return nil
	}
	n := &TSNode{}
	if r.byte() == 1 {
		n.Weights, n.Prefix, n.Word = r.byte()&15, r.byte() != 0, r.text()
		r.bad = r.bad || n.Word == ""
		return n
	}
	n.Op = TSOp(r.byte())
	if n.Op < TSNot || n.Op > TSPhrase {
		r.bad = true
		return nil
	}
	if n.Op == TSPhrase {
		n.Distance = int(r.uint16())
	}
	n.Right = r.node(depth + 1)
	if n.Op != TSNot {
		n.Left = r.node(depth + 1)
	}
	return n
}
