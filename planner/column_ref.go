package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// columnRef resolves a column name that is not a star.
func (b *binder) columnRef(s *scope, ref *ast.ColumnRef) (expr.Expr, error) {
	parts := ref.Parts
	switch len(parts) {
	case 1:
		if b.domainValue != nil && parts[0] == "value" {
			return b.domainValue, nil
		}
		return b.bareColumn(s, ref, parts[0])
	case 2:
		return b.qualifiedColumn(s, ref, "", parts[0], parts[1])
	case 3:
		return b.qualifiedColumn(s, ref, parts[0], parts[1], parts[2])
	case 4:
		if parts[0] != b.env.Database {
			return nil, pgerr.New(pgerr.FeatureNotSupported, "cross-database references are not implemented: %s", dotted(parts)).At(b.pos(ref.At))
		}
		return b.qualifiedColumn(s, ref, parts[1], parts[2], parts[3])
	}
	return nil, pgerr.New(pgerr.SyntaxError, "improper qualified name (too many dotted names): %s", dotted(parts)).At(b.pos(ref.At))
}

func dotted(parts []string) string {
	out := ""
	for i, p := range parts {
		if i > 0 {
			out += "."
		}
		out += p
	}
	return out
}

// bareColumn looks a name up, level by level. A name that is ambiguous at the
// first level that knows it is an error.
func (b *binder) bareColumn(s *scope, ref *ast.ColumnRef, name string) (expr.Expr, error) {
	if b.noColumns != "" {
		return nil, b.columnsRefused(ref)
	}
	for level := s; level != nil; level = level.parent {
		var found expr.Expr
		for _, it := range level.items {
			if !it.colsVisible {
				continue
			}
			list, err := it.cols.lookup(b, name)
			if err != nil {
				return nil, err
			}
			if len(list) == 0 {
				continue
			}
			if found != nil || len(list) > 1 {
				return nil, pgerr.New(pgerr.AmbiguousColumn, "column reference \"%s\" is ambiguous", name).At(b.pos(ref.At))
			}
			if err := b.checkLateral(it, ref); err != nil {
				return nil, err
			}
			found = list[0]
		}
		if found != nil {
			return found, nil
		}
	}
	if it := findItem(s, "", name); it != nil {
		return b.wholeRow(it)
	}
	if b.env.UnknownAttributesNull {
		if r := onlyTable(s); r != nil {
			return r.expr(r.addUnknown(b, name)), nil
		}
	}
	return nil, b.noColumn(s, ref, "", name)
}

// onlyTable returns the table of the innermost level that has a table.
func onlyTable(s *scope) *tableRel {
	for level := s; level != nil; level = level.parent {
		for _, it := range level.items {
			if src, ok := it.cols.(tableSource); ok && it.colsVisible {
				return src.rel
			}
		}
	}
	return nil
}

func (b *binder) columnsRefused(ref *ast.ColumnRef) error {
	switch b.noColumns {
	case string(inDefault), string(inPartitionBound):
		return pgerr.New(pgerr.FeatureNotSupported, "cannot use column reference in %s", singular(b.noColumns)).At(b.pos(ref.At))
	}
	return pgerr.New(pgerr.UndefinedColumn, "column \"%s\" does not exist", dotted(ref.Parts)).At(b.pos(ref.At))
}

func singular(what string) string {
	if what == string(inDefault) {
		return "DEFAULT expression"
	}
	return what + " expression"
}

func (b *binder) checkLateral(it *nsItem, ref *ast.ColumnRef) error {
	if !it.lateralBad {
		return nil
	}
	name := it.name
	return pgerr.New(pgerr.InvalidColumnReference, "invalid reference to FROM-clause entry for table \"%s\"", name).
		WithDetail("The combining JOIN type must be INNER or LEFT for a LATERAL reference.").At(b.pos(ref.At))
}

// findItem finds the item that a qualifier names, level by level.
func findItem(s *scope, schema, name string) *nsItem {
	for level := s; level != nil; level = level.parent {
		for _, it := range level.items {
			if it.relVisible && it.name == name && (schema == "" || it.schema == schema) {
				return it
			}
		}
	}
	return nil
}

func (b *binder) qualifiedColumn(s *scope, ref *ast.ColumnRef, schema, rel, name string) (expr.Expr, error) {
	if b.noColumns != "" {
		return nil, b.columnsRefused(ref)
	}
	it, err := b.item(s, ref, schema, rel)
	if err != nil {
		return nil, err
	}
	if err := b.checkLateral(it, ref); err != nil {
		return nil, err
	}
	list, err := it.cols.lookup(b, name)
	if err != nil {
		return nil, err
	}
	switch len(list) {
	case 0:
		if src, ok := it.cols.(tableSource); ok && b.env.UnknownAttributesNull {
			return src.rel.expr(src.rel.addUnknown(b, name)), nil
		}
		return nil, b.noColumn(s, ref, rel, name)
	case 1:
		return list[0], nil
	}
	return nil, pgerr.New(pgerr.AmbiguousColumn, "column reference \"%s\" is ambiguous", name).At(b.pos(ref.At))
}

// item finds the item of a qualifier, or says why there is none.
func (b *binder) item(s *scope, ref *ast.ColumnRef, schema, rel string) (*nsItem, error) {
	if it := findItem(s, schema, rel); it != nil {
		return it, nil
	}
	for level := s; level != nil; level = level.parent {
		for _, it := range level.items {
			switch {
			case it.name == rel && schema == "":
				return nil, pgerr.New(pgerr.UndefinedTable, "invalid reference to FROM-clause entry for table \"%s\"", rel).
					WithDetail("There is an entry for table \"%s\", but it cannot be referenced from this part of the query.", rel).At(b.pos(ref.At))
			case schema == "" && tableNameOf(it) == rel:
				return nil, pgerr.New(pgerr.UndefinedTable, "invalid reference to FROM-clause entry for table \"%s\"", rel).
					WithHint("Perhaps you meant to reference the table alias \"%s\".", it.name).At(b.pos(ref.At))
			}
		}
	}
	if schema != "" {
		rel = schema + "." + rel
	}
	return nil, pgerr.New(pgerr.UndefinedTable, "missing FROM-clause entry for table \"%s\"", rel).At(b.pos(ref.At))
}

func tableNameOf(it *nsItem) string {
	switch r := it.rel.(type) {
	case *tableRel:
		return r.table.Name
	case *viewRel:
		return r.view.Name
	}
	return ""
}

// noColumn is 42703 with a hint at what may be meant.
func (b *binder) noColumn(s *scope, ref *ast.ColumnRef, rel, name string) error {
	var e *pgerr.Error
	if rel != "" {
		e = pgerr.New(pgerr.UndefinedColumn, "column %s.%s does not exist", rel, name)
	} else {
		e = pgerr.New(pgerr.UndefinedColumn, "column \"%s\" does not exist", name)
	}
	if hint := b.columnHint(s, rel, name); hint != "" {
		e.Hint = hint
	} else if onlyTable(s) != nil {
		e.Hint = "Neither the table nor its rows have an attribute of that name. With unknown_attributes = 'null' it reads as NULL."
	}
	return e.At(b.pos(ref.At))
}

// fuzzyDistance bounds how different a suggested name may be: PostgreSQL's
// MAX_FUZZY_DISTANCE.
const fuzzyDistance = 3

// columnHint suggests the one or two nearest names (PostgreSQL's
// errorMissingColumn).
func (b *binder) columnHint(s *scope, rel, name string) string {
	best := fuzzyDistance + 1
	var found []string
	for level := s; level != nil; level = level.parent {
		for _, it := range level.items {
			if it.name == "" || !it.relVisible && !it.colsVisible {
				continue
			}
			for _, n := range it.cols.names(b, name) {
				d := editDistance(name, n, fuzzyDistance)
				if rel != "" && rel != it.name {
					d += editDistance(rel, it.name, fuzzyDistance)
				}
				if d > len(n)/2 && d > 0 || d > best || d > fuzzyDistance {
					continue
				}
				if d < best {
					best, found = d, nil
				}
				found = append(found, it.name+"."+n)
			}
		}
	}
	switch len(found) {
	case 1:
		return "Perhaps you meant to reference the column \"" + found[0] + "\"."
	case 2:
		return "Perhaps you meant to reference the column \"" + found[0] + "\" or the column \"" + found[1] + "\"."
	}
	return ""
}

// editDistance is the Levenshtein distance in bytes, or most+1 if it is larger
// than most.
func editDistance(a, b string, most int) int {
	if d := len(a) - len(b); d > most || -d > most {
		return most + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		least := row[0]
		for j := 1; j <= len(b); j++ {
			d := diagonal
			if a[i-1] != b[j-1] {
				d = min(diagonal, row[j], row[j-1]) + 1
			}
			diagonal, row[j] = row[j], d
			least = min(least, d)
		}
		if least > most {
			return most + 1
		}
	}
	return row[len(b)]
}
