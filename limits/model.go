package limits

import "math"

// Bounds of the table model. The values are Tablestore's: "General limits" and
// "Limits on the wide column model" of its documentation. Adjustable ones are
// those that its operators raise on a ticket. Bounds that would only hurt SQL
// users (200 rows in a batch, 5,000 rows in a range) are left out on purpose.
var (
	// InstancesPerAccount bounds the instances that one role owns.
	InstancesPerAccount = declare(Limit{
		Name: "instances_per_account", Scope: ScopeAccount, Unit: UnitCount,
		Default: 10, Min: 1, Max: 100_000, Adjustable: true, SQLSTATE: "53400",
		Help: "Instances (databases) that one role may own.",
	})
	// TablesPerInstance bounds tables and indexes together.
	TablesPerInstance = declare(Limit{
		Name: "tables_per_instance", Scope: ScopeInstance, Unit: UnitCount,
		Default: 64, Min: 1, Max: 100_000, Adjustable: true, SQLSTATE: "53400",
		Help: "Tables of an instance; each secondary index counts as a table.",
	})
	// PrimaryKeyColumns bounds the columns of a primary key.
	PrimaryKeyColumns = declare(Limit{
		Name: "primary_key_columns", Scope: ScopeTable, Unit: UnitCount,
		Default: 4, Min: 1, SQLSTATE: "54011",
		Help: "Columns of a primary key.",
	})
	// PrimaryKeyValueBytes bounds one key column's value.
	PrimaryKeyValueBytes = declare(Limit{
		Name: "primary_key_value_bytes", Scope: ScopeCell, Unit: UnitBytes,
		Default: 1024, Min: 1, SQLSTATE: "54000",
		Help: "Bytes of the value of one primary key column.",
	})
	// AttributeValueBytes bounds one attribute's value.
	AttributeValueBytes = declare(Limit{
		Name: "attribute_value_bytes", Scope: ScopeCell, Unit: UnitBytes,
		Default: 2 << 20, Min: 1, SQLSTATE: "54000",
		Help: "Bytes of the value of one attribute.",
	})
	// AttributesPerWrite bounds the attributes that one row write sets or removes.
	AttributesPerWrite = declare(Limit{
		Name: "attributes_per_write", Scope: ScopeRow, Unit: UnitCount,
		Default: 1024, Min: 1, SQLSTATE: "54011",
		Help: "Attributes that one write of one row may set or remove; a row itself may have any number.",
	})
	// RowWriteBytes bounds the bytes of one row write.
	RowWriteBytes = declare(Limit{
		Name: "row_write_bytes", Scope: ScopeRow, Unit: UnitBytes,
		Default: 4 << 20, Min: 1, SQLSTATE: "54000",
		Help: "Bytes that one write of one row may carry: names and values of key and attributes.",
	})
	// NameBytes bounds names of tables, columns, attributes and all else.
	NameBytes = declare(Limit{
		Name: "name_bytes", Scope: ScopeName, Unit: UnitBytes,
		Default: 255, Min: 1, SQLSTATE: "42622",
		Help: "Bytes of a name of a table, column, attribute or other object.",
	})
	// ReservedCUPerTable bounds a table's reserve, reads and writes apart.
	ReservedCUPerTable = declare(Limit{
		Name: "reserved_cu_per_table", Scope: ScopeTable, Unit: UnitCU,
		Default: 100_000, Min: 0, Max: 1_000_000_000, Adjustable: true, SQLSTATE: "53400",
		Help: "Capacity units per second that a table may reserve, for reads and for writes each.",
	})
	// ThroughputAdjustInterval is the least time between two changes of a reserve.
	ThroughputAdjustInterval = declare(Limit{
		Name: "throughput_adjust_interval", Scope: ScopeTable, Unit: UnitSeconds,
		Default: 120, Min: 0, Max: 86_400, Adjustable: true, SQLSTATE: "53400",
		Help: "Seconds that have to pass between two changes of a table's reserved throughput.",
	})
	// PartitionKeyCU is the load past which one partition-key value may be throttled.
	PartitionKeyCU = declare(Limit{
		Name: "partition_key_cu", Scope: ScopePartitionKey, Unit: UnitCU,
		Default: 10_000, Min: 1, Max: math.MaxInt32, Adjustable: true, SQLSTATE: "53000",
		Help: "Capacity units per second that the rows of one partition-key value may draw.",
	})
	// IndexesPerTable bounds secondary indexes.
	IndexesPerTable = declare(Limit{
		Name: "indexes_per_table", Scope: ScopeTable, Unit: UnitCount,
		Default: 5, Min: 0, Max: 1_000, Adjustable: true, SQLSTATE: "53400",
		Help: "Secondary indexes of a table.",
	})
)
