package ast

// Label returns the name of a result column that has no alias, by the rules of
// PostgreSQL's FigureColname; drivers and tools look columns up by it.
func Label(e Expr) string {
	if name, _ := label(e); name != "" {
		return name
	}
	return "?column?"
}

// label also tells how good the name is: 0 none, 1 a type's or CASE's, 2 a
// column's or function's. A cast prefers its argument's name of strength 2.
func label(e Expr) (name string, strength int) {
	switch e := e.(type) {
	case *ColumnRef:
		if n := len(e.Parts); n > 0 && !e.Star {
			return e.Parts[n-1], 2
		}
	case *Subscript:
		return label(e.Arg)
	case *FieldSelect:
		if !e.Star {
			return e.Field, 2
		}
		return label(e.Arg)
	case *FuncCall:
		return e.Name.Object, 2
	case *NullIf:
		return "nullif", 2
	case *Cast:
		if name, strength = label(e.Arg); strength <= 1 && e.Type != nil {
			return e.Type.Name.Object, 1
		}
		return name, strength
	case *Collate:
		return label(e.Arg)
	case *Grouping:
		return "grouping", 2
	case *Exists:
		return "exists", 2
	case *ArraySubquery, *Array:
		return "array", 2
	case *Subquery:
		return subqueryLabel(e.Query.Body)
	case *Case:
		if e.Else != nil {
			name, strength = label(e.Else)
		}
		if strength <= 1 {
			return "case", 1
		}
		return name, strength
	case *Row:
		return "row", 2
	case *Coalesce:
		return "coalesce", 2
	case *MinMax:
		if e.Least {
			return "least", 2
		}
		return "greatest", 2
	case *SQLValue:
		return sqlValueNames[e.Kind], 2
	case *IsNormalized:
		return "is_normalized", 2
	}
	return "", 0
}

// subqueryLabel takes a scalar subquery's name from its only column.
func subqueryLabel(b QueryBody) (string, int) {
	for {
		switch body := b.(type) {
		case *SelectClause:
			if len(body.Targets) == 0 {
				return "", 0
			}
			if t := body.Targets[0]; t.Alias != "" {
				return t.Alias, 2
			} else if name, strength := label(t.Expr); name != "" {
				return name, strength
			}
			return "", 0
		case *SetOp:
			b = body.Left
		case *ValuesClause:
			return "column1", 2
		case *Query:
			b = body.Body
		default:
			return "", 0
		}
	}
}

var sqlValueNames = [...]string{
	CurrentDate: "current_date", CurrentTime: "current_time", CurrentTimestamp: "current_timestamp",
	LocalTime: "localtime", LocalTimestamp: "localtimestamp", CurrentRole: "current_role",
	CurrentUser: "current_user", User: "user", SessionUser: "session_user",
	CurrentCatalog: "current_catalog", CurrentSchema: "current_schema",
}

// String returns the lower case key word.
func (k SQLValueKind) String() string { return sqlValueNames[k] }
