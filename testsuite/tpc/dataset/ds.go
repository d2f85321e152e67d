package dataset

import (
	"fmt"
	"time"
)

// DS is a part of TPC-DS: sales over the counter, by catalogue and by the web, their
// returns and the stock, with 17 dimensions, less the columns that no query here
// asks for; and the queries among its 99 that need nothing that is missing.
// Dimensions are small, so that facts meet: five years of days, the hours' minutes.
var DS = &Suite{
	Name:  "ds",
	files: dsFiles,
	Tables: []*Table{
		{Name: "date_dim", rows: dsDates}, {Name: "time_dim", rows: dsTimes}, {Name: "item", rows: dsItems},
		{Name: "customer_address", rows: dsAddresses}, {Name: "customer_demographics", rows: dsDemographics},
		{Name: "income_band", rows: dsIncomeBands}, {Name: "household_demographics", rows: dsHouseholds},
		{Name: "customer", rows: dsCustomers}, {Name: "store", rows: dsStores}, {Name: "call_center", rows: dsCallCenters},
		{Name: "catalog_page", rows: dsCatalogPages}, {Name: "web_site", rows: dsWebSites}, {Name: "web_page", rows: dsWebPages},
		{Name: "warehouse", rows: dsWarehouses}, {Name: "ship_mode", rows: dsShipModes}, {Name: "reason", rows: dsReasons},
		{Name: "promotion", rows: dsPromotions}, {Name: "inventory", rows: dsInventory},
		{Name: "store_sales", rows: dsStoreSales}, {Name: "store_returns", rows: dsStoreReturns},
		{Name: "catalog_sales", rows: dsCatalogSales}, {Name: "catalog_returns", rows: dsCatalogReturns},
		{Name: "web_sales", rows: dsWebSales}, {Name: "web_returns", rows: dsWebReturns},
	},
}

// The days of the dimension; its key is the Julian day.
var (
	dsFirst  = days(1998, time.January, 1)
	dsLast   = days(2002, time.December, 31)
	dsJulian = int64(2_440_588) // of 1970-01-01
)

// Numbers of rows that do not grow with the scale, or slowly.
const (
	dsDemographicsRows = 1400
	dsHouseholdRows    = 720
	dsStoreRows        = 12
	dsWarehouseRows    = 5
	dsPageRows         = 60
	dsSiteRows         = 6
	dsPromotionRows    = 30
	dsReasonRows       = 8
)

func dsItemCount(scale float64) int64     { return scaled(18_000, scale, 120) }
func dsCustomerCount(scale float64) int64 { return scaled(100_000, scale, 200) }
func dsAddressCount(scale float64) int64  { return scaled(50_000, scale, 120) }

// dsID is the text that names a row of a dimension. Two rows of an item share one,
// as versions of it.
func dsID(n int64) string { return fmt.Sprintf("AAAAAAAA%08d", n) }

func dsDates(_ float64, r *row, end func() error) error {
	for day := dsFirst; day <= dsLast; day++ {
		t := time.Unix(day*86400, 0).UTC()
		year, month := int64(t.Year()), int64(t.Month())
		quarter := (month-1)/3 + 1
		sk := day + dsJulian
		r.int(sk)
		r.str(dsID(sk))
		r.day(day)
		r.int((year-1900)*12 + month - 1)
		r.int((day + 3) / 7) // weeks begin on Mondays
		r.int((year-1900)*4 + quarter - 1)
		r.int(year)
		r.int(int64(t.Weekday()))
		r.int(month)
		r.int(int64(t.Day()))
		r.int(quarter)
		r.str(t.Weekday().String())
		r.str(fmt.Sprintf("%dQ%d", year, quarter))
		r.str(yes(day%29 == 0))
		r.str(yes(t.Weekday() == time.Saturday || t.Weekday() == time.Sunday))
		if err := end(); err != nil {
			return err
		}
	}
	return nil
}

// dsTimes has every minute; seconds would be sixty times as many.
func dsTimes(_ float64, r *row, end func() error) error {
	for minute := range int64(24 * 60) {
		hour := minute / 60
		r.int(minute * 60)
		r.str(dsID(minute * 60))
		r.int(minute * 60)
		r.int(hour)
		r.int(minute % 60)
		r.int(0)
		r.str([]string{"AM", "PM"}[hour/12])
		r.str([]string{"third", "first", "second"}[hour/8])
		switch {
		case hour >= 6 && hour < 9:
			r.str("breakfast")
		case hour >= 12 && hour < 14:
			r.str("lunch")
		case hour >= 17 && hour < 20:
			r.str("dinner")
		default:
			r.null()
		}
		if err := end(); err != nil {
			return err
		}
	}
	return nil
}

func yes(b bool) string {
	if b {
		return "Y"
	}
	return "N"
}

func dsInventory(scale float64, r *row, end func() error) error {
	random := newRandom("inventory")
	for day := dsFirst + 3; day <= dsLast; day += 7 * 4 {
		for item := int64(1); item <= dsItemCount(scale); item += 2 {
			for house := int64(1); house <= dsWarehouseRows; house++ {
				r.int(day + dsJulian)
				r.int(item)
				r.int(house)
				if random.chance(20) {
					r.null()
				} else {
					r.int(random.between(0, 1000))
				}
				if err := end(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
