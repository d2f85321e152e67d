package limits

// Bounds that protect the server and its clients. They are Sparrow's own; where
// PostgreSQL has the same bound, its value is the default.
var (
	// SelectStarAttributes bounds the columns that SELECT * shows.
	SelectStarAttributes = declare(Limit{
		Name: "select_star_attributes", Scope: ScopeStatement, Unit: UnitCount,
		Default: 1600, Min: 1, SQLSTATE: "54011",
		Help: "Columns that SELECT * shows; the free attributes past it are in _attributes.",
	})
	// TargetListEntries bounds the columns of a result.
	TargetListEntries = declare(Limit{
		Name: "target_list_entries", Scope: ScopeStatement, Unit: UnitCount,
		Default: 1664, Min: 1, SQLSTATE: "54011",
		Help: "Columns of a result, as in PostgreSQL.",
	})
	// FunctionArguments bounds the arguments of one call.
	FunctionArguments = declare(Limit{
		Name: "function_arguments", Scope: ScopeStatement, Unit: UnitCount,
		Default: 100, Min: 1, SQLSTATE: "54023",
		Help: "Arguments of a function call, as in PostgreSQL.",
	})
	// DeclaredColumns bounds the declared columns of a table, dropped ones too.
	DeclaredColumns = declare(Limit{
		Name: "declared_columns", Scope: ScopeTable, Unit: UnitCount,
		Default: 1600, Min: 1, SQLSTATE: "54011",
		Help: "Declared columns of a table, dropped ones included, as in PostgreSQL; free attributes don't count.",
	})
	// TimedRowBytes bounds a row whose cells carry times: it is one value of the
	// engine, with a cell's older versions as far as there is room.
	TimedRowBytes = declare(Limit{
		Name: "timed_row_bytes", Scope: ScopeRow, Unit: UnitBytes,
		Default: 8 << 20, Min: 1, SQLSTATE: "54000",
		Help: "Bytes of a row, as it is stored, of a table that has or had a ttl or max_versions; other rows have no bound.",
	})
	// MessageBytes bounds one protocol message after log-in.
	MessageBytes = declare(Limit{
		Name: "message_bytes", Scope: ScopeConnection, Unit: UnitBytes,
		Default: 64 << 20, Min: 16 << 10, Max: 1 << 30, Adjustable: true, SQLSTATE: "54000",
		Help: "Bytes of one message from a client after log-in.",
	})
	// StartupPacketBytes bounds messages before log-in.
	StartupPacketBytes = declare(Limit{
		Name: "startup_packet_bytes", Scope: ScopeConnection, Unit: UnitBytes,
		Default: 10_000, Min: 1_000, SQLSTATE: "08P01",
		Help: "Bytes of a message from a client before log-in, as in PostgreSQL.",
	})
	// StartupSeconds bounds the time from connecting to being logged in.
	StartupSeconds = declare(Limit{
		Name: "startup_seconds", Scope: ScopeConnection, Unit: UnitSeconds,
		Default: 30, Min: 1, Max: 600, Adjustable: true, SQLSTATE: "08006",
		Help: "Seconds that a client may take to log in.",
	})
	// MaxConnections bounds the sessions of the server.
	MaxConnections = declare(Limit{
		Name: "max_connections", Scope: ScopeServer, Unit: UnitCount,
		Default: 500, Min: 1, Max: 100_000, Adjustable: true, SQLSTATE: "53300",
		Help: "Sessions that may be open at once.",
	})
	// PreparedStatements bounds the named statements that a session keeps.
	PreparedStatements = declare(Limit{
		Name: "prepared_statements", Scope: ScopeConnection, Unit: UnitCount,
		Default: 10_000, Min: 1, Max: 1_000_000, Adjustable: true, SQLSTATE: "54000",
		Help: "Prepared statements that a session may keep.",
	})
	// Portals bounds the open portals and cursors of a session.
	Portals = declare(Limit{
		Name: "portals", Scope: ScopeConnection, Unit: UnitCount,
		Default: 1_000, Min: 1, Max: 1_000_000, Adjustable: true, SQLSTATE: "54000",
		Help: "Portals and cursors that a session may hold open.",
	})
	// ConnectionMemoryBytes bounds what a session keeps between statements.
	ConnectionMemoryBytes = declare(Limit{
		Name: "connection_memory_bytes", Scope: ScopeConnection, Unit: UnitBytes,
		Default: 256 << 20, Min: 1 << 20, Max: 1 << 40, Adjustable: true, SQLSTATE: "53200",
		Help: "Bytes of memory that a session's statements, portals and parameters may take.",
	})
	// StatementMemoryBytes bounds the working memory of one statement.
	StatementMemoryBytes = declare(Limit{
		Name: "statement_memory_bytes", Scope: ScopeStatement, Unit: UnitBytes,
		Default: 512 << 20, Min: 1 << 20, Max: 1 << 40, Adjustable: true, SQLSTATE: "53200",
		Help: "Bytes of memory that the operators of one statement may take together.",
	})
	// ServerMemoryBytes bounds the working memory of all statements.
	ServerMemoryBytes = declare(Limit{
		Name: "server_memory_bytes", Scope: ScopeServer, Unit: UnitBytes,
		Default: 2 << 30, Min: 16 << 20, Max: 1 << 44, Adjustable: true, SQLSTATE: "53200",
		Help: "Bytes of memory that all sessions and statements may take together.",
	})
	// TransactionBytes bounds the buffered writes and the locks of one transaction.
	TransactionBytes = declare(Limit{
		Name: "transaction_bytes", Scope: ScopeConnection, Unit: UnitBytes,
		Default: 512 << 20, Min: 8 << 20, Max: 1 << 30, Adjustable: true, SQLSTATE: "54000",
		Help: "Bytes of memory that the writes and locks of one transaction may take until it commits.",
	})
	// SQLTextBytes bounds the text of one query message.
	SQLTextBytes = declare(Limit{
		Name: "sql_text_bytes", Scope: ScopeStatement, Unit: UnitBytes,
		Default: 64 << 20, Min: 1 << 10, Max: 1 << 30, Adjustable: true, SQLSTATE: "54000",
		Help: "Bytes of SQL text in one query.",
	})
	// ParseDepth bounds how deep expressions and queries nest.
	ParseDepth = declare(Limit{
		Name: "parse_depth", Scope: ScopeStatement, Unit: UnitLevels,
		Default: 1_000, Min: 50, Max: 5_000, Adjustable: true, SQLSTATE: "54001",
		Help: "Levels that parentheses, operators, calls and subqueries may nest.",
	})
	// StatementParameters bounds $n: the protocol counts them in 16 bits.
	StatementParameters = declare(Limit{
		Name: "statement_parameters", Scope: ScopeStatement, Unit: UnitCount,
		Default: 65_535, Min: 1, SQLSTATE: "54000",
		Help: "Parameters of a statement; the protocol counts them in 16 bits.",
	})
	// ArrayDimensions bounds arrays, as PostgreSQL's MAXDIM does.
	ArrayDimensions = declare(Limit{
		Name: "array_dimensions", Scope: ScopeValue, Unit: UnitCount,
		Default: 6, Min: 1, SQLSTATE: "54000",
		Help: "Dimensions of an array, as in PostgreSQL.",
	})
	// ArrayElements bounds the elements of one array.
	ArrayElements = declare(Limit{
		Name: "array_elements", Scope: ScopeValue, Unit: UnitCount,
		Default: 16 << 20, Min: 1, Max: 128 << 20, Adjustable: true, SQLSTATE: "54000",
		Help: "Elements of an array.",
	})
	// JSONDepth bounds how deep JSON values nest.
	JSONDepth = declare(Limit{
		Name: "json_depth", Scope: ScopeValue, Unit: UnitLevels,
		Default: 1_000, Min: 16, Max: 10_000, Adjustable: true, SQLSTATE: "54001",
		Help: "Levels that objects and arrays of a JSON value may nest.",
	})
	// ValueBytes bounds a single value while a statement computes it.
	ValueBytes = declare(Limit{
		Name: "value_bytes", Scope: ScopeValue, Unit: UnitBytes,
		Default: 256 << 20, Min: 1 << 10, Max: 1 << 30, Adjustable: true, SQLSTATE: "54000",
		Help: "Bytes of a single value that an expression computes.",
	})
	// RegexBytes bounds the text of a regular expression.
	RegexBytes = declare(Limit{
		Name: "regex_bytes", Scope: ScopeValue, Unit: UnitBytes,
		Default: 64 << 10, Min: 64, Max: 1 << 20, Adjustable: true, SQLSTATE: "54000",
		Help: "Bytes of the text of a regular expression.",
	})
)
