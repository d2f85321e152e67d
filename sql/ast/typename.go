package ast

// TypeName is a type as written. SQL's own spellings are replaced by the name
// in the catalog: timestamp with time zone is pg_catalog.timestamptz.
type TypeName struct {
	Loc
	Name      Name
	Mods      []Expr // (10, 2); for an interval with fields see Interval
	Dims      []int  // one for each [] ; -1 without a size
	SetOf     bool
	Interval  IntervalField
	Precision int // of an interval's seconds: interval(p); -1 when not written
}

// IntervalField is the field restriction of an interval type.
type IntervalField uint8

// The fields of interval types.
const (
	IntervalAny IntervalField = iota
	IntervalYear
	IntervalMonth
	IntervalDay
	IntervalHour
	IntervalMinute
	IntervalSecond
	IntervalYearToMonth
	IntervalDayToHour
	IntervalDayToMinute
	IntervalDayToSecond
	IntervalHourToMinute
	IntervalHourToSecond
	IntervalMinuteToSecond
)

var intervalFieldNames = [...]string{"", "year", "month", "day", "hour", "minute", "second", "year to month",
	"day to hour", "day to minute", "day to second", "hour to minute", "hour to second", "minute to second"}

func (f IntervalField) String() string { return intervalFieldNames[f] }
