package types

// OID is a PostgreSQL object identifier.
type OID uint32

// OIDs of the built-in types (PostgreSQL's pg_type.dat).
const (
	Bool         OID = 16
	Bytea        OID = 17
	Char         OID = 18 // "char", one byte
	Name         OID = 19
	Int8         OID = 20
	Int2         OID = 21
	Int2Vector   OID = 22
	Int4         OID = 23
	Regproc      OID = 24
	Text         OID = 25
	Oid          OID = 26
	Tid          OID = 27
	Xid          OID = 28
	Cid          OID = 29
	OidVector    OID = 30
	JSON         OID = 114
	PgNodeTree   OID = 194
	Float4       OID = 700
	Float8       OID = 701
	Unknown      OID = 705
	BPChar       OID = 1042
	VarChar      OID = 1043
	Date         OID = 1082
	Time         OID = 1083
	Timestamp    OID = 1114
	TimestampTZ  OID = 1184
	Interval     OID = 1186
	TimeTZ       OID = 1266
	Bit          OID = 1560
	VarBit       OID = 1562
	Numeric      OID = 1700
	ACLItem      OID = 1033
	Regprocedure OID = 2202
	Regoper      OID = 2203
	Regoperator  OID = 2204
	Regclass     OID = 2205
	Regtype      OID = 2206
	UUID         OID = 2950
	Regrole      OID = 4096
	Regnamespace OID = 4089
	Regcollation OID = 4191
	JSONB        OID = 3802
	TSVector     OID = 3614
	TSQuery      OID = 3615
	RegConfig    OID = 3734
	JSONPath     OID = 4072
	Xid8         OID = 5069

	// Ranges and multiranges.
	Int4Range      OID = 3904
	NumRange       OID = 3906
	TSRange        OID = 3908
	TSTZRange      OID = 3910
	DateRange      OID = 3912
	Int8Range      OID = 3926
	Int4Multirange OID = 4451
	NumMultirange  OID = 4532
	TSMultirange   OID = 4533
	TSTZMultirange OID = 4534
	DateMultirange OID = 4535
	Int8Multirange OID = 4536

	AnyRange                OID = 3831
	AnyMultirange           OID = 4537
	AnyCompatibleMultirange OID = 4538
	AnyCompatibleRange      OID = 5080

	// Networks, money and positions in the log.
	CIDR     OID = 650
	MACAddr8 OID = 774
	Money    OID = 790
	MACAddr  OID = 829
	Inet     OID = 869
	PgLSN    OID = 3220

	// Pseudo-types.
	Record                OID = 2249
	Any                   OID = 2276
	AnyArray              OID = 2277
	Void                  OID = 2278
	AnyElement            OID = 2283
	AnyNonArray           OID = 2776
	AnyCompatible         OID = 5077
	AnyCompatibleArray    OID = 5078
	RecordArray           OID = 2287
	CString               OID = 2275
	Trigger               OID = 2279
	Internal              OID = 2281
	AnyCompatibleNonArray OID = 5079
	AnyEnum               OID = 3500

	// Arrays.
	BoolArray        OID = 1000
	ByteaArray       OID = 1001
	CharArray        OID = 1002
	NameArray        OID = 1003
	Int2Array        OID = 1005
	Int4Array        OID = 1007
	TextArray        OID = 1009
	BPCharArray      OID = 1014
	VarCharArray     OID = 1015
	Int8Array        OID = 1016
	Float4Array      OID = 1021
	Float8Array      OID = 1022
	OidArray         OID = 1028
	ACLItemArray     OID = 1034
	TimestampArray   OID = 1115
	DateArray        OID = 1182
	TimeArray        OID = 1183
	TimestampTZArray OID = 1185
	TimeTZArray      OID = 1270
	CStringArray     OID = 1263
	IntervalArray    OID = 1187
	NumericArray     OID = 1231
	JSONArray        OID = 199
	JSONBArray       OID = 3807
	UUIDArray        OID = 2951

	// Variant is Sparrow's own: the type of a free attribute whose cells have
	// types without a common one. It never reaches a client: RowDescription
	// says Text. Each Value of a Variant column carries its own OID.
	Variant OID = 4294967040
)

// T is the type of a column or expression: an OID and PostgreSQL's type
// modifier, -1 for none (varchar(10) has 14, numeric(20,4) has 1310728).
type T struct {
	OID OID
	Mod int32
}

// Of is the type without modifier.
func Of(oid OID) T { return T{OID: oid, Mod: -1} }
