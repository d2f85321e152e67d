package dataset

// dsSale is a line of a sale in any channel; amounts in cents. A key of 0 is NULL.
type dsSale struct {
	order, day, time, ship, item, customer, demo, household, address int64
	receiver, receiverAddress, receiverHousehold                     int64
	place, page, mode, house, promo                                  int64
	quantity, cost, list, price, coupon, freight                     int64
}

// dsReturn is what came back of it.
type dsReturn struct {
	day, time, customer, address, reason, quantity, fee int64
}

// dsEach makes the orders of a channel, at scale 1 about lines of them, each of up
// to eight lines of different items, and returns of a tenth of the lines. All is
// the same for the table of sales and that of returns. back is nil for what stays.
func dsEach(channel string, lines int64, scale float64, do func(s *dsSale, back *dsReturn) error) error {
	random := newRandom(channel)
	items, customers, addresses := dsItemCount(scale), dsCustomerCount(scale), dsAddressCount(scale)
	maybe := func(n int64) int64 {
		if random.chance(25) {
			return 0
		}
		return n
	}
	for order := int64(1); order <= scaled(lines, scale, 1000)/4; order++ {
		day := random.between(dsFirst, dsLast) + dsJulian
		if random.chance(3) { // much is sold at the end of the year
			day = random.between(dsFirst/365*365+300, dsFirst/365*365+364) + 365*random.between(0, 4) + dsJulian
		}
		head := dsSale{order: order, day: maybe(day), time: maybe(60 * random.between(8*60, 21*60)), customer: maybe(random.between(1, customers)),
			demo: maybe(random.between(1, dsDemographicsRows)), household: maybe(random.between(1, dsHouseholdRows)),
			address: maybe(random.between(1, addresses)), place: maybe(random.between(1, dsStoreRows)), receiver: maybe(random.between(1, customers)),
			receiverAddress: maybe(random.between(1, addresses)), receiverHousehold: maybe(random.between(1, dsHouseholdRows))}
		first, step := random.between(1, items), random.between(1, items/9)
		for line := range random.between(1, 7) {
			s := head
			s.item = (first+line*step)%items + 1
			s.ship = maybe(day + random.between(1, 120))
			s.page, s.mode = maybe(random.between(1, dsPageRows)), maybe(random.between(1, 10))
			s.house, s.promo = maybe(random.between(1, dsWarehouseRows)), maybe(random.between(1, dsPromotionRows))
			s.quantity, s.cost = random.between(1, 100), random.between(100, 10_000)
			s.list = s.cost + s.cost*random.between(0, 200)/100
			s.price = s.list * random.between(0, 100) / 100
			s.freight = s.list * random.between(0, 50) / 100 * s.quantity
			if random.chance(5) {
				s.coupon = s.price * s.quantity * random.between(0, 100) / 100
			}
			var back *dsReturn
			if random.chance(10) {
				back = &dsReturn{day: maybe(day + random.between(1, 180)), time: maybe(60 * random.between(8*60, 21*60)), customer: s.customer,
					address: maybe(random.between(1, addresses)), reason: maybe(random.between(1, dsReasonRows)),
					quantity: random.between(1, s.quantity), fee: random.between(50, 10_000)}
				if random.chance(5) {
					back.customer = maybe(random.between(1, customers))
				}
			}
			if err := do(&s, back); err != nil {
				return err
			}
		}
	}
	return nil
}

// key adds a key that may be missing.
func (r *row) key(n int64) {
	if n == 0 {
		r.null()
		return
	}
	r.int(n)
}

func (r *row) keys(list ...int64) {
	for _, n := range list {
		r.key(n)
	}
}

func (r *row) amounts(list ...int64) {
	for _, n := range list {
		r.cents(n)
	}
}

// unit puts the prices of one, and what the quantity makes of them.
func (s *dsSale) unit(r *row) {
	r.int(s.quantity)
	r.amounts(s.cost, s.list, s.price, (s.list-s.price)*s.quantity, s.price*s.quantity, s.cost*s.quantity, s.list*s.quantity)
}

func (s *dsSale) paid() int64   { return s.price*s.quantity - s.coupon }
func (s *dsSale) tax() int64    { return s.paid() * 8 / 100 }
func (s *dsSale) profit() int64 { return s.paid() - s.cost*s.quantity }

// amount is what a return gives back.
func (b *dsReturn) amount(s *dsSale) int64 { return s.price * b.quantity }

func dsStoreSales(scale float64, r *row, end func() error) error {
	return dsEach("store", 2_880_000, scale, func(s *dsSale, _ *dsReturn) error {
		r.keys(s.day, s.time, s.item, s.customer, s.demo, s.household, s.address, s.place, s.promo, s.order)
		s.unit(r)
		r.amounts(s.tax(), s.coupon, s.paid(), s.paid()+s.tax(), s.profit())
		return end()
	})
}

func dsStoreReturns(scale float64, r *row, end func() error) error {
	return dsEach("store", 2_880_000, scale, func(s *dsSale, b *dsReturn) error {
		if b == nil {
			return nil
		}
		r.keys(b.day, b.time, s.item, b.customer, s.demo, s.household, b.address, s.place, b.reason, s.order, b.quantity)
		r.amounts(b.amount(s), b.amount(s)*8/100, b.fee, b.fee+b.amount(s)/5)
		return end()
	})
}

func dsCatalogSales(scale float64, r *row, end func() error) error {
	return dsEach("catalog", 1_440_000, scale, func(s *dsSale, _ *dsReturn) error {
		r.keys(s.day, s.time, s.ship, s.customer, s.demo, s.household, s.address, s.receiver, s.receiverAddress, s.place%4+1, s.page, s.mode,
			s.house, s.item, s.promo, s.order)
		s.unit(r)
		r.amounts(s.coupon, s.freight, s.paid(), s.profit())
		return end()
	})
}

func dsCatalogReturns(scale float64, r *row, end func() error) error {
	return dsEach("catalog", 1_440_000, scale, func(s *dsSale, b *dsReturn) error {
		if b == nil {
			return nil
		}
		r.keys(b.day, s.item, s.customer, b.customer, b.address, s.place%4+1, s.page, b.reason, s.order, b.quantity)
		r.amounts(b.amount(s), b.amount(s)*108/100, b.amount(s)/2, b.fee+b.amount(s)/5)
		return end()
	})
}

func dsWebSales(scale float64, r *row, end func() error) error {
	return dsEach("web", 720_000, scale, func(s *dsSale, _ *dsReturn) error {
		r.keys(s.day, s.time, s.ship, s.item, s.customer, s.address, s.receiver, s.receiverHousehold, s.receiverAddress, s.page, s.place%dsSiteRows+1,
			s.mode, s.house, s.promo, s.order)
		s.unit(r)
		r.amounts(s.freight, s.paid(), s.profit())
		return end()
	})
}

func dsWebReturns(scale float64, r *row, end func() error) error {
	return dsEach("web", 720_000, scale, func(s *dsSale, b *dsReturn) error {
		if b == nil {
			return nil
		}
		r.keys(b.day, s.item, s.customer, s.demo, b.address, b.customer, s.demo%dsDemographicsRows, b.address, s.page, b.reason, s.order, b.quantity)
		r.amounts(b.amount(s), b.fee, b.amount(s)/2, b.fee+b.amount(s)/5)
		return end()
	})
}
