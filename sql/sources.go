package sql

import (
	"context"
	"slices"
	"sort"
	"strconv"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/sysview"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/partition"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// viewSources implements sysview.Sources for one statement.
type viewSources struct {
	s    *Session
	view *catalogView
}

var _ sysview.Sources = viewSources{}

func (s *Session) sources(view *catalogView) sysview.Sources { return viewSources{s, view} }

// Catalog implements sysview.Sources.
func (v viewSources) Catalog() *catalog.Snapshot { return v.view.snap }

// Attributes implements sysview.Sources.
func (v viewSources) Attributes(ctx context.Context, t *catalog.Table, limit int) ([]catalog.Attr, error) {
	return v.view.dict.List(ctx, t.ID, limit)
}

// Instance implements sysview.Sources.
func (v viewSources) Instance() types.OID { return v.s.instance.ID }

// Role implements sysview.Sources.
func (v viewSources) Role() types.OID { return v.s.role }

// Partitions implements sysview.Sources.
func (v viewSources) Partitions() *partition.Store { return v.s.engine.store }

// StoreName implements sysview.Sources.
func (v viewSources) StoreName() string { return "local" }

// Limits implements sysview.Sources.
func (v viewSources) Limits() *limits.Set { return v.s.engine.limits }

// Sessions implements sysview.Sources.
func (v viewSources) Sessions() []sysview.Session {
	var list []sysview.Session
	waits := map[int32]string{}
	for _, l := range v.Locks() {
		if !l.Granted {
			waits[l.PID] = l.Type
		}
	}
	for _, s := range v.s.engine.Sessions() {
		st := s.State()
		u := s.meter.Total()
		host, port := clientHost(s.start.RemoteAddr), -1
		if s.start.RemoteAddr != nil {
			if ap := addressPort(s.start.RemoteAddr); ap > 0 {
				port = ap
			}
		}
		age := time.Duration(0)
		if at := st.Snapshot.at; !at.IsZero() {
			age = max(time.Since(at), time.Microsecond)
		}
		list = append(list, sysview.Session{
			PID: st.PID, RoleID: s.login, InstanceID: s.instance.ID, ApplicationName: st.ApplicationName,
			ClientAddr: host, ClientPort: port, State: st.State, Query: st.Query, WaitEvent: waits[st.PID],
			BackendStart: st.BackendStart, XactStart: st.XactStart, QueryStart: st.QueryStart, StateChange: st.StateChange,
			ReadCU: u.ReadCU, WriteCU: u.WriteCU, SnapshotAge: age, PinnedBytes: v.s.engine.pinnedBytes(st.Snapshot),
		})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].PID < list[j].PID })
	return list
}

// Jobs implements sysview.Sources.
func (v viewSources) Jobs() []sysview.Job { return v.s.engine.jobs.list() }

// Settings implements sysview.Sources.
func (v viewSources) Settings() []sysview.Setting {
	var list []sysview.Setting
	for _, d := range sortedSettings() {
		value, source := v.s.value(d.name), "default"
		if value != d.initial {
			source = "session"
		}
		st := sysview.Setting{
			Name: d.name, Value: value, Unit: d.unit, Category: "Sparrow", Description: d.help, Context: string(d.context),
			VarType: string(d.kind), Source: source, Enum: slices.Clone(d.enum), Boot: d.initial, Reset: v.s.settings.base[d.name],
		}
		if d.kind == kindInt || d.kind == kindReal {
			st.Min, st.Max = formatNumber(d.min), formatNumber(d.max)
		}
		list = append(list, st)
	}
	return list
}

// Functions implements sysview.Sources.
func (v viewSources) Functions() []sysview.Function {
	all := fn.All()
	list := make([]sysview.Function, 0, len(all))
	for _, o := range all {
		f := sysview.Function{
			OID: o.OID, Name: o.Name, Schema: o.Schema, Kind: byte(o.Kind), Args: o.Args, ArgNames: o.ArgNames, Variadic: o.Variadic,
			Defaults: o.Defaults, Result: o.Result, Strict: o.Strict && o.Kind != fn.AggregateFn, Volatility: byte(o.Volatility), Help: o.Help,
			AggKind: byte(o.Set), Direct: o.Direct,
		}
		if o.Kind == fn.SetReturning {
			f.Kind, f.Set = byte(fn.Scalar), true
		}
		for _, c := range o.Columns {
			f.OutNames, f.OutTypes = append(f.OutNames, c.Name), append(f.OutTypes, c.T.OID)
		}
		list = append(list, f)
	}
	return list
}

// Operators implements sysview.Sources.
func (v viewSources) Operators() []sysview.Operator {
	all := fn.AllOperators()
	list := make([]sysview.Operator, 0, len(all))
	for _, o := range all {
		op := sysview.Operator{OID: o.OID, Name: o.Name, Result: o.Result}
		if len(o.Args) == 2 {
			op.Left = o.Args[0]
		}
		op.Right = o.Args[len(o.Args)-1]
		list = append(list, op)
	}
	return list
}

// SequenceValue implements sysview.Sources.
func (v viewSources) SequenceValue(ctx context.Context, q *catalog.Sequence) (int64, bool, error) {
	return v.s.engine.catalog.SequenceValues().Last(ctx, q)
}

// PreparedStatements implements sysview.Sources.
func (v viewSources) PreparedStatements() []sysview.PreparedStatement {
	var list []sysview.PreparedStatement
	for name, p := range v.s.prepared {
		if name == "" {
			continue
		}
		st := sysview.PreparedStatement{Name: name, SQL: p.text, At: p.at, FromSQL: p.fromSQL}
		for _, oid := range p.params {
			st.Params = append(st.Params, types.Of(oid))
		}
		list = append(list, st)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}

// Cursors implements sysview.Sources.
func (v viewSources) Cursors() []sysview.Cursor {
	var list []sysview.Cursor
	for _, c := range v.s.cursors {
		list = append(list, sysview.Cursor{Name: c.name, SQL: c.text, Holdable: c.hold, Binary: c.binary, Scrollable: c.scroll, At: c.declared})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}

// Now implements sysview.Sources.
func (v viewSources) Now() time.Time { return v.s.stmtTime }

func addressPort(addr interface{ String() string }) int {
	s := addr.String()
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == ':' {
			n, _ := strconv.Atoi(s[i+1:])
			return n
		}
	}
	return 0
}
