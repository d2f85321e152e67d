package sql

import (
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// copyOptions are the options of COPY, checked.
type copyOptions struct {
	csv          bool
	binary       bool
	delimiter    byte
	null         string
	header       bool
	headerMatch  bool // HEADER MATCH: the names must be the columns'
	quote        byte
	escape       byte
	forceQuote   map[string]bool // column names; "*" is all
	forceNotNull map[string]bool
	forceNull    map[string]bool
}

// newCopyOptions reads the options with PostgreSQL's rules and messages.
func newCopyOptions(c *ast.Copy, text string) (*copyOptions, error) {
	o := &copyOptions{}
	given := map[string]ast.Option{}
	for _, opt := range c.Options {
		if _, dup := given[opt.Name]; dup {
			return nil, pgerr.New(pgerr.SyntaxError, "conflicting or redundant options").At(ast.Position(text, opt.Pos()))
		}
		given[opt.Name] = opt
	}
	if err := o.readFormat(given, text); err != nil {
		return nil, err
	}
	o.delimiter, o.null, o.quote = '\t', `\N`, '"'
	if o.csv {
		o.delimiter, o.null = ',', ""
	}
	for name, opt := range given {
		if err := o.read(name, opt, c.From, text); err != nil {
			return nil, err
		}
	}
	if o.escape == 0 {
		o.escape = o.quote
	}
	return o, o.check(given, c.From)
}

func (o *copyOptions) readFormat(given map[string]ast.Option, text string) error {
	opt, ok := given["format"]
	if !ok {
		return nil
	}
	delete(given, "format")
	switch f := optionText(opt); f {
	case "text":
	case "csv":
		o.csv = true
	case "binary":
		o.binary = true
	default:
		return pgerr.New(pgerr.InvalidParameterValue, "COPY format %q not recognized", f).At(ast.Position(text, opt.Pos()))
	}
	return nil
}

func (o *copyOptions) read(name string, opt ast.Option, from bool, text string) error {
	bad := func(format string, args ...any) error {
		return pgerr.New(pgerr.FeatureNotSupported, format, args...)
	}
	one := func(what string, to *byte) error {
		v := optionText(opt)
		if len(v) != 1 {
			return bad("COPY %s must be a single one-byte character", what)
		}
		*to = v[0]
		return nil
	}
	switch name {
	case "delimiter":
		return one("delimiter", &o.delimiter)
	case "quote":
		return one("quote", &o.quote)
	case "escape":
		return one("escape", &o.escape)
	case "null":
		o.null = optionText(opt)
	case "header":
		if strings.EqualFold(optionText(opt), "match") {
			if !from {
				return bad("cannot use %q with HEADER in COPY TO", "match")
			}
			o.header, o.headerMatch = true, true
			return nil
		}
		return optionBool(opt, &o.header)
	case "freeze":
		var ignored bool
		return optionBool(opt, &ignored)
	case "encoding":
		_, err := checkClientEncoding(nil, optionText(opt))
		return err
	case "force_quote", "force_not_null", "force_null":
		set := map[string]bool{}
		for _, v := range opt.Values {
			if v.Kind == ast.OptionStar {
				set["*"] = true
			} else {
				set[v.Text] = true
			}
		}
		switch name {
		case "force_quote":
			o.forceQuote = set
		case "force_not_null":
			o.forceNotNull = set
		default:
			o.forceNull = set
		}
	default:
		return pgerr.New(pgerr.SyntaxError, "option %q not recognized", name).At(ast.Position(text, opt.Pos()))
	}
	return nil
}

// check holds the rules between options (PostgreSQL's ProcessCopyOptions).
func (o *copyOptions) check(given map[string]ast.Option, from bool) error {
	bad := func(format string, args ...any) error {
		return pgerr.New(pgerr.FeatureNotSupported, format, args...)
	}
	has := func(name string) bool { _, ok := given[name]; return ok }
	switch {
	case o.binary && has("delimiter"):
		return pgerr.New(pgerr.SyntaxError, "cannot specify DELIMITER in BINARY mode")
	case o.binary && has("null"):
		return pgerr.New(pgerr.SyntaxError, "cannot specify NULL in BINARY mode")
	case o.binary && o.header:
		return bad("cannot specify HEADER in BINARY mode")
	case o.delimiter == '\r' || o.delimiter == '\n':
		return pgerr.New(pgerr.InvalidParameterValue, "COPY delimiter cannot be newline or carriage return")
	case strings.ContainsAny(o.null, "\r\n"):
		return pgerr.New(pgerr.InvalidParameterValue, "COPY null representation cannot use newline or carriage return")
	case !utf8.ValidString(string([]byte{o.delimiter})):
		return bad("COPY delimiter must be a single one-byte character")
	case !o.csv && strings.IndexByte(`\.abcdefghijklmnopqrstuvwxyz0123456789`, o.delimiter) >= 0:
		return pgerr.New(pgerr.InvalidParameterValue, "COPY delimiter cannot be %q", string(o.delimiter))
	case !o.csv && has("quote"):
		return bad("COPY quote available only in CSV mode")
	case !o.csv && has("escape"):
		return bad("COPY escape available only in CSV mode")
	case !o.csv && has("force_quote"):
		return bad("COPY force quote available only in CSV mode")
	case from && has("force_quote"):
		return bad("COPY force quote only available using COPY TO")
	case !o.csv && has("force_not_null"):
		return bad("COPY force not null available only in CSV mode")
	case !from && has("force_not_null"):
		return bad("COPY force not null only available using COPY FROM")
	case !o.csv && has("force_null"):
		return bad("COPY force null available only in CSV mode")
	case !from && has("force_null"):
		return bad("COPY force null only available using COPY FROM")
	case o.csv && o.delimiter == o.quote:
		return pgerr.New(pgerr.InvalidParameterValue, "COPY delimiter and quote must be different")
	case strings.IndexByte(o.null, o.delimiter) >= 0:
		return pgerr.New(pgerr.InvalidParameterValue, "COPY delimiter must not appear in the NULL specification")
	case o.csv && strings.IndexByte(o.null, o.quote) >= 0:
		return pgerr.New(pgerr.InvalidParameterValue, "CSV quote character must not appear in the NULL specification")
	}
	return nil
}

// optionBool reads a boolean option; the name alone is true.
func optionBool(o ast.Option, to *bool) error {
	*to = true
	if len(o.Values) == 0 {
		return nil
	}
	on, ok := parseBool(o.Values[0].Text)
	if !ok {
		return pgerr.New(pgerr.SyntaxError, "%s requires a Boolean value", o.Name)
	}
	*to = on
	return nil
}
