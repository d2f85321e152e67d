package dataset

import (
	"strconv"
	"time"
)

// row gathers the fields of a row in COPY's text format. What the generators put
// in needs no escapes.
type row struct {
	text  []byte
	begun bool
}

func (r *row) next() {
	if r.begun {
		r.text = append(r.text, '\t')
	}
	r.begun = true
}

func (r *row) null() {
	r.next()
	r.text = append(r.text, '\\', 'N')
}

func (r *row) int(n int64) {
	r.next()
	r.text = strconv.AppendInt(r.text, n, 10)
}

func (r *row) str(s string) {
	r.next()
	r.text = append(r.text, s...)
}

// cents adds an amount with two decimals.
func (r *row) cents(n int64) {
	r.next()
	if n < 0 {
		r.text = append(r.text, '-')
		n = -n
	}
	r.text = strconv.AppendInt(r.text, n/100, 10)
	r.text = append(r.text, '.', byte('0'+n/10%10), byte('0'+n%10))
}

// day adds a date, given in days since 1970.
func (r *row) day(n int64) {
	r.next()
	r.text = time.Unix(n*86400, 0).UTC().AppendFormat(r.text, time.DateOnly)
}

// days is the number of days between 1970 and a date.
func days(year int, month time.Month, day int) int64 {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / 86400
}
