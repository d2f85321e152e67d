package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	for _, t := range []string{"json", "jsonb"} {
		oid := signatureType(t, t)
		array := func(c *Context, _ []types.T) AggState { return &jsonAgg{c: c, t: oid} }
		register(
			aggregate(t+"_agg(anyelement) "+t, "aggregate input into "+t, array),
			aggregate(t+"_agg(variant) "+t, "aggregate input into "+t, array),
			aggregate(t+"_object_agg(any, any) "+t, "aggregate input into a "+t+" object", func(c *Context, _ []types.T) AggState {
				return &jsonAgg{c: c, t: oid, object: true}
			}),
		)
	}
}

// jsonAgg builds the text of an array or object.
type jsonAgg struct {
	c      *Context
	t      types.OID
	object bool
	b      []byte
}

func (s *jsonAgg) Add(args []datum.Datum) error {
	switch {
	case len(s.b) > 0:
		s.b = append(s.b, ", "...)
		if !s.object && compositeJSON(args[0]) {
			s.b = append(s.b, "\n "...)
		}
	case s.object:
		s.b = append(s.b, "{ "...)
	default:
		s.b = append(s.b, '[')
	}
	var err error
	if !s.object {
		s.b, err = appendAsJSON(s.c, s.b, args[0], "")
	} else if args[0].IsNull() {
		return pgerr.New(pgerr.InvalidParameterValue, "field name must not be null")
	} else {
		s.b, err = appendPair(s.c, s.b, args[0], args[1])
	}
	if len(s.b) > maxText {
		return tooLong()
	}
	return err
}

// Result may be asked for more than once, with rows added in between.
func (s *jsonAgg) Result() (datum.Datum, error) {
	if len(s.b) == 0 {
		return datum.Null, nil
	}
	end := "]"
	if s.object {
		end = " }"
	}
	text := string(s.b) + end
	if s.t == types.JSON {
		return types.NewString(types.JSON, text), nil
	}
	return types.ParseText(types.JSONB, text, -1, nil)
}

func (s *jsonAgg) Size() int64 { return 64 + int64(cap(s.b)) }

// compositeJSON: json_agg begins a line for each array or record.
func compositeJSON(v datum.Datum) bool {
	switch v.X.(type) {
	case *types.Array, *types.RecordValue:
		return true
	}
	return false
}
