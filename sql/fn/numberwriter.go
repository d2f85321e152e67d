package fn

import "strings"

// numberWriter fills a number template (NUM_processor for to_char). Its
// places are counted like there: blanks in front of the number first, then its digits and
// its point.
type numberWriter struct {
	f      numberFormat
	sign   byte   // '+' or '-'
	number string // digits, perhaps with a point
	spaces int    // places before the first digit

	out    strings.Builder
	at     int // in number
	place  int // places passed
	count  int
	last   int  // offset of the last digit that FM keeps, -1: all
	signed bool // the sign was written, or is none
	inside bool // the last place had a digit
}

func (w *numberWriter) byteAt(i int) byte {
	if i < 0 || i >= len(w.number) {
		return 0
	}
	return w.number[i]
}

func (w *numberWriter) write() string {
	f := &w.f
	if f.zeroStart > 0 {
		f.zeroStart--
	}
	if f.roman {
		*f = numberFormat{items: f.items, fill: f.fill, roman: true}
		w.spaces, w.sign = 0, 0
	}
	w.begin()
	for _, it := range f.items {
		w.item(it)
	}
	// PostgreSQL's result ends where a place was past the end of the digits.
	s, _, _ := strings.Cut(w.out.String(), "\x00")
	return s
}

// begin decides where the sign goes and which zeros FM drops.
func (w *numberWriter) begin() {
	f := &w.f
	if f.plus || f.minus {
		w.signed = !f.plus || f.minus
	} else {
		if w.sign != '-' && f.bracket && f.fill {
			f.bracket = false
		}
		w.signed = w.sign == '+' && f.fill && !f.sign
		if f.signPlace == signBefore && f.pre == f.preSign {
			f.signPlace = signBehind
		}
	}
	w.count = f.post + f.pre - 1
	w.last = -1
	if f.fill && f.decimal {
		if w.last = strings.IndexByte(w.number, '.'); w.last >= 0 {
			for i := w.last + 1; i < len(w.number); i++ {
				if w.number[i] != '0' {
					w.last = i
				}
			}
			if f.zeroEnd > w.spaces {
				w.last = max(w.last, min(len(w.number)-1, f.zeroEnd-w.spaces))
			}
		}
	}
	if !w.signed && w.spaces == 0 {
		w.count++
	}
}

func (w *numberWriter) item(it numberItem) {
	f := &w.f
	switch it.key {
	case "9", "0", ".", "D":
		w.digitPlace(it.key)
	case ",", "G":
		if w.inside {
			w.out.WriteByte(',')
		} else {
			w.blank()
		}
	case "L":
		w.out.WriteByte(' ')
	case "RN":
		s := w.number
		if !f.fill {
			s = strings.Repeat(" ", 15-len(s)) + s
		}
		if it.text == "rn" {
			s = lower(s)
		}
		w.out.WriteString(s)
	case "TH":
		if !f.roman && w.byteAt(0) != '#' && w.sign != '-' && !f.decimal {
			w.out.WriteString(ordinalOf(lastTwo(w.number), it.text[0] == 'T'))
		}
	case "MI":
		if w.sign == '-' {
			w.out.WriteByte('-')
		} else {
			w.blank()
		}
	case "PL":
		if w.sign == '+' {
			w.out.WriteByte('+')
		} else {
			w.blank()
		}
	case "SG":
		w.out.WriteByte(w.sign)
	case "":
		w.out.WriteString(it.text)
	}
}

// lastTwo is the number of the last two digits.
func lastTwo(digits string) int {
	n := 0
	for _, c := range digits[max(0, len(digits)-2):] {
		n = n*10 + int(c-'0')
	}
	return n
}

func (w *numberWriter) blank() {
	if !w.f.fill {
		w.out.WriteByte(' ')
	}
}

// leadingZero reports whether the next digit is the 0 of 0.1, which 9.9 leaves out.
func (w *numberWriter) leadingZero() bool {
	return !w.f.zero && w.at == 0 && w.byteAt(0) == '0' && w.f.post != 0
}

func (w *numberWriter) lastIsPoint() bool { return w.last >= 0 && w.byteAt(w.last) == '.' }

// digitPlace is NUM_numpart_to_char.
func (w *numberWriter) digitPlace(key string) {
	f := &w.f
	if f.roman {
		return
	}
	w.inside = false
	if !w.signed && (w.place >= w.spaces || f.zero && f.zeroStart == w.place) && (!w.leadingZero() || w.lastIsPoint()) {
		w.writeSign()
	}
	switch {
	case w.place < w.spaces && (!f.zero || f.zeroStart > w.place):
		w.blank()
	case w.place < w.spaces:
		w.out.WriteByte('0')
		w.inside = true
	default:
		w.digit(key)
		if w.at < len(w.number) {
			w.at++
		}
	}
	end := w.count
	if w.spaces > 0 {
		end++
	}
	if f.decimal {
		end++
	}
	if w.last >= 0 && w.last == w.at {
		end = w.place
	}
	if w.place+1 == end {
		w.closeSign()
	}
	w.place++
}

func (w *numberWriter) digit(key string) {
	switch c := w.byteAt(w.at); {
	case c == '.':
		w.out.WriteByte('.')
	case w.last >= 0 && w.at > w.last && key != "0":
	case w.leadingZero():
		if !w.f.fill {
			w.out.WriteByte(' ')
		} else if w.lastIsPoint() {
			w.out.WriteByte('0')
		}
	default:
		w.out.WriteByte(c)
		w.inside = true
	}
}

func (w *numberWriter) writeSign() {
	switch {
	case w.f.sign:
		if w.f.signPlace != signBefore {
			return
		}
		w.out.WriteByte(w.sign)
	case w.f.bracket && w.sign == '+':
		w.out.WriteByte(' ')
	case w.f.bracket:
		w.out.WriteByte('<')
	case w.sign == '+':
		w.blank()
	default:
		w.out.WriteByte('-')
	}
	w.signed = true
}

// closeSign writes what stands behind the last place.
func (w *numberWriter) closeSign() {
	switch {
	case w.signed && w.f.bracket && w.sign == '+':
		w.out.WriteByte(' ')
	case w.signed && w.f.bracket:
		w.out.WriteByte('>')
	case w.f.sign && w.f.signPlace == signBehind:
		w.out.WriteByte(w.sign)
	}
}
