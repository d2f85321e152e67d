package types_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"pgregory.net/rapid"
)

// dateParts are pieces that datetime text is made of.
var dateParts = []string{
	"1999-01-08", "2001/2/3", "1/2/2003", "Jan", "8", "08", "1999", "99", "19990108", "990108", "04:05:06", "4:05",
	"040506", "0405", "04:05:06.789", "23:59:60", "24:00", "pm", "AM", "BC", "AD", "+02", "-08:00", "Z", "PST",
	"America/New_York", "T", "t040506", "allballs", "epoch", "infinity", "J2451187", "Mon", "monday", "1999.123",
	"1999-123", "EST", "dst", ",", "/", "at", "y", "m", "d", "h", "5", "12", "31", "32", "13", "0", "feb-29-2000",
	"30-jun-99", "utc", "january", "sept", "thurs", "2/30/2001", "02-29-01", "1-1-1", "99-99-99", "zulu", "msk", "MSD",
	"Europe/Dublin", "GMT+3", "EST5EDT", "+15:59:59", "-16", "+1:2:3", "2021-03-14", "2:30", "1:30", "2021-11-07", "0001-01-01",
	"4714-11-24", "294276-12-31", "294277", "5874897-12-31", "1e5", "isodow", "jd", "mm", "s", "59.9999995", "12:34:56.1234565",
	"20010230", "010203", "2001.02.03", "a", ".", "-", "(", "12:34:", ":12", "12.34.56", "1999-Jan", "99-Jan-8", "Jan.8.1999", "Jan/8/99", "1999-jan-08", ".5", "1.5", "08.01.1999", "+0530", "2000-02-29T12:34:56.123456+01:30",
}

// intervalPieces are pieces that interval text is made of.
var intervalPieces = []string{
	"1", "2", "-3", "+4", "1.5", "-0.25", ".5", "100", "year", "years", "mon", "month", "day", "days", "d", "h",
	"hour", "min", "minutes", "sec", "s", "ms", "us", "week", "decade", "century", "ago", "@", "1-2", "-1-2",
	"04:05", "04:05:06", "-04:05:06.5", "+1:02", "P1Y", "P1Y2M3DT4H5M6.5S", "PT1H", "P1W", "P0001-02-03T04:05:06",
	"P00010203T040506", "1:2.5", "m", "y", "mons", "0.001", "1e3", "999999999", "x", "P-1Y-2D", "PT-1.5M",
}

var numberPieces = []string{
	"0", "1", "9", "5", "00", "12345", "99999999999999999999", ".", "-", "+", "e", "E", "e5", "e-7", "e+20", " ",
	"NaN", "inf", "Infinity", "x", "_", "0x", "1e308", "1e400", "4.9e-324", "0.5", "2147483647", "32768", "e130",
}

var arrayPieces = []string{
	"{", "}", "{", "}", ",", ",", "1", "a", "NULL", `"`, `"a b"`, `\`, `\,`, " ", "[0:1]=", "[1:2]", "=", "x y", "2", `""`, "é",
}

var jsonPieces = []string{
	"{", "}", "[", "]", ":", ",", `"a"`, `"b"`, "1", "-1.50", "1e5", "true", "null", " ", `"\u00e9"`, `"\ud83d\ude00"`,
	`"\ud83d"`, `"\q"`, "x", `"a":`, `"a": 1`, `[1,2]`, "\n", `"`, "01", "1.", "-", "\t",
}

// TestAgainstPostgres puts random text together and holds our answer against
// that of the PostgreSQL at PG_URL, if there is one.
func TestAgainstPostgres(t *testing.T) {
	url := os.Getenv("PG_URL")
	if url == "" {
		t.Skip("PG_URL is not set")
	}
	conn, err := pgconn.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, g := range []struct {
		name, types string
		glue        []string
		pieces      []string
		settings    [][]string
	}{
		{"datetime", "date time timetz timestamp timestamptz timestamptz(2) time(1)", []string{" ", " ", "", "-"}, dateParts,
			[][]string{nil, {"datestyle = 'SQL, DMY'", "timezone = 'Europe/Berlin'"}, {"datestyle = 'ISO, YMD'"}, {"datestyle = german", "timezone = 'America/New_York'"}, {"datestyle = 'Postgres, MDY'", "timezone = '-7'"}}},
		{"interval", "interval interval(2)", []string{" ", " ", ""}, intervalPieces,
			[][]string{nil, {"intervalstyle = sql_standard"}, {"intervalstyle = iso_8601"}, {"intervalstyle = postgres_verbose"}}},
		{"number", "int2 int4 int8 float4 float8 numeric numeric(10,3) oid", []string{""}, numberPieces, [][]string{nil, {"extra_float_digits = 0"}}},
		{"array", "int4[] text[]", []string{""}, arrayPieces, [][]string{nil}},
		{"json", "json jsonb", []string{"", " "}, jsonPieces, [][]string{nil}},
	} {
		t.Run(g.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				parts := rapid.SliceOfN(rapid.SampledFrom(g.pieces), 1, 6).Draw(t, "parts")
				glue := rapid.SampledFrom(g.glue).Draw(t, "glue")
				text := strings.ReplaceAll(strings.Join(parts, glue), "'", "''")
				typ := rapid.SampledFrom(strings.Fields(g.types)).Draw(t, "type")
				c := testCase{expr: fmt.Sprintf("'%s'::%s", text, typ), settings: rapid.SampledFrom(g.settings).Draw(t, "settings")}
				if want, got := askPostgres(context.Background(), conn, c), c.run(); got != want {
					t.Fatalf("%s\n got %s\nwant %s", c.head(), got, want)
				}
			})
		})
	}
}
