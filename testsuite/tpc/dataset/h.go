package dataset

import (
	"fmt"
	"time"
)

// H is TPC-H: eight tables about parts, their suppliers, customers and orders, and
// 22 queries.
var H = &Suite{
	Name:  "h",
	files: hFiles,
	Tables: []*Table{
		{Name: "region", rows: hRegions}, {Name: "nation", rows: hNations}, {Name: "supplier", rows: hSuppliers}, {Name: "part", rows: hParts},
		{Name: "partsupp", rows: hPartSuppliers}, {Name: "customer", rows: hCustomers}, {Name: "orders", rows: hOrders}, {Name: "lineitem", rows: hLines},
	},
}

// scaled is how many of n rows at scale 1 there are.
func scaled(n int64, scale float64, least int64) int64 {
	return max(least, int64(float64(n)*scale+0.5))
}

func hRegions(_ float64, r *row, end func() error) error {
	random := newRandom("region")
	for i, name := range regions {
		r.int(int64(i))
		r.str(name)
		r.str(random.prose(31, 115))
		if err := end(); err != nil {
			return err
		}
	}
	return nil
}

// hNations numbers the nations region by region: what matters is that 25 keys fall
// into 5 regions.
func hNations(_ float64, r *row, end func() error) error {
	random := newRandom("nation")
	for region, names := range regionNation {
		for i, name := range names {
			r.int(int64(region*5 + i))
			r.str(name)
			r.int(int64(region))
			r.str(random.prose(31, 114))
			if err := end(); err != nil {
				return err
			}
		}
	}
	return nil
}

func phone(random random, nation int64) string {
	return fmt.Sprintf("%d-%03d-%03d-%04d", nation+10, random.between(100, 999), random.between(100, 999), random.between(1000, 9999))
}

func hSupplierCount(scale float64) int64 { return scaled(10_000, scale, 20) }
func hPartCount(scale float64) int64     { return scaled(200_000, scale, 200) }
func hCustomerCount(scale float64) int64 { return scaled(150_000, scale, 150) }

func hSuppliers(scale float64, r *row, end func() error) error {
	random := newRandom("supplier")
	for k := int64(1); k <= hSupplierCount(scale); k++ {
		nation := random.between(0, 24)
		r.int(k)
		r.str(fmt.Sprintf("Supplier#%09d", k))
		r.str(random.code(10, 40))
		r.int(nation)
		r.str(phone(random, nation))
		r.cents(random.between(-99_999, 999_999))
		comment := random.prose(25, 100)
		switch random.IntN(100) { // more often than at scale 1, where five in 10,000 are enough
		case 0:
			comment = "the Customer wrote two Complaints"
		case 1:
			comment = "a Customer of ours Recommends it"
		}
		r.str(comment)
		if err := end(); err != nil {
			return err
		}
	}
	return nil
}

// hPrice is a part's price in cents.
func hPrice(part int64) int64 { return 90_000 + part/10%20_001 + 100*(part%1000) }

// hSupplierOf is the i-th of a part's four suppliers; steps below a third of their
// number keep the four apart.
func hSupplierOf(part, i, suppliers int64) int64 {
	step := suppliers/4 + (part-1)/suppliers%max(1, suppliers/12)
	return (part+i*step)%suppliers + 1
}

func hParts(scale float64, r *row, end func() error) error {
	random := newRandom("part")
	for k := int64(1); k <= hPartCount(scale); k++ {
		maker := random.between(1, 5)
		r.int(k)
		r.str(random.distinct(colours, 5))
		r.str(fmt.Sprintf("Manufacturer#%d", maker))
		r.str(fmt.Sprintf("Brand#%d%d", maker, random.between(1, 5)))
		r.str(random.pick(typeFinish) + " " + random.pick(typeTreat) + " " + random.pick(typeMetal))
		r.int(random.between(1, 50))
		r.str(random.pick(boxSizes) + " " + random.pick(boxKinds))
		r.cents(hPrice(k))
		r.str(random.prose(5, 22))
		if err := end(); err != nil {
			return err
		}
	}
	return nil
}

func hPartSuppliers(scale float64, r *row, end func() error) error {
	random := newRandom("partsupp")
	suppliers := hSupplierCount(scale)
	for k := int64(1); k <= hPartCount(scale); k++ {
		for i := range int64(4) {
			r.int(k)
			r.int(hSupplierOf(k, i, suppliers))
			r.int(random.between(1, 9999))
			r.cents(random.between(100, 100_000))
			r.str(random.prose(49, 198))
			if err := end(); err != nil {
				return err
			}
		}
	}
	return nil
}

func hCustomers(scale float64, r *row, end func() error) error {
	random := newRandom("customer")
	for k := int64(1); k <= hCustomerCount(scale); k++ {
		nation := random.between(0, 24)
		r.int(k)
		r.str(fmt.Sprintf("Customer#%09d", k))
		r.str(random.code(10, 40))
		r.int(nation)
		r.str(phone(random, nation))
		r.cents(random.between(-99_999, 999_999))
		r.str(random.pick(segments))
		r.str(random.prose(29, 116))
		if err := end(); err != nil {
			return err
		}
	}
	return nil
}

// The days of orders; hNow parts what has been delivered from what has not.
var (
	hFirst = days(1992, time.January, 1)
	hLast  = days(1998, time.December, 31) - 151
	hNow   = days(1995, time.June, 17)
)
