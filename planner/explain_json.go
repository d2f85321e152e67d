package planner

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"
)

// ExplainJSON shows a plan as EXPLAIN (FORMAT JSON) does: a list of one object
// with the tree under "Plan". Names are PostgreSQL's where it has them.
func ExplainJSON(plan *Plan, o ExplainOptions) (string, error) {
	e := explainer{o: o}
	top := object{{"Plan", e.object(e.node(plan.Root))}}
	if o.Costs {
		read, write := planCU(plan.Root)
		top = append(top, field{"Estimated Read CU", read}, field{"Estimated Write CU", write})
	}
	if c := o.Consumed; c != nil {
		top = append(top, field{"Actual Read CU", c.ReadCU}, field{"Actual Write CU", c.WriteCU})
	}
	if o.PlanningTime > 0 {
		top = append(top, field{"Planning Time", json.Number(milliseconds(o.PlanningTime))})
	}
	if o.ExecutionTime > 0 {
		top = append(top, field{"Execution Time", json.Number(milliseconds(o.ExecutionTime))})
	}
	out, err := json.MarshalIndent([]object{top}, "", "  ")
	return string(out), err
}

// field and object are a JSON object that keeps the order of its fields.
type field struct {
	name  string
	value any
}

type object []field

// MarshalJSON writes the fields in order.
func (o object) MarshalJSON() ([]byte, error) {
	var b strings.Builder
	b.WriteByte('{')
	for i, f := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(f.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(f.value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return []byte(b.String()), nil
}

func (e *explainer) object(n *planNode) object {
	out := object{{"Node Type", n.kind}}
	if n.role != "" {
		out = append(out, field{"Subplan Name", n.role})
	}
	if n.relation != "" {
		out = append(out, field{"Relation Name", n.relation})
	}
	if e.o.Costs {
		out = append(out, field{"Startup Cost", json.Number(hundredths(n.cost.startup))}, field{"Total Cost", json.Number(hundredths(n.cost.total))},
			field{"Plan Rows", math.Round(n.rows)}, field{"Plan Width", n.width})
	}
	if a := n.actual; a != nil {
		loops := max(1, a.Loops)
		if e.o.Timing {
			out = append(out, field{"Actual Total Time", json.Number(milliseconds(a.Time / time.Duration(loops)))})
		}
		out = append(out, field{"Actual Rows", float64(a.Rows) / float64(loops)}, field{"Actual Loops", a.Loops})
	} else if n.never {
		out = append(out, field{"Actual Rows", 0}, field{"Actual Loops", 0})
	}
	for i := 0; i < len(n.props); {
		// A name that repeats (Key) is a list.
		k := i + 1
		for k < len(n.props) && n.props[k].name == n.props[i].name {
			k++
		}
		if k == i+1 {
			out = append(out, field{n.props[i].name, n.props[i].value})
		} else {
			var list []string
			for _, p := range n.props[i:k] {
				list = append(list, p.value)
			}
			out = append(out, field{n.props[i].name, list})
		}
		i = k
	}
	if len(n.children) > 0 {
		var list []object
		for _, c := range n.children {
			list = append(list, e.object(c))
		}
		out = append(out, field{"Plans", list})
	}
	return out
}

func hundredths(f float64) string { return strconv.FormatFloat(f, 'f', 2, 64) }
