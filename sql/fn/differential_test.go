package fn_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

var (
	differentialCalls = flag.Int("differential-calls", 4, "random calls of each function and operator that are held against PostgreSQL")
	differentialSeed  = flag.Int64("differential-seed", 1, "seed of the random calls")
	differentialOnly  = flag.String("differential-only", "", "regular expression of the names to call")
)

// TestAgainstPostgres calls every function and operator with arguments that
// tend to make trouble and holds values, types and errors against those of
// the PostgreSQL at PG_URL, if there is one.
func TestAgainstPostgres(t *testing.T) {
	url := os.Getenv("PG_URL")
	if url == "" {
		t.Skip("PG_URL is not set")
	}
	oracle, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer oracle.Close(context.Background())
	if _, err := oracle.Exec(context.Background(), "set timezone = 'UTC'"); err != nil {
		t.Fatal(err)
	}
	only, rnd := regexp.MustCompile(*differentialOnly), rand.New(rand.NewSource(*differentialSeed))
	called := map[string]bool{}
	list := append(append([]*fn.Overload{}, fn.All()...), fn.AllOperators()...)
	for _, o := range list {
		if o.Schema != "" || o.Kind == fn.AggregateFn || o.Kind == fn.WindowFn || o.Volatility == fn.Volatile || !only.MatchString(o.Name) || answersDiffer.MatchString(o.Name) {
			continue
		}
		for range *differentialCalls {
			call, ok := randomCall(rnd, o)
			if !ok {
				break
			}
			if called[call] {
				continue
			}
			called[call] = true
			want := ask(oracle, call)
			if strings.HasPrefix(want, "!42883 function "+o.Name+"(") {
				break // ours alone
			}
			if got := evaluate(call); !sameAnswer(got, want) {
				t.Errorf("%s\n got %.300s\nwant %.300s", call, got, want)
			}
		}
	}
}

// answersDiffer are functions of json, which have tests of their own, and those about the server, its objects or its session.
var answersDiffer = regexp.MustCompile(`^(pg_|has_|inet_|current|session|user|version|txid|now$|clock|statement_t|transaction_t|timeofday|to_reg|obj_|col_|shobj|row_security|try_cast|age$|reg|makeacl|acl|format_type|getdatabase|query_to|table_to|schema_to|cursor_to|database_to|convert$|getpgusername|json)`)

// randomCall makes the text of a call; ok is false if there are no values of
// one of the argument types.
func randomCall(rnd *rand.Rand, o *fn.Overload) (string, bool) {
	args := make([]string, 0, len(o.Args)+2)
	anyType := polymorphicTypes[rnd.Intn(len(polymorphicTypes))]
	for i, a := range o.Args {
		pool := argumentPool(o.Name, i, a, anyType)
		if pool == nil {
			return "", false
		}
		n := 1
		if o.Variadic && i == len(o.Args)-1 && !o.Operator {
			n = rnd.Intn(3)
		}
		for range n {
			args = append(args, pool[rnd.Intn(len(pool))])
		}
	}
	switch {
	case !o.Operator:
		return quotedName(o.Name) + "(" + strings.Join(args, ", ") + ")", true
	case len(args) == 1:
		return o.Name + " " + args[0], true
	default:
		return args[0] + " " + o.Name + " " + args[1], true
	}
}

func quotedName(name string) string {
	switch name {
	case "overlay", "position", "substring", "normalize", "is_normalized", "xmlexists", "like", "left", "right", "timezone", "overlaps":
		return "pg_catalog." + `"` + name + `"`
	}
	return name
}

// argumentPool lists the literals to choose an argument from.
func argumentPool(name string, i int, t types.OID, anyType string) []string {
	for _, key := range []string{fmt.Sprintf("%s %d %s", name, i, types.TypeName(t)), fmt.Sprintf("%s %d", name, i)} {
		if p, ok := specialArguments[key]; ok {
			return typedLiterals(p, types.TypeName(t))
		}
	}
	switch t {
	case types.AnyElement, types.AnyNonArray, types.AnyCompatible, types.AnyCompatibleNonArray, types.Any:
		return typedLiterals(literals[anyType], anyType)
	case types.AnyArray, types.AnyCompatibleArray:
		return typedLiterals(literals[anyType+"[]"], anyType+"[]")
	}
	if p, ok := literals[types.TypeName(t)]; ok {
		return typedLiterals(p, types.TypeName(t))
	}
	return nil
}

// typedLiterals makes casts of texts; the element types of a pool are SQL's names.
func typedLiterals(texts []string, typ string) []string {
	out := make([]string, 0, len(texts)+1)
	for _, s := range texts {
		out = append(out, "'"+strings.ReplaceAll(s, "'", "''")+"'::"+typ)
	}
	if typ != "oid" {
		out = append(out, "null::"+typ)
	}
	return out
}

// sameAnswer compares answers. Floats of functions that differ between
// machines' mathematics libraries may differ in the last digit. PostgreSQL lets
// intervals wrap around where ours refuse, and cuts characters in two in errors.
func sameAnswer(got, want string) bool {
	if got == want || got == "!22008 interval out of range" || !utf8.ValidString(want) {
		return true
	}
	var a, b float64
	var ta, tb string
	if n, _ := fmt.Sscanf(got, "%g :: %s", &a, &ta); n != 2 {
		return false
	}
	if n, _ := fmt.Sscanf(want, "%g :: %s", &b, &tb); n != 2 {
		return false
	}
	return ta == tb && ta == "double" && a != 0 && b != 0 && (a-b)/b < 1e-14 && (b-a)/b < 1e-14
}
