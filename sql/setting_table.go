package sql

import "math"

// The server version that clients see: PostgreSQL's whose behaviour Sparrow
// follows.
const (
	ServerVersion    = "15.18"
	serverVersionNum = "150018"
	// Version is Sparrow's own.
	Version = "0.1.0"
)

var isolationLevels = []string{"serializable", "repeatable read", "read committed", "read uncommitted"}

var messageLevels = []string{"debug5", "debug4", "debug3", "debug2", "debug1", "log", "notice", "warning", "error"}

const maxInt = math.MaxInt32

// settingTable declares every setting: first what Sparrow acts upon, then what
// it only keeps, because clients set or read it.
var settingTable = []setting{
	// Sparrow's own.
	{name: "implicit_primary_key", kind: kindBool, initial: "off", context: ctxUser, help: "Gives tables created without a primary key a hidden one."},
	{name: "select_star_attributes", kind: kindInt, initial: "1600", context: ctxUser, max: 1600, help: "Most free attributes that * stands for."},
	{name: "sql_dialect", kind: kindEnum, initial: "postgresql", context: ctxUser, enum: []string{"postgresql", "postgres", dialectTablestore}, check: checkDialect, help: "SQL dialect of the session: PostgreSQL's, or that of Tablestore."},
	{name: "unknown_attributes", kind: kindEnum, initial: "error", context: ctxUser, enum: []string{"error", "null"}, help: "What a name means that neither the table nor its dictionary knows."},

	// What clients are told, and Sparrow acts upon.
	{name: "application_name", kind: kindString, context: ctxUser, report: true, check: checkApplicationName, help: "Name by which the client wants to be known in logs and views."},
	{name: "bytea_output", kind: kindEnum, initial: "hex", context: ctxUser, enum: []string{"escape", "hex"}, help: "Text form of bytea in results."},
	{name: "client_encoding", kind: kindString, initial: "UTF8", context: ctxUser, report: true, check: checkClientEncoding, help: "Character encoding the client speaks: always UTF8."},
	{name: "client_min_messages", kind: kindEnum, initial: "notice", context: ctxUser, enum: messageLevels, help: "Least severity of notices sent to the client."},
	{name: "DateStyle", kind: kindString, initial: "ISO, MDY", context: ctxUser, report: true, check: checkDateStyle, help: "Output style of dates, and the order of day, month and year in input."},
	{name: "default_transaction_deferrable", kind: kindBool, initial: "off", context: ctxUser, help: "DEFERRABLE mode that transactions begin with."},
	{name: "default_transaction_isolation", kind: kindEnum, initial: "read committed", context: ctxUser, enum: isolationLevels, help: "Isolation level that transactions begin with."},
	{name: "default_transaction_read_only", kind: kindBool, initial: "off", context: ctxUser, report: true, help: "Whether transactions begin read-only."},
	{name: "extra_float_digits", kind: kindInt, initial: "1", context: ctxUser, min: -15, max: 3, help: "Digits of floating-point output; above 0 the shortest exact form."},
	{name: "in_hot_standby", kind: kindBool, initial: "off", context: ctxInternal, report: true, help: "Whether this server is a standby."},
	{name: "integer_datetimes", kind: kindBool, initial: "on", context: ctxInternal, report: true, help: "Whether times are kept as integers: they are."},
	{name: "IntervalStyle", kind: kindEnum, initial: "postgres", context: ctxUser, enum: []string{"postgres", "postgres_verbose", "sql_standard", "iso_8601"}, report: true, help: "Output style of intervals."},
	{name: "is_superuser", kind: kindBool, initial: "on", context: ctxInternal, report: true, help: "Whether the current role is a superuser."},
	{name: "idle_in_transaction_session_timeout", kind: kindInt, initial: "0", unit: "ms", context: ctxUser, max: maxInt, help: "Longest time that a session may be idle inside a transaction; 0 is for ever."},
	{name: "idle_session_timeout", kind: kindInt, initial: "0", unit: "ms", context: ctxUser, max: maxInt, help: "Longest time that a session may be idle outside transactions; 0 is for ever."},
	{name: "lock_timeout", kind: kindInt, initial: "0", unit: "ms", context: ctxUser, max: maxInt, help: "Longest wait for a lock; 0 is for ever."},
	{name: "max_connections", kind: kindInt, initial: "100", context: ctxStart, min: 1, max: 262143, help: "Most connections at once."},
	{name: "role", kind: kindString, initial: "none", context: ctxUser, help: "Role whose privileges are in force."},
	{name: "search_path", kind: kindString, initial: `"$user", public`, context: ctxUser, check: checkSearchPath, help: "Schemas that unqualified names are looked up in, in order."},
	{name: "server_encoding", kind: kindString, initial: "UTF8", context: ctxInternal, report: true, help: "Character encoding of stored text."},
	{name: "server_version", kind: kindString, initial: ServerVersion, context: ctxInternal, report: true, help: "PostgreSQL version whose behaviour the server follows."},
	{name: "server_version_num", kind: kindInt, initial: serverVersionNum, context: ctxInternal, max: maxInt, help: "The same version as a number."},
	{name: "session_authorization", kind: kindString, context: ctxInternal, report: true, help: "Role of the session."},
	{name: "standard_conforming_strings", kind: kindBool, initial: "on", context: ctxUser, report: true, check: checkAlwaysOn, help: "Whether backslashes in plain string literals are ordinary: they are."},
	{name: "statement_timeout", kind: kindInt, initial: "0", unit: "ms", context: ctxUser, max: maxInt, help: "Longest run of a statement; 0 is for ever."},
	{name: "TimeZone", kind: kindString, initial: "UTC", context: ctxUser, report: true, check: checkTimeZone, help: "Time zone of timestamps with time zone in input and output."},
	{name: "transaction_deferrable", kind: kindBool, initial: "off", context: ctxUser, help: "DEFERRABLE mode of the transaction."},
	{name: "transaction_isolation", kind: kindEnum, initial: "read committed", context: ctxUser, enum: isolationLevels, help: "Isolation level of the transaction."},
	{name: "transaction_read_only", kind: kindBool, initial: "off", context: ctxUser, help: "Whether the transaction is read-only."},

	{name: "debug_spill_memory", kind: kindBool, initial: "off", context: ctxUser, help: "For tests: whether operators write to temporary files as soon as they hold anything."},
	{name: "hash_mem_multiplier", kind: kindReal, initial: "2", context: ctxUser, min: 1, max: 1000, help: "How many times work_mem a hash table may take."},
	{name: "temp_file_limit", kind: kindInt, initial: "-1", unit: "kB", context: ctxSuperuser, min: -1, max: maxInt, help: "Most that the temporary files of one statement may take; -1 is no bound."},
	{name: "work_mem", kind: kindInt, initial: "32768", unit: "kB", context: ctxUser, min: 64, max: maxInt, help: "What one sort or hash table of a statement may take before it goes on with temporary files."},

	// What is only kept.
	{name: "autovacuum", kind: kindBool, initial: "on", context: ctxSighup, help: "Whether the server analyzes tables by itself whose rows have changed much."},
	{name: "array_nulls", kind: kindBool, initial: "on", context: ctxUser, help: "Kept for clients: NULL in array input always means NULL."},
	{name: "backslash_quote", kind: kindEnum, initial: "safe_encoding", context: ctxUser, enum: []string{"safe_encoding", "on", "off"}, help: "Kept for clients: has no effect here."},
	{name: "block_size", kind: kindInt, initial: "8192", context: ctxInternal, min: 8192, max: 8192, help: "Kept for clients: PostgreSQL's page size in bytes."},
	{name: "check_function_bodies", kind: kindBool, initial: "on", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "cluster_name", kind: kindString, context: ctxStart, help: "Kept for clients: name of the cluster."},
	{name: "constraint_exclusion", kind: kindEnum, initial: "partition", context: ctxUser, enum: []string{"partition", "on", "off"}, help: "Kept for clients: has no effect here."},
	{name: "cursor_tuple_fraction", kind: kindReal, initial: "0.1", context: ctxUser, max: 1, help: "Kept for clients: has no effect here."},
	{name: "data_checksums", kind: kindBool, initial: "on", context: ctxInternal, help: "Whether stored data carries checksums: it does."},
	{name: "deadlock_timeout", kind: kindInt, initial: "1000", unit: "ms", context: ctxSuperuser, min: 1, max: maxInt, help: "Kept for clients: deadlocks are found at once here."},
	{name: "debug_assertions", kind: kindBool, initial: "off", context: ctxInternal, help: "Kept for clients: whether assertions are compiled in."},
	{name: "default_table_access_method", kind: kindString, initial: "heap", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "default_tablespace", kind: kindString, context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "default_text_search_config", kind: kindString, initial: "pg_catalog.english", context: ctxUser, check: checkTextSearchConfig, help: "Text search configuration of functions that are given none: simple or english."},
	{name: "default_toast_compression", kind: kindEnum, initial: "pglz", context: ctxUser, enum: []string{"pglz", "lz4"}, help: "Kept for clients: has no effect here."},
	{name: "effective_cache_size", kind: kindInt, initial: "524288", unit: "8kB", context: ctxUser, min: 1, max: maxInt, help: "Kept for clients: has no effect here."},
	{name: "enable_bitmapscan", kind: kindBool, initial: "on", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "enable_hashagg", kind: kindBool, initial: "on", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "enable_hashjoin", kind: kindBool, initial: "on", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "enable_indexonlyscan", kind: kindBool, initial: "on", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "enable_indexscan", kind: kindBool, initial: "on", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "enable_material", kind: kindBool, initial: "on", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "enable_mergejoin", kind: kindBool, initial: "on", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "enable_nestloop", kind: kindBool, initial: "on", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "enable_seqscan", kind: kindBool, initial: "on", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "enable_sort", kind: kindBool, initial: "on", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "escape_string_warning", kind: kindBool, initial: "on", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "force_parallel_mode", kind: kindEnum, initial: "off", context: ctxUser, enum: []string{"off", "on", "regress"}, help: "Kept for clients: has no effect here."},
	{name: "from_collapse_limit", kind: kindInt, initial: "8", context: ctxUser, min: 1, max: maxInt, help: "Kept for clients: has no effect here."},
	{name: "geqo", kind: kindBool, initial: "on", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "gin_fuzzy_search_limit", kind: kindInt, initial: "0", context: ctxUser, max: maxInt, help: "Kept for clients: has no effect here."},
	{name: "jit", kind: kindBool, initial: "off", context: ctxUser, help: "Kept for clients: nothing is compiled at run time."},
	{name: "join_collapse_limit", kind: kindInt, initial: "8", context: ctxUser, min: 1, max: maxInt, help: "Kept for clients: has no effect here."},
	{name: "lc_collate", kind: kindString, initial: "C", context: ctxInternal, help: "Collation of text: by its bytes."},
	{name: "lc_ctype", kind: kindString, initial: "C.UTF-8", context: ctxInternal, help: "Locale of character classes."},
	{name: "lc_messages", kind: kindString, initial: "C", context: ctxSuperuser, help: "Kept for clients: has no effect here."},
	{name: "lc_monetary", kind: kindString, initial: "C", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "lc_numeric", kind: kindString, initial: "C", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "lc_time", kind: kindString, initial: "C", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "log_min_duration_statement", kind: kindInt, initial: "-1", unit: "ms", context: ctxSuperuser, min: -1, max: maxInt, help: "Kept for clients: has no effect here."},
	{name: "log_statement", kind: kindEnum, initial: "none", context: ctxSuperuser, enum: []string{"none", "ddl", "mod", "all"}, help: "Kept for clients: has no effect here."},
	{name: "maintenance_work_mem", kind: kindInt, initial: "65536", unit: "kB", context: ctxUser, min: 1024, max: maxInt, help: "Kept for clients: has no effect here."},
	{name: "max_function_args", kind: kindInt, initial: "100", context: ctxInternal, min: 100, max: 100, help: "Most arguments of a function."},
	{name: "max_identifier_length", kind: kindInt, initial: "255", context: ctxInternal, min: 255, max: 255, help: "Longest name, in bytes."},
	{name: "max_index_keys", kind: kindInt, initial: "32", context: ctxInternal, min: 32, max: 32, help: "Kept for clients: most columns of an index in PostgreSQL."},
	{name: "max_parallel_workers_per_gather", kind: kindInt, initial: "2", context: ctxUser, max: 1024, help: "Sets how many goroutines may aggregate the rows of one table."},
	{name: "max_prepared_transactions", kind: kindInt, initial: "0", context: ctxStart, max: 262143, help: "Kept for clients: has no effect here."},
	{name: "password_encryption", kind: kindEnum, initial: "scram-sha-256", context: ctxUser, enum: []string{"scram-sha-256"}, help: "How passwords are kept."},
	{name: "plan_cache_mode", kind: kindEnum, initial: "auto", context: ctxUser, enum: []string{"auto", "force_generic_plan", "force_custom_plan"}, help: "Kept for clients: has no effect here."},
	{name: "quote_all_identifiers", kind: kindBool, initial: "off", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "random_page_cost", kind: kindReal, initial: "4", context: ctxUser, max: math.MaxFloat64, help: "Kept for clients: has no effect here."},
	{name: "row_security", kind: kindBool, initial: "on", context: ctxUser, help: "Kept for clients: there are no row policies yet."},
	{name: "seq_page_cost", kind: kindReal, initial: "1", context: ctxUser, max: math.MaxFloat64, help: "Kept for clients: has no effect here."},
	{name: "session_replication_role", kind: kindEnum, initial: "origin", context: ctxSuperuser, enum: []string{"origin", "replica", "local"}, help: "Kept for clients: has no effect here."},
	{name: "ssl", kind: kindBool, initial: "off", context: ctxSighup, help: "Whether connections can be encrypted."},
	{name: "synchronize_seqscans", kind: kindBool, initial: "on", context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "synchronous_commit", kind: kindEnum, initial: "on", context: ctxUser, enum: []string{"local", "remote_write", "remote_apply", "on", "off"}, help: "Kept for clients: a commit always waits for the disk."},
	{name: "tcp_keepalives_count", kind: kindInt, initial: "9", context: ctxUser, max: maxInt, help: "Kept for clients: has no effect here."},
	{name: "tcp_keepalives_idle", kind: kindInt, initial: "7200", unit: "s", context: ctxUser, max: maxInt, help: "Kept for clients: has no effect here."},
	{name: "tcp_keepalives_interval", kind: kindInt, initial: "75", unit: "s", context: ctxUser, max: maxInt, help: "Kept for clients: has no effect here."},
	{name: "temp_buffers", kind: kindInt, initial: "1024", unit: "8kB", context: ctxUser, min: 100, max: maxInt, help: "Kept for clients: has no effect here."},
	{name: "temp_tablespaces", kind: kindString, context: ctxUser, help: "Kept for clients: has no effect here."},
	{name: "transform_null_equals", kind: kindBool, initial: "off", context: ctxUser, check: checkAlwaysOff, help: "Kept for clients: has no effect here."},
	{name: "vacuum_cost_delay", kind: kindReal, initial: "0", unit: "ms", context: ctxUser, max: 100, help: "Kept for clients: has no effect here."},
	{name: "wal_level", kind: kindEnum, initial: "replica", context: ctxStart, enum: []string{"minimal", "replica", "logical"}, help: "Kept for clients: content of the log."},
	{name: "xmloption", kind: kindEnum, initial: "content", context: ctxUser, enum: []string{"content", "document"}, help: "Kept for clients: has no effect here."},
}
