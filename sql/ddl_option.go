package sql

import (
	"math"
	"strconv"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// tableOption is an option of WITH (…) and ALTER TABLE … SET (…).
type tableOption struct {
	name string
	// set checks a value and stores it; reset is with the text of the default.
	set func(d *ddl, o *catalog.TableOptions, text string) error
	// initial is the value that RESET restores.
	initial string
	// createOnly says that the option belongs to CREATE TABLE.
	createOnly bool
}

// tableOptions are Sparrow's own storage options (design.md section 5).
var tableOptions = []tableOption{
	{name: "partitions", initial: "1", createOnly: true, set: func(_ *ddl, o *catalog.TableOptions, text string) (err error) {
		o.Partitions, err = intOption("partitions", text, 1, 1024)
		return err
	}},
	{name: "reserved_read_cu", initial: "0", set: func(d *ddl, o *catalog.TableOptions, text string) error {
		return d.reserve("reserved_read_cu", &o.ReservedReadCU, text)
	}},
	{name: "reserved_write_cu", initial: "0", set: func(d *ddl, o *catalog.TableOptions, text string) error {
		return d.reserve("reserved_write_cu", &o.ReservedWriteCU, text)
	}},
	{name: "throughput_mode", initial: "elastic", set: func(_ *ddl, o *catalog.TableOptions, text string) error {
		if text == "reserved" {
			return pgerr.Unsupported("throughput_mode = 'reserved'").WithHint("With 'elastic', use beyond the reserve is metered.")
		}
		if text != "elastic" {
			return badOption("throughput_mode", text, "Valid values are \"elastic\" and \"reserved\".")
		}
		o.ThroughputMode = text
		return nil
	}},
	{name: "burst_seconds", initial: "300", set: func(_ *ddl, o *catalog.TableOptions, text string) (err error) {
		o.BurstSeconds, err = intOption("burst_seconds", text, 0, 3600)
		return err
	}},
	{name: "partition_split_bytes", initial: "0", set: func(_ *ddl, o *catalog.TableOptions, text string) (err error) {
		o.PartitionSplitBytes, err = bytesOption("partition_split_bytes", text)
		return err
	}},
	{name: "partition_split_cu", initial: "0", set: func(_ *ddl, o *catalog.TableOptions, text string) error {
		n, err := intOption("partition_split_cu", text, 0, math.MaxInt32)
		o.PartitionSplitCU = int64(n)
		return err
	}},
	{name: "max_versions", initial: "1", set: func(_ *ddl, o *catalog.TableOptions, text string) (err error) {
		o.MaxVersions, err = intOption("max_versions", text, 1, math.MaxInt32)
		return err
	}},
	{name: "ttl", initial: "0", set: setTTL},
	{name: "buckets", initial: "0", createOnly: true, set: func(_ *ddl, _ *catalog.TableOptions, text string) error {
		n, err := intOption("buckets", text, 0, 65_536)
		if err == nil && n > 0 {
			return pgerr.Unsupported("buckets").WithHint("Begin the primary key with a column whose values are spread evenly.")
		}
		return err
	}},
	{name: "bucket_by", initial: "partition_key", createOnly: true, set: func(_ *ddl, o *catalog.TableOptions, text string) error {
		switch text {
		case "partition_key", "primary_key", "random":
			return nil
		}
		return badOption("bucket_by", text, "Valid values are \"partition_key\", \"primary_key\" and \"random\".")
	}},
}

// foreignOptions are PostgreSQL's storage options of tables: accepted, kept
// and shown, without an effect here.
var foreignOptions = map[string]bool{
	"fillfactor": true, "toast_tuple_target": true, "parallel_workers": true, "user_catalog_table": true,
	"vacuum_index_cleanup": true, "vacuum_truncate": true, "log_autovacuum_min_duration": true, "autovacuum_enabled": true,
	"autovacuum_vacuum_threshold": true, "autovacuum_vacuum_scale_factor": true, "autovacuum_vacuum_insert_threshold": true,
	"autovacuum_vacuum_insert_scale_factor": true, "autovacuum_analyze_threshold": true, "autovacuum_analyze_scale_factor": true,
	"autovacuum_vacuum_cost_delay": true, "autovacuum_vacuum_cost_limit": true, "autovacuum_freeze_min_age": true,
	"autovacuum_freeze_max_age": true, "autovacuum_freeze_table_age": true, "autovacuum_multixact_freeze_min_age": true,
	"autovacuum_multixact_freeze_max_age": true, "autovacuum_multixact_freeze_table_age": true,
}

// options applies the options of WITH or SET to o.
func (d *ddl) options(o *catalog.TableOptions, list []ast.Option, t *catalog.Table, creating bool) error {
	if creating {
		*o = catalog.TableOptions{MaxVersions: 1, ThroughputMode: "elastic", BurstSeconds: 300}
	}
	seen := map[string]bool{}
	for _, opt := range list {
		full := opt.Name
		if opt.Namespace != "" {
			full = opt.Namespace + "." + opt.Name
		}
		if seen[full] {
			return pgerr.New(pgerr.InvalidParameterValue, "parameter %q specified more than once", full).At(d.at(opt))
		}
		seen[full] = true
		if err := d.option(o, opt, full, creating); err != nil {
			return pgerr.At(err, d.at(opt))
		}
	}
	if creating {
		o.Retain(catalog.TableOptions{}, d.now())
	}
	if creating && o.Partitions > 1 {
		return checkPresplit(t)
	}
	return nil
}

func (d *ddl) option(o *catalog.TableOptions, opt ast.Option, full string, creating bool) error {
	text := "true"
	if len(opt.Values) > 0 {
		text = opt.Values[0].Text
	}
	if opt.Namespace == "toast" || opt.Namespace == "" && foreignOptions[opt.Name] {
		return foreignOption(o, full, text)
	}
	if opt.Namespace != "" {
		return pgerr.New(pgerr.InvalidParameterValue, "unrecognized parameter namespace %q", opt.Namespace)
	}
	for _, known := range tableOptions {
		if known.name != opt.Name {
			continue
		}
		if known.createOnly && !creating {
			return pgerr.New(pgerr.InvalidParameterValue, "option %q can only be given when the table is created", opt.Name)
		}
		return known.set(d, o, text)
	}
	if opt.Name == "oids" {
		if text == "false" {
			return nil
		}
		return pgerr.New(pgerr.FeatureNotSupported, "tables declared WITH OIDS are not supported")
	}
	return pgerr.New(pgerr.InvalidParameterValue, "unrecognized parameter %q", opt.Name)
}

// resetOptions restores options to what they are without WITH.
func (d *ddl) resetOptions(o *catalog.TableOptions, list []ast.Option) error {
	for _, opt := range list {
		known := false
		for _, to := range tableOptions {
			if to.name == opt.Name && opt.Namespace == "" && !to.createOnly {
				known = true
				if err := to.set(d, o, to.initial); err != nil {
					return err
				}
			}
		}
		full := opt.Name
		if opt.Namespace != "" {
			full = opt.Namespace + "." + opt.Name
		}
		if !known && !foreignOptions[opt.Name] && opt.Namespace != "toast" {
			return pgerr.New(pgerr.InvalidParameterValue, "unrecognized parameter %q", full).At(d.at(opt))
		}
		delete(o.Other, full)
	}
	return nil
}

func foreignOption(o *catalog.TableOptions, name, text string) error {
	if name == "fillfactor" {
		n, err := strconv.Atoi(text)
		if err != nil {
			return pgerr.New(pgerr.InvalidParameterValue, "invalid value for integer option %q: %s", name, text)
		}
		if n < 10 || n > 100 {
			return pgerr.New(pgerr.InvalidParameterValue, "value %s out of bounds for option %q", text, name).
				WithDetail("Valid values are between \"10\" and \"100\".")
		}
	}
	if o.Other == nil {
		o.Other = map[string]string{}
	}
	o.Other[name] = text
	return nil
}

func badOption(name, text, detail string) error {
	return pgerr.New(pgerr.InvalidParameterValue, "invalid value for option %q: %s", name, text).WithDetail("%s", detail)
}

func intOption(name, text string, low, high int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, pgerr.New(pgerr.InvalidParameterValue, "invalid value for integer option %q: %s", name, text)
	}
	if n < low || n > high {
		return 0, pgerr.New(pgerr.InvalidParameterValue, "value %s out of bounds for option %q", text, name).
			WithDetail("Valid values are between \"%d\" and \"%d\".", low, high)
	}
	return n, nil
}

// byteUnits are the units that sizes may be given in, as PostgreSQL's settings.
var byteUnits = []struct {
	suffix string
	bytes  int64
}{{"TB", 1 << 40}, {"GB", 1 << 30}, {"MB", 1 << 20}, {"kB", 1 << 10}, {"B", 1}}

// splitBytesMin keeps partitions from being split to dust.
const splitBytesMin = 4 << 10

func bytesOption(name, text string) (int64, error) {
	digits, unit := text, int64(1)
	for _, u := range byteUnits {
		if n := len(text) - len(u.suffix); n > 0 && text[n:] == u.suffix {
			digits, unit = text[:n], u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64/unit {
		return 0, badOption(name, text, "It is a number of bytes, or with a unit: B, kB, MB, GB, TB.")
	}
	if n *= unit; n != 0 && n < splitBytesMin {
		return 0, badOption(name, text, "The least is 4kB; 0 stands for the cluster's setting.")
	}
	return n, nil
}

// reserve sets a reserved throughput within its limit.
func (d *ddl) reserve(name string, into *int, text string) error {
	n, err := intOption(name, text, 0, int(limits.ReservedCUPerTable.Value(d.limits())))
	*into = n
	return err
}
