package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// backup parses BACKUP TO 'folder' [WITH (…)]. Its first word is no key word:
// nothing else begins a statement with a name.
func (p *parser) backup(loc ast.Loc) ast.Statement {
	p.expect("to")
	return &ast.Backup{Loc: loc, Folder: p.stringConst(), Options: p.withOptions()}
}
