package dataset

import "fmt"

// hLine is a line of an order; amounts in cents, rates in hundredths.
type hLine struct {
	part, supplier, quantity, price, discount, tax int64
	shipped, committed, received                   int64
	returned, status                               string
}

// hOrder is an order with its lines.
type hOrder struct {
	key, customer, day int64
	lines              []hLine
}

// hEachOrder makes the orders, the same ones for the table of orders and that of
// lines. Keys leave three quarters of the numbers free, and every third customer
// has no order.
func hEachOrder(scale float64, do func(*hOrder) error) error {
	random := newRandom("each order")
	parts, suppliers, customers := hPartCount(scale), hSupplierCount(scale), hCustomerCount(scale)
	for n := range customers * 10 {
		o := hOrder{key: n/8*32 + n%8 + 1, customer: random.between(1, customers), day: random.between(hFirst, hLast)}
		for o.customer%3 == 0 {
			o.customer = random.between(1, customers)
		}
		for range random.between(1, 7) {
			l := hLine{part: random.between(1, parts), quantity: random.between(1, 50), discount: random.between(0, 10), tax: random.between(0, 8)}
			l.supplier = hSupplierOf(l.part, random.between(0, 3), suppliers)
			l.price = l.quantity * hPrice(l.part)
			l.shipped = o.day + random.between(1, 121)
			l.committed = o.day + random.between(30, 90)
			l.received = l.shipped + random.between(1, 30)
			l.returned, l.status = "N", "F"
			if l.received <= hNow {
				l.returned = random.pick([]string{"R", "A"})
			}
			if l.shipped > hNow {
				l.status = "O"
			}
			o.lines = append(o.lines, l)
		}
		if err := do(&o); err != nil {
			return err
		}
	}
	return nil
}

// status is F if all lines are, O if all lines are, and P otherwise; the total is
// in cents.
func (o *hOrder) sums() (status string, total int64) {
	var hundredths int64 // of hundredths of a cent
	status = o.lines[0].status
	for _, l := range o.lines {
		if l.status != status {
			status = "P"
		}
		hundredths += l.price * (100 - l.discount) * (100 + l.tax)
	}
	return status, (hundredths + 5000) / 10_000
}

func hOrders(scale float64, r *row, end func() error) error {
	random := newRandom("orders")
	clerks := scaled(1000, scale, 5)
	return hEachOrder(scale, func(o *hOrder) error {
		status, total := o.sums()
		r.int(o.key)
		r.int(o.customer)
		r.str(status)
		r.cents(total)
		r.day(o.day)
		r.str(random.pick(priorities))
		r.str(fmt.Sprintf("Clerk#%09d", random.between(1, clerks)))
		r.int(0)
		r.str(random.prose(19, 78))
		return end()
	})
}

func hLines(scale float64, r *row, end func() error) error {
	random := newRandom("lineitem")
	return hEachOrder(scale, func(o *hOrder) error {
		for i, l := range o.lines {
			r.int(o.key)
			r.int(l.part)
			r.int(l.supplier)
			r.int(int64(i + 1))
			r.cents(l.quantity * 100)
			r.cents(l.price)
			r.cents(l.discount)
			r.cents(l.tax)
			r.str(l.returned)
			r.str(l.status)
			r.day(l.shipped)
			r.day(l.committed)
			r.day(l.received)
			r.str(random.pick(instructions))
			r.str(random.pick(shipModes))
			r.str(random.prose(10, 43))
			if err := end(); err != nil {
				return err
			}
		}
		return nil
	})
}
