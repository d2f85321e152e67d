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
	{name: "max_statement_cu", kind: kindInt, initial: "0", context: ctxUser, max: maxInt, help: "Ends a statement that uses more capacity units; 0 is off."},
	{name: "select_star_attributes", kind: kindInt, initial: "1600", context: ctxUser, max: 1600, help: "Most free attributes that * stands for."},
	{name: "sql_dialect", kind: kindEnum, initial: "postgresql", context: ctxUser, enum: []string{"postgresql"}, help: "SQL dialect of the session."},
	{name: "unknown_attributes", kind: kindEnum, initial: "error", context: ctxUser, enum: []string{"error", "null"}, help: "What a name means that neither the table nor its dictionary knows."},

	// What clients are told, and Sparrow acts upon.
	{name: "application_name", kind: kindString, context: ctxUser, report: true, check: checkApplicationName, help: "Sets the application name to be reported in statistics and logs."},
	{name: "bytea_output", kind: kindEnum, initial: "hex", context: ctxUser, enum: []string{"escape", "hex"}, help: "Sets the output format for bytea."},
	{name: "client_encoding", kind: kindString, initial: "UTF8", context: ctxUser, report: true, check: checkClientEncoding, help: "Sets the client's character set encoding."},
	{name: "client_min_messages", kind: kindEnum, initial: "notice", context: ctxUser, enum: messageLevels, help: "Sets the message levels that are sent to the client."},
	{name: "DateStyle", kind: kindString, initial: "ISO, MDY", context: ctxUser, report: true, check: checkDateStyle, help: "Sets the display format for date and time values."},
	{name: "default_transaction_deferrable", kind: kindBool, initial: "off", context: ctxUser, help: "Sets the default deferrable status of new transactions."},
	{name: "default_transaction_isolation", kind: kindEnum, initial: "read committed", context: ctxUser, enum: isolationLevels, help: "Sets the transaction isolation level of each new transaction."},
	{name: "default_transaction_read_only", kind: kindBool, initial: "off", context: ctxUser, report: true, help: "Sets the default read-only status of new transactions."},
	{name: "extra_float_digits", kind: kindInt, initial: "1", context: ctxUser, min: -15, max: 3, help: "Sets the number of digits displayed for floating-point values."},
	{name: "idle_in_transaction_session_timeout", kind: kindInt, initial: "0", unit: "ms", context: ctxUser, max: maxInt, help: "Sets the maximum allowed idle time between queries, when in a transaction."},
	{name: "idle_session_timeout", kind: kindInt, initial: "0", unit: "ms", context: ctxUser, max: maxInt, help: "Sets the maximum allowed idle time between queries, when not in a transaction."},
	{name: "in_hot_standby", kind: kindBool, initial: "off", context: ctxInternal, report: true, help: "Shows whether hot standby is currently active."},
	{name: "integer_datetimes", kind: kindBool, initial: "on", context: ctxInternal, report: true, help: "Shows whether datetimes are integer based."},
	{name: "IntervalStyle", kind: kindEnum, initial: "postgres", context: ctxUser, enum: []string{"postgres", "postgres_verbose", "sql_standard", "iso_8601"}, report: true, help: "Sets the display format for interval values."},
	{name: "is_superuser", kind: kindBool, initial: "on", context: ctxInternal, report: true, help: "Shows whether the current user is a superuser."},
	{name: "lock_timeout", kind: kindInt, initial: "0", unit: "ms", context: ctxUser, max: maxInt, help: "Sets the maximum allowed duration of any wait for a lock."},
	{name: "max_connections", kind: kindInt, initial: "100", context: ctxStart, min: 1, max: 262143, help: "Sets the maximum number of concurrent connections."},
	{name: "role", kind: kindString, initial: "none", context: ctxUser, help: "Sets the current role."},
	{name: "search_path", kind: kindString, initial: `"$user", public`, context: ctxUser, check: checkSearchPath, help: "Sets the schema search order for names that are not schema-qualified."},
	{name: "server_encoding", kind: kindString, initial: "UTF8", context: ctxInternal, report: true, help: "Shows the server (database) character set encoding."},
	{name: "server_version", kind: kindString, initial: ServerVersion, context: ctxInternal, report: true, help: "Shows the server version."},
	{name: "server_version_num", kind: kindInt, initial: serverVersionNum, context: ctxInternal, max: maxInt, help: "Shows the server version as an integer."},
	{name: "session_authorization", kind: kindString, context: ctxInternal, report: true, help: "Shows the session user name."},
	{name: "standard_conforming_strings", kind: kindBool, initial: "on", context: ctxUser, report: true, check: checkAlwaysOn, help: "Causes '...' strings to treat backslashes literally."},
	{name: "statement_timeout", kind: kindInt, initial: "0", unit: "ms", context: ctxUser, max: maxInt, help: "Sets the maximum allowed duration of any statement."},
	{name: "TimeZone", kind: kindString, initial: "UTC", context: ctxUser, report: true, check: checkTimeZone, help: "Sets the time zone for displaying and interpreting time stamps."},
	{name: "transaction_deferrable", kind: kindBool, initial: "off", context: ctxUser, help: "Whether to defer a read-only serializable transaction until it can be executed with no possible serialization failures."},
	{name: "transaction_isolation", kind: kindEnum, initial: "read committed", context: ctxUser, enum: isolationLevels, help: "Sets the current transaction's isolation level."},
	{name: "transaction_read_only", kind: kindBool, initial: "off", context: ctxUser, help: "Sets the current transaction's read-only status."},
	{name: "work_mem", kind: kindInt, initial: "4096", unit: "kB", context: ctxUser, min: 64, max: maxInt, help: "Sets the maximum memory to be used for query workspaces."},

	// What is only kept.
	{name: "array_nulls", kind: kindBool, initial: "on", context: ctxUser, help: "Enable input of NULL elements in arrays."},
	{name: "backslash_quote", kind: kindEnum, initial: "safe_encoding", context: ctxUser, enum: []string{"safe_encoding", "on", "off"}, help: `Sets whether "\'" is allowed in string literals.`},
	{name: "block_size", kind: kindInt, initial: "8192", context: ctxInternal, min: 8192, max: 8192, help: "Shows the size of a disk block."},
	{name: "check_function_bodies", kind: kindBool, initial: "on", context: ctxUser, help: "Check routine bodies during CREATE FUNCTION and CREATE PROCEDURE."},
	{name: "cluster_name", kind: kindString, context: ctxStart, help: "Sets the name of the cluster, which is included in the process title."},
	{name: "constraint_exclusion", kind: kindEnum, initial: "partition", context: ctxUser, enum: []string{"partition", "on", "off"}, help: "Enables the planner to use constraints to optimize queries."},
	{name: "cursor_tuple_fraction", kind: kindReal, initial: "0.1", context: ctxUser, max: 1, help: "Sets the planner's estimate of the fraction of a cursor's rows that will be retrieved."},
	{name: "data_checksums", kind: kindBool, initial: "on", context: ctxInternal, help: "Shows whether data checksums are turned on for this cluster."},
	{name: "deadlock_timeout", kind: kindInt, initial: "1000", unit: "ms", context: ctxSuperuser, min: 1, max: maxInt, help: "Sets the time to wait on a lock before checking for deadlock."},
	{name: "debug_assertions", kind: kindBool, initial: "off", context: ctxInternal, help: "Shows whether the running server has assertion checks enabled."},
	{name: "default_table_access_method", kind: kindString, initial: "heap", context: ctxUser, help: "Sets the default table access method for new tables."},
	{name: "default_tablespace", kind: kindString, context: ctxUser, help: "Sets the default tablespace to create tables and indexes in."},
	{name: "default_text_search_config", kind: kindString, initial: "pg_catalog.english", context: ctxUser, help: "Sets default text search configuration."},
	{name: "default_toast_compression", kind: kindEnum, initial: "pglz", context: ctxUser, enum: []string{"pglz", "lz4"}, help: "Sets the default compression method for compressible values."},
	{name: "effective_cache_size", kind: kindInt, initial: "524288", unit: "8kB", context: ctxUser, min: 1, max: maxInt, help: "Sets the planner's assumption about the total size of the data caches."},
	{name: "enable_bitmapscan", kind: kindBool, initial: "on", context: ctxUser, help: "Enables the planner's use of bitmap-scan plans."},
	{name: "enable_hashagg", kind: kindBool, initial: "on", context: ctxUser, help: "Enables the planner's use of hashed aggregation plans."},
	{name: "enable_hashjoin", kind: kindBool, initial: "on", context: ctxUser, help: "Enables the planner's use of hash join plans."},
	{name: "enable_indexonlyscan", kind: kindBool, initial: "on", context: ctxUser, help: "Enables the planner's use of index-only-scan plans."},
	{name: "enable_indexscan", kind: kindBool, initial: "on", context: ctxUser, help: "Enables the planner's use of index-scan plans."},
	{name: "enable_material", kind: kindBool, initial: "on", context: ctxUser, help: "Enables the planner's use of materialization."},
	{name: "enable_mergejoin", kind: kindBool, initial: "on", context: ctxUser, help: "Enables the planner's use of merge join plans."},
	{name: "enable_nestloop", kind: kindBool, initial: "on", context: ctxUser, help: "Enables the planner's use of nested-loop join plans."},
	{name: "enable_seqscan", kind: kindBool, initial: "on", context: ctxUser, help: "Enables the planner's use of sequential-scan plans."},
	{name: "enable_sort", kind: kindBool, initial: "on", context: ctxUser, help: "Enables the planner's use of explicit sort steps."},
	{name: "escape_string_warning", kind: kindBool, initial: "on", context: ctxUser, help: "Warn about backslash escapes in ordinary string literals."},
	{name: "force_parallel_mode", kind: kindEnum, initial: "off", context: ctxUser, enum: []string{"off", "on", "regress"}, help: "Forces use of parallel query facilities."},
	{name: "from_collapse_limit", kind: kindInt, initial: "8", context: ctxUser, min: 1, max: maxInt, help: "Sets the FROM-list size beyond which subqueries are not collapsed."},
	{name: "geqo", kind: kindBool, initial: "on", context: ctxUser, help: "Enables genetic query optimization."},
	{name: "gin_fuzzy_search_limit", kind: kindInt, initial: "0", context: ctxUser, max: maxInt, help: "Sets the maximum allowed result for exact search by GIN."},
	{name: "jit", kind: kindBool, initial: "off", context: ctxUser, help: "Allow JIT compilation."},
	{name: "join_collapse_limit", kind: kindInt, initial: "8", context: ctxUser, min: 1, max: maxInt, help: "Sets the FROM-list size beyond which JOIN constructs are not flattened."},
	{name: "lc_collate", kind: kindString, initial: "C", context: ctxInternal, help: "Shows the collation order locale."},
	{name: "lc_ctype", kind: kindString, initial: "C", context: ctxInternal, help: "Shows the character classification and case conversion locale."},
	{name: "lc_messages", kind: kindString, initial: "C", context: ctxSuperuser, help: "Sets the language in which messages are displayed."},
	{name: "lc_monetary", kind: kindString, initial: "C", context: ctxUser, help: "Sets the locale for formatting monetary amounts."},
	{name: "lc_numeric", kind: kindString, initial: "C", context: ctxUser, help: "Sets the locale for formatting numbers."},
	{name: "lc_time", kind: kindString, initial: "C", context: ctxUser, help: "Sets the locale for formatting date and time values."},
	{name: "log_min_duration_statement", kind: kindInt, initial: "-1", unit: "ms", context: ctxSuperuser, min: -1, max: maxInt, help: "Sets the minimum execution time above which all statements will be logged."},
	{name: "log_statement", kind: kindEnum, initial: "none", context: ctxSuperuser, enum: []string{"none", "ddl", "mod", "all"}, help: "Sets the type of statements logged."},
	{name: "maintenance_work_mem", kind: kindInt, initial: "65536", unit: "kB", context: ctxUser, min: 1024, max: maxInt, help: "Sets the maximum memory to be used for maintenance operations."},
	{name: "max_function_args", kind: kindInt, initial: "100", context: ctxInternal, min: 100, max: 100, help: "Shows the maximum number of function arguments."},
	{name: "max_identifier_length", kind: kindInt, initial: "255", context: ctxInternal, min: 255, max: 255, help: "Shows the maximum identifier length."},
	{name: "max_index_keys", kind: kindInt, initial: "32", context: ctxInternal, min: 32, max: 32, help: "Shows the maximum number of index keys."},
	{name: "max_parallel_workers_per_gather", kind: kindInt, initial: "2", context: ctxUser, max: 1024, help: "Sets the maximum number of parallel processes per executor node."},
	{name: "max_prepared_transactions", kind: kindInt, initial: "0", context: ctxStart, max: 262143, help: "Sets the maximum number of simultaneously prepared transactions."},
	{name: "password_encryption", kind: kindEnum, initial: "scram-sha-256", context: ctxUser, enum: []string{"scram-sha-256"}, help: "Chooses the algorithm for encrypting passwords."},
	{name: "plan_cache_mode", kind: kindEnum, initial: "auto", context: ctxUser, enum: []string{"auto", "force_generic_plan", "force_custom_plan"}, help: "Controls the planner's selection of custom or generic plan."},
	{name: "quote_all_identifiers", kind: kindBool, initial: "off", context: ctxUser, help: "When generating SQL fragments, quote all identifiers."},
	{name: "random_page_cost", kind: kindReal, initial: "4", context: ctxUser, max: math.MaxFloat64, help: "Sets the planner's estimate of the cost of a nonsequentially fetched disk page."},
	{name: "row_security", kind: kindBool, initial: "on", context: ctxUser, help: "Enable row security."},
	{name: "seq_page_cost", kind: kindReal, initial: "1", context: ctxUser, max: math.MaxFloat64, help: "Sets the planner's estimate of the cost of a sequentially fetched disk page."},
	{name: "session_replication_role", kind: kindEnum, initial: "origin", context: ctxSuperuser, enum: []string{"origin", "replica", "local"}, help: "Sets the session's behavior for triggers and rewrite rules."},
	{name: "ssl", kind: kindBool, initial: "off", context: ctxSighup, help: "Enables SSL connections."},
	{name: "synchronize_seqscans", kind: kindBool, initial: "on", context: ctxUser, help: "Enable synchronized sequential scans."},
	{name: "synchronous_commit", kind: kindEnum, initial: "on", context: ctxUser, enum: []string{"local", "remote_write", "remote_apply", "on", "off"}, help: "Sets the current transaction's synchronization level. Sparrow always waits for the disk."},
	{name: "tcp_keepalives_count", kind: kindInt, initial: "9", context: ctxUser, max: maxInt, help: "Maximum number of TCP keepalive retransmits."},
	{name: "tcp_keepalives_idle", kind: kindInt, initial: "7200", unit: "s", context: ctxUser, max: maxInt, help: "Time between issuing TCP keepalives."},
	{name: "tcp_keepalives_interval", kind: kindInt, initial: "75", unit: "s", context: ctxUser, max: maxInt, help: "Time between TCP keepalive retransmits."},
	{name: "temp_buffers", kind: kindInt, initial: "1024", unit: "8kB", context: ctxUser, min: 100, max: maxInt, help: "Sets the maximum number of temporary buffers used by each session."},
	{name: "temp_tablespaces", kind: kindString, context: ctxUser, help: "Sets the tablespace(s) to use for temporary tables and sort files."},
	{name: "transform_null_equals", kind: kindBool, initial: "off", context: ctxUser, check: checkAlwaysOff, help: `Treats "expr=NULL" as "expr IS NULL".`},
	{name: "vacuum_cost_delay", kind: kindReal, initial: "0", unit: "ms", context: ctxUser, max: 100, help: "Vacuum cost delay in milliseconds."},
	{name: "wal_level", kind: kindEnum, initial: "replica", context: ctxStart, enum: []string{"minimal", "replica", "logical"}, help: "Sets the level of information written to the WAL."},
	{name: "xmloption", kind: kindEnum, initial: "content", context: ctxUser, enum: []string{"content", "document"}, help: "Sets whether XML data in implicit parsing and serialization operations is to be considered as documents or content fragments."},
}
