package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// tokenKind is a punctuation character itself, or one of the constants below.
type tokenKind uint8

const (
	tokEOF tokenKind = iota + 128
	tokError
	tokIdent   // an identifier or key word, see token.class
	tokString  // a string constant of any form
	tokBits    // B'…' or X'…': text begins with b or x
	tokInteger // digits only
	tokFloat
	tokParam // $n
	tokOp    // an operator of other characters than the ones below
	tokLessEquals
	tokGreaterEquals
	tokNotEquals
	tokTypecast      // ::
	tokColonEquals   // :=
	tokEqualsGreater // =>
)

// token is one token of the text. Its raw bytes are text[pos:end].
type token struct {
	text   string // folded, unescaped value; an operator's name
	pos    ast.Pos
	end    ast.Pos
	kind   tokenKind
	class  KeywordClass // of an unquoted word that is a key word
	bare   bool         // the key word may be a bare column label
	quoted bool         // a "quoted" identifier
}
