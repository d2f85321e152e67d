package parser

import (
	"slices"
	"strings"
)

// KeywordClass is one of PostgreSQL's four classes of key words (appendix C).
type KeywordClass uint8

// The classes; notKeyword is the zero of every other token.
const (
	notKeyword   KeywordClass = iota
	Unreserved                // a name anywhere
	ColumnName                // a name, but not of a function or type
	TypeFuncName              // a name of a function or type only
	Reserved                  // never a name, only a label after AS
)

// Keyword is a key word with its class.
type Keyword struct {
	Word  string // lower case
	Class KeywordClass
	Bare  bool // may be a column label without AS
}

// Code returns the letter of the class that pg_get_keywords() shows.
func (c KeywordClass) Code() string { return "?UCTR"[c : c+1] }

// Describe returns the words for the class that pg_get_keywords() shows.
func (c KeywordClass) Describe() string {
	switch c {
	case Unreserved:
		return "unreserved"
	case ColumnName:
		return "unreserved (cannot be function or type name)"
	case TypeFuncName:
		return "reserved (can be function or type name)"
	}
	return "reserved"
}

// unreservedWords are the key words of class Unreserved.
const unreservedWords = `
abort absolute access action add admin after aggregate also alter always asensitive assertion assignment
at atomic attach attribute backward before begin breadth by cache call called cascade cascaded catalog
chain characteristics checkpoint class close cluster columns comment comments commit committed
compression configuration conflict connection constraints content continue conversion copy cost csv cube
current cursor cycle data database day deallocate declare defaults deferred definer delete delimiter
delimiters depends depth detach dictionary disable discard document domain double drop each enable
encoding encrypted enum escape event exclude excluding exclusive execute explain expression extension
external family filter finalize first following force forward function functions generated global granted
groups handler header hold hour identity if immediate immutable implicit import include including
increment index indexes inherit inherits inline input insensitive insert instead invoker isolation key
label language large last leakproof level listen load local location lock locked logged mapping match
matched materialized maxvalue merge method minute minvalue mode month move name names new next nfc nfd
nfkc nfkd no normalized nothing notify nowait nulls object of off oids old operator option options
ordinality others over overriding owned owner parallel parameter parser partial partition passing
password plans policy preceding prepare prepared preserve prior privileges procedural procedure
procedures program publication quote range read reassign recheck recursive ref referencing refresh
reindex relative release rename repeatable replace replica reset restart restrict return returns revoke
role rollback rollup routine routines rows rule savepoint schema schemas scroll search second security
sequence sequences serializable server session set sets share show simple skip snapshot sql stable
standalone start statement statistics stdin stdout storage stored strict strip subscription support sysid
system tables tablespace temp template temporary text ties transaction transform trigger truncate trusted
type types uescape unbounded uncommitted unencrypted unknown unlisten unlogged until update vacuum valid
validate validator value varying version view views volatile whitespace within without work wrapper write
xml year yes zone`

// columnWords are those of class ColumnName.
const columnWords = `
between bigint bit boolean char character coalesce dec decimal exists extract float greatest grouping
inout int integer interval least national nchar none normalize nullif numeric out overlay position
precision real row setof smallint substring time timestamp treat trim values varchar xmlattributes
xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`

// typeFuncWords are those of class TypeFuncName.
const typeFuncWords = `
authorization binary collation concurrently cross current_schema freeze full ilike inner is isnull join
left like natural notnull outer overlaps right similar tablesample verbose`

// reservedWords are those of class Reserved.
const reservedWords = `
all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create
current_catalog current_date current_role current_time current_timestamp current_user default deferrable
desc distinct do else end except false fetch for foreign from grant group having in initially intersect
into lateral leading limit localtime localtimestamp not null offset on only or order placing primary
references returning select session_user some symmetric table then to trailing true union unique user
using variadic when where window with`

// asOnlyWords need AS before them as a column label.
const asOnlyWords = `
array as char character create day except fetch filter for from grant group having hour intersect into
isnull limit minute month notnull offset on order over overlaps precision returning second to union
varying where window with within without year`

// keywords holds every key word by itself in lower case.
var keywords = func() map[string]*Keyword {
	m := make(map[string]*Keyword, 512)
	for class, words := range map[KeywordClass]string{Unreserved: unreservedWords, ColumnName: columnWords,
		TypeFuncName: typeFuncWords, Reserved: reservedWords} {
		for _, w := range strings.Fields(words) {
			m[w] = &Keyword{Word: w, Class: class, Bare: true}
		}
	}
	for _, w := range strings.Fields(asOnlyWords) {
		m[w].Bare = false
	}
	return m
}()

// keywordBytesMax is the length of the longest key word.
const keywordBytesMax = 17

// Keywords returns all key words in alphabetical order, for pg_get_keywords().
func Keywords() []Keyword {
	out := make([]Keyword, 0, len(keywords))
	for _, k := range keywords {
		out = append(out, *k)
	}
	slices.SortFunc(out, func(a, b Keyword) int { return strings.Compare(a.Word, b.Word) })
	return out
}

// IsReserved reports whether a lower case word must be quoted to be a name of
// a table or column, as quote_ident() has to know.
func IsReserved(word string) bool {
	k := keywords[word]
	return k != nil && k.Class != Unreserved
}
