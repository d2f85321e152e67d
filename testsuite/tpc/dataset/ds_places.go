package dataset

import "fmt"

var (
	dsCategories = []string{"Books", "Children", "Electronics", "Home", "Jewelry", "Men", "Music", "Shoes", "Sports", "Women"}
	dsClasses    = []string{"accessories", "archery", "classical", "computers", "dresses", "fiction", "pants", "personal", "reference", "shirts"}
	dsSizes      = []string{"small", "medium", "large", "extra large", "petite", "N/A"}
	dsUnits      = []string{"Each", "Case", "Dozen", "Oz", "Pound", "Ton"}
)

func dsItems(scale float64, r *row, end func() error) error {
	random := newRandom("item")
	for k := int64(1); k <= dsItemCount(scale); k++ {
		category, class := random.between(1, 10), random.between(1, 10)
		maker := random.between(1, 100)
		cost := random.between(50, 7000)
		r.int(k)
		r.str(dsID((k + 1) / 2))
		r.str(random.prose(10, 100))
		if random.chance(40) {
			r.null()
		} else {
			r.cents(cost + cost*random.between(10, 90)/100)
		}
		r.cents(cost)
		brand := category*1000 + class*10 + maker%4
		r.int(brand)
		r.str(fmt.Sprintf("brand %d of %s", maker%4+1, dsClasses[class-1]))
		r.int(class)
		r.str(dsClasses[class-1])
		r.int(category)
		r.str(dsCategories[category-1])
		r.int(maker)
		r.str(fmt.Sprintf("maker %d", maker))
		r.str(random.pick(dsSizes))
		r.str(random.pick(colours))
		r.str(random.pick(dsUnits))
		r.int(random.between(1, 100))
		r.str(fmt.Sprintf("product %d", k))
		if err := end(); err != nil {
			return err
		}
	}
	return nil
}

func dsStores(_ float64, r *row, end func() error) error {
	random := newRandom("store")
	for k := int64(1); k <= dsStoreRows; k++ {
		r.int(k)
		r.str(dsID((k + 1) / 2))
		r.str([]string{"able", "bar", "cally", "ese", "eing", "ought"}[k%6])
		r.int(random.between(200, 300))
		r.int(random.between(5_000_000, 9_900_000))
		r.int(random.between(1, 10))
		r.int(1)
		r.str("Unknown")
		r.str(dsCities[k%4])
		r.str(dsCounties[k%3])
		r.str(dsStates[k%5])
		r.str(dsZip(random))
		r.cents(-500)
		if err := end(); err != nil {
			return err
		}
	}
	return nil
}

// named makes the small dimensions: rows of a key, an id, and what more says.
func named(rows int64, r *row, end func() error, more func(k int64)) error {
	for k := int64(1); k <= rows; k++ {
		r.int(k)
		r.str(dsID(k))
		more(k)
		if err := end(); err != nil {
			return err
		}
	}
	return nil
}

func dsCallCenters(_ float64, r *row, end func() error) error {
	return named(4, r, end, func(k int64) {
		r.str([]string{"North", "South", "East", "West"}[k-1])
		r.str(dsForenames[k] + " " + dsSurnames[k])
		r.str(dsCounties[k%3])
	})
}

func dsCatalogPages(_ float64, r *row, end func() error) error {
	return named(dsPageRows, r, end, func(int64) {})
}

func dsWebSites(_ float64, r *row, end func() error) error {
	return named(dsSiteRows, r, end, func(k int64) {
		r.str(fmt.Sprintf("site_%d", k))
		r.str([]string{"able", "bar", "pri"}[k%3])
	})
}

func dsWebPages(_ float64, r *row, end func() error) error {
	return named(dsPageRows, r, end, func(k int64) { r.int(4000 + k*37) })
}

func dsWarehouses(_ float64, r *row, end func() error) error {
	return named(dsWarehouseRows, r, end, func(k int64) {
		r.str(fmt.Sprintf("Warehouse number %d", k))
		r.int(100_000 * k)
		r.str(dsCities[k])
		r.str(dsCounties[k])
		r.str(dsStates[k])
		r.str("United States")
	})
}

func dsShipModes(_ float64, r *row, end func() error) error {
	return named(10, r, end, func(k int64) {
		r.str([]string{"EXPRESS", "LIBRARY", "NEXT DAY", "OVERNIGHT", "REGULAR"}[k%5])
		r.str([]string{"ALBATROSS", "BARGE", "CANOE", "DINGHY"}[k%4])
	})
}

func dsReasons(_ float64, r *row, end func() error) error {
	return named(dsReasonRows, r, end, func(k int64) { r.str(fmt.Sprintf("reason %d", k)) })
}

func dsPromotions(_ float64, r *row, end func() error) error {
	return named(dsPromotionRows, r, end, func(k int64) {
		r.str(fmt.Sprintf("promotion %d", k))
		for i := range int64(4) {
			r.str(yes((k+i)%4 == 0))
		}
	})
}
