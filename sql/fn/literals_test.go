package fn_test

// polymorphicTypes stand for anyelement and its kin; each has an array pool.
var polymorphicTypes = []string{"integer", "text", "numeric", "timestamp without time zone", "double precision", "boolean"}

// literals are the texts from which random calls take arguments, by type.
var literals = map[string][]string{
	"boolean":          {"t", "f"},
	"smallint":         {"0", "1", "-1", "7", "-32768", "32767", "100"},
	"integer":          {"0", "1", "-1", "2", "3", "-3", "5", "10", "-2147483648", "2147483647", "65", "1000", "2000", "128512"},
	"bigint":           {"0", "1", "-1", "2", "12", "-9223372036854775808", "9223372036854775807", "20", "1234567890123", "255", "-7"},
	"oid":              {"0", "1", "4294967295", "23", "25"},
	"numeric":          {"0", "1", "-1", "2", "0.5", "-0.5", "1.5", "2.5", "-2.5", "NaN", "Infinity", "-Infinity", "123.456", "-123.4560", "1e20", "1e-20", "99999999999999999999.999", "0.00", "10", "3", "1.10", "1234567.891", "5e130", "-0.001", "4.999999"},
	"real":             {"0", "1", "-1", "0.1", "-0", "NaN", "Infinity", "-Infinity", "3.4e38", "1e-45", "1234567", "2.5", "-2.5", "0.5"},
	"double precision": {"0", "1", "-1", "0.1", "-0", "NaN", "Infinity", "-Infinity", "1.7e308", "5e-324", "1e15", "123456789.123", "2.5", "-2.5", "0.5", "3", "1.5", "-0.75", "2", "100", "30", "90", "45", "1e-10", "710"},
	"text": {"", "a", "abc", "ABC", "Hello World", "  pad  ", "äöÜ", "ß", "日本語", "a,b,,c", "abcabcabc", "123", "-12.5", "xyxtrimyyx", "foo.bar", "%d", "x\\y", "it's", "Ǆ", "a😀b", "\t\n", "NULL", "ΣΑΣ",
		"The quick brown fox", "abc def", "o", "b", "ab", ".", ",", "[a-c]+", "(b)(c)", "a%", "_b%"},
	"character varying":             {"", "a", "abc", "Äb"},
	"character":                     {"a", " ", "b"},
	"\"char\"":                      {"a", "", "z"},
	"name":                          {"a", "abc", "public", "Foo", ""},
	"bytea":                         {"", "\\x00", "\\x616263", "\\xdeadbeef", "\\xff00ff", "\\x31323334353637383930", "abc", "\\xc3a4"},
	"date":                          {"2000-01-01", "2024-02-29", "1999-12-31", "infinity", "-infinity", "0001-01-01 BC", "4713-01-01 BC", "5874897-12-31", "1970-01-01", "2001-02-16", "2023-03-26", "10000-01-01"},
	"time without time zone":        {"00:00", "24:00", "12:34:56.789", "23:59:59.999999", "01:00"},
	"timestamp without time zone":   {"2000-01-01 00:00", "2024-02-29 12:34:56.789012", "1999-12-31 23:59:59.999999", "infinity", "-infinity", "0001-01-01 BC", "4713-01-01 BC", "294276-12-31 23:59:59", "1970-01-01", "2001-02-16 20:38:40", "2023-03-26 02:30"},
	"timestamp with time zone":      {"2000-01-01 00:00+00", "2024-02-29 12:34:56.789012+02", "1999-12-31 23:59:59.999999+00", "infinity", "-infinity", "0001-01-01 00:00+00 BC", "4713-01-01 BC", "294270-12-31 23:59:59+00", "1970-01-01", "2001-02-16 20:38:40-05", "2023-03-26 02:30"},
	"interval":                      {"0", "1 day", "-1 day", "1 month", "1 year 2 mons 3 days 04:05:06.789", "-1 year -2 mons +3 days -04:05:06", "1 hour", "00:00:00.000001", "30 days", "35 days 27:00:00", "178000000 years", "-178000000 years", "2147483647 days", "1 mon -1 day", "24:00:00", "15 minutes", "1 week", "100 years"},
	"uuid":                          {"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "00000000-0000-0000-0000-000000000000"},
	"integer[]":                     {"{}", "{1}", "{1,2,3}", "{NULL}", "{1,NULL,2}", "{{1,2},{3,4}}", "[0:2]={1,2,3}", "{3,2,1}", "{5,10,12}", "[-1:0][2:3]={{1,2},{3,4}}"},
	"text[]":                        {"{}", "{a}", "{a,b,c}", "{NULL}", "{a,NULL,b}", "{{a,b},{c,d}}", "[0:2]={x,y,z}", "{\"\",abc}"},
	"numeric[]":                     {"{}", "{1.5}", "{1,2.50,3}", "{NULL,0}", "{{1,2},{3,4}}"},
	"double precision[]":            {"{}", "{1.5}", "{1,2.5,3}", "{NULL,NaN}", "{{1,2},{3,4}}"},
	"boolean[]":                     {"{}", "{t}", "{t,f,t}", "{NULL,f}"},
	"bigint[]":                      {"{}", "{1}", "{1,2,3}"},
	"timestamp without time zone[]": {"{}", "{2000-01-01}", "{2000-01-01,NULL,infinity}"},
}

var (
	units         = []string{"microseconds", "milliseconds", "second", "minute", "hour", "day", "week", "month", "quarter", "year", "decade", "century", "millennium", "dow", "isodow", "doy", "isoyear", "epoch", "julian", "timezone", "timezone_hour", "timezone_minute", "", "foo", "YEARS", "us", "timezone_m"}
	zones         = []string{"UTC", "Europe/Berlin", "America/New_York", "-7", "+03:30", "EST", "EST5EDT", "<+05>-05", "Asia/Kathmandu", "nowhere", "PST8PDT,M3.2.0,M11.1.0", "CET", "pst", "Z", "", "UTC+3"}
	patterns      = []string{"", "a", "b+", "(b)(c)?", "[a-c]+", "^a", "c$", "\\d+", "\\w+\\s*", "(a|ab)(c|bcd)?", "a*?", "(?i)B", "x|y", "[[:upper:]]", "\\mb", "\\yworld\\y", "(", "[", "a{2,1}", "*a", "(.)\\1", "(?=b)", "a(?!b)", "[^a]", ".", "\\u0061", "***=a.b", "\\", "a{1,3}?", "(?<=a)b", "b*", "o.*r"}
	flags         = []string{"", "g", "i", "gi", "n", "x", "q", "z", "s", "w", "p", "c", "ig"}
	escapes       = []string{"\\", "", "#", "ab", "a"}
	numberFormats = []string{"999", "9999.99", "000.00", "FM999.99", "S999", "999S", "MI999", "999MI", "999PR", "SG999", "PL999", "L999", "9,999,999", "9G999D99", "RN", "FMRN", "999th", "999TH", "V99", "99V99", "9.99EEEE", "\"text\" 99", "", "9", "0", ".99", "FM0.999", "99.99.9", "EEEE", "9EEEE", "999V9.9", "B999", "FM9999999999999999999.0000", "x9x", "0999.9990", "99,99,9", "SPR9", "9\\\"9"}
	dateFormats   = []string{"YYYY-MM-DD HH24:MI:SS", "YYYY-MM-DD HH12:MI:SS.MS AM", "Day, DD Month YYYY", "FMDay, FMDD FMMonth YYYY", "DDTH Mon YY", "Dy DDD", "J", "IYYY-IW-ID", "IDDD", "Q", "CC", "WW W", "YYYY BC", "SSSSS", "SSSS", "US MS", "FF1 FF3 FF6", "TZ OF TZH:TZM", "tz", "\"quoted\" YYYY", "RM rm", "Y,YYY", "YYY Y", "I IY IYY", "TMMonth", "D d", "HH:MI:SS p.m.", "a.m. A.D.", "YYYY\\\"", "", "FX YYYY", "MONTH MON month mon", "DAY DY day dy", "HH24 HH HH12", "B.C. ad", "YYYYth", "SP", "DDth", "YYYY/MM/DD", "DD.MM.YYYY", "YYYYMMDD", "MM/DD/YY", "Month DD, YYYY", "J"}
	dateTexts     = []string{"2024-02-29 12:34:56", "2000-01-01", "Monday, 05 January 2009", "20010216", "16.02.2001", "1/2/99", "January 8, 1999", "2024-13-01", "2451545", "2024-09-4", "12:30", "abc", "", "2001 BC", "  2020-05-06", "2020/05/06", "99", "2,023", "2024-060", "0000-01-01", "44 BC", "2024-02-30", "10:15 PM"}
	timeSeries    = []string{"2024-01-31", "2024-03-05 12:00", "2023-12-31"}
	encodings     = []string{"UTF8", "LATIN1", "SQL_ASCII", "WIN1252", "EUC_JP", "SJIS", "BIG5", "nope", "LATIN9", "WIN1251", "KOI8R", "utf-8", "ISO_8859_5"}
)

// specialArguments are the pools of arguments that have a meaning of their
// own, by function and position.
var specialArguments = map[string][]string{
	"date_trunc 0": units, "date_trunc 2": zones, "date_part 0": units, "extract 0": units,
	"timezone 0": zones, "regexp_match 1": patterns, "regexp_matches 1": patterns, "regexp_like 1": patterns,
	"regexp_count 1": patterns, "regexp_instr 1": patterns, "regexp_substr 1": patterns, "regexp_replace 1": patterns,
	"regexp_split_to_array 1": patterns, "regexp_split_to_table 1": patterns, "substring 1": patterns,
	"regexp_match 2": flags, "regexp_matches 2": flags, "regexp_like 2": flags, "regexp_count 3": flags, "regexp_substr 4": flags,
	"regexp_instr 5": flags, "regexp_split_to_array 2": flags, "regexp_split_to_table 2": flags, "regexp_replace 5": flags,
	"regexp_replace 2": {"X", "[\\&]", "\\1-\\2", "\\\\", "\\x", ""},
	"~ 1":              patterns, "~* 1": patterns, "!~ 1": patterns, "!~* 1": patterns, "textregexeq 1": patterns,
	"like_escape 1": escapes, "similar_to_escape 1": escapes,
	"to_number 1": numberFormats, "to_number 0": {"123", "-12.5", "1,234.56", "<12>", "12-", "$12", "MCMXCIV", " 5", "1e3", "", "+7", "0.05", "12th"},
	"to_date 0": dateTexts, "to_date 1": dateFormats, "to_timestamp 1": dateFormats,
	"encode 1": {"hex", "base64", "escape", "nope", "HEX"}, "decode 1": {"hex", "base64", "escape", "nope"},
	"decode 0":       {"", "YWJj", "616263", "a\\000b", "\\\\", "zz", "YW Jj", "YQ==", "YQ=", "6 1", "616", "\\400", "123\\0"},
	"convert_from 1": encodings, "convert_to 1": encodings, "convert 1": encodings, "convert 2": encodings,
	"normalize 1": {"NFC", "NFD", "NFKC", "NFKD", "nfc", "X"}, "is_normalized 1": {"NFC", "NFD", "NFKC", "NFKD"},
	"format 0": {"%s", "%I.%L", "%1$s %2$s %1$s", "%-10s|", "%10s|", "%*s", "%%", "%", "%x", "%3$s", "%1$-5s|", "Hello %s, %s", "%*1$s", "%0$s"},
	"unistr 0": {"a\\0061", "\\+01F600", "\\u00e4", "\\U0001F600", "\\\\", "\\", "\\d83d\\de00", "\\d83d", "\\00zz", "x"},
	"chr 0":    {"0", "65", "228", "128512", "-1", "1114112", "55296"},
	"repeat 1": {"0", "1", "3", "-1"}, "lpad 1": {"0", "3", "10", "-1"}, "rpad 1": {"0", "3", "10", "-1"}, "factorial 0": {"0", "1", "5", "20", "30", "-1"},
	"generate_series 2": {"1", "2", "-1", "0", "NaN"}, "generate_series 0": {"1", "3", "0", "-2"}, "generate_series 1": {"3", "5", "-1", "4"},
	"generate_series 0 timestamp without time zone": timeSeries, "generate_series 1 timestamp without time zone": timeSeries, "generate_series 0 timestamp with time zone": timeSeries, "generate_series 1 timestamp with time zone": timeSeries,
	"to_char 0 interval":         {"0", "1 day", "-1 day", "1 year 2 mons 3 days 04:05:06.789", "-04:05:06", "100 hours", "15 minutes"},
	"generate_series 2 interval": {"1 day", "1 month", "-1 day", "0", "40 days"},
	"array_to_string 1":          {",", "", "--"}, "array_to_string 2": {"*", ""}, "string_to_array 1": {",", "", "b", "bc"}, "string_to_array 2": {"", "a", "c"},
	"split_part 2": {"1", "2", "-1", "0", "-9", "9"}, "split_part 1": {",", "", "b", "ab"},
	"parse_ident 0": {"a.b", "\"A\".b", "a..b", "", "1a", "a b", "\"a", "a.b.c", "A.B", " x . y ", "a."},
	"make_date 0":   {"2024", "-44", "0", "2023"}, "make_date 1": {"1", "2", "13", "12"}, "make_date 2": {"1", "29", "31", "0"},
	"pg_size_bytes 0": {"1", "1 kB", "1.5MB", "-2GB", "x", "1 TB", "1e3 kB", "2 bytes", "3 PB", ""},
	"exp 0":           {"0", "1", "-1", "2.5", "NaN", "Infinity", "-Infinity", "100", "-200", "0.001"},
	"power 0":         {"0", "1", "-1", "2", "2.5", "NaN", "Infinity", "-Infinity", "0.5", "10", "-8"}, "power 1": {"0", "1", "-1", "2", "0.5", "NaN", "Infinity", "-Infinity", "3", "-3", "100.5"},
	"pow 0": {"0", "1", "-1", "2", "2.5", "NaN", "Infinity", "-Infinity", "0.5", "10", "-8"}, "pow 1": {"0", "1", "-1", "2", "0.5", "NaN", "Infinity", "-Infinity", "3", "-3", "100.5"},
	"^ 0": {"0", "1", "-1", "2", "2.5", "NaN", "Infinity", "-Infinity", "0.5", "10", "-8"}, "^ 1": {"0", "1", "-1", "2", "0.5", "NaN", "Infinity", "-Infinity", "3", "-3", "100.5"},
	"round 1": {"0", "1", "-1", "2", "5", "-3", "2100", "-200"}, "trunc 1": {"0", "1", "-1", "2", "5", "-3", "2100", "-200"},
}
