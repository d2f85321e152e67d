package dataset

import "fmt"

var (
	dsStates     = []string{"AL", "CA", "GA", "IL", "KY", "MI", "MN", "NY", "OH", "TN", "TX", "VA"}
	dsCities     = []string{"Fairview", "Midway", "Oak Hill", "Pine Bend", "Riverton", "Salem", "Spring Lake", "Union"}
	dsCounties   = []string{"Barrow County", "Daviess County", "Franklin Parish", "Luce County", "Walker County", "Ziebach County"}
	dsStreets    = []string{"Birch", "Cedar", "Church", "Elm", "First", "Hill", "Lake", "Maple", "Mill", "Park", "Second", "Sunset"}
	dsForenames  = []string{"Ada", "Ben", "Carla", "David", "Edith", "Frank", "Grace", "Henry", "Ida", "Jonas", "Kate", "Louis", "Maria", "Nils"}
	dsSurnames   = []string{"Abbott", "Baker", "Cole", "Dunn", "Ellis", "Fox", "Grant", "Hayes", "Irwin", "Jones", "Klein", "Long", "Meyer", "Nash"}
	dsCountries  = []string{"CANADA", "CHILE", "FRANCE", "GHANA", "JAPAN", "NORWAY", "PERU"}
	dsEducations = []string{"2 yr Degree", "4 yr Degree", "Advanced Degree", "College", "Primary", "Secondary", "Unknown"}
	dsCredits    = []string{"Good", "High Risk", "Low Risk", "Unknown"}
	dsPotentials = []string{">10000", "5001-10000", "1001-5000", "501-1000", "0-500", "Unknown"}
)

func dsAddresses(scale float64, r *row, end func() error) error {
	random := newRandom("customer_address")
	for k := int64(1); k <= dsAddressCount(scale); k++ {
		r.int(k)
		r.str(dsID(k))
		r.str(fmt.Sprint(random.between(1, 999)))
		r.str(random.pick(dsStreets) + " " + random.pick(dsStreets))
		r.str(random.pick(dsCities))
		r.str(random.pick(dsCounties))
		if random.chance(30) {
			r.null()
		} else {
			r.str(random.pick(dsStates))
		}
		r.str(dsZip(random))
		r.str("United States")
		r.cents(-100 * random.between(5, 8))
		r.str(random.pick([]string{"apartment", "condo", "single family"}))
		if err := end(); err != nil {
			return err
		}
	}
	return nil
}

// dsZip is one of few zip codes, so that customers and stores share them.
func dsZip(random random) string { return fmt.Sprintf("%05d", 24000+137*random.between(1, 60)) }

// dsDemographics has every sex, marital status and education twenty times over.
func dsDemographics(_ float64, r *row, end func() error) error {
	for k := range int64(dsDemographicsRows) {
		r.int(k + 1)
		r.str([]string{"M", "F"}[k%2])
		r.str([]string{"M", "S", "D", "W", "U"}[k/2%5])
		r.str(dsEducations[k/10%7])
		r.int(500 * (k/70%20 + 1))
		r.str(dsCredits[k/70%4])
		r.int(k / 70 % 7)
		r.int(k / 140 % 7)
		r.int(k / 210 % 7)
		if err := end(); err != nil {
			return err
		}
	}
	return nil
}

func dsIncomeBands(_ float64, r *row, end func() error) error {
	for k := range int64(20) {
		r.int(k + 1)
		r.int(k*10_000 + min(k, 1))
		r.int((k + 1) * 10_000)
		if err := end(); err != nil {
			return err
		}
	}
	return nil
}

func dsHouseholds(_ float64, r *row, end func() error) error {
	for k := range int64(dsHouseholdRows) {
		r.int(k + 1)
		r.int(k%20 + 1)
		r.str(dsPotentials[k/20%6])
		r.int(k / 20 % 10)
		r.int(k/120%6 - 1)
		if err := end(); err != nil {
			return err
		}
	}
	return nil
}

func dsCustomers(scale float64, r *row, end func() error) error {
	random := newRandom("ds customer")
	maybe := func(n int64) {
		if random.chance(25) {
			r.null()
		} else {
			r.int(n)
		}
	}
	name := func(list []string) {
		if random.chance(25) {
			r.null()
		} else {
			r.str(random.pick(list))
		}
	}
	for k := int64(1); k <= dsCustomerCount(scale); k++ {
		r.int(k)
		r.str(dsID(k))
		maybe(random.between(1, dsDemographicsRows))
		maybe(random.between(1, dsHouseholdRows))
		r.int(random.between(1, dsAddressCount(scale)))
		day := random.between(dsFirst, dsLast) + dsJulian
		maybe(day)
		maybe(day + 20)
		name([]string{"Dr.", "Miss", "Mr.", "Mrs.", "Ms.", "Sir"})
		name(dsForenames)
		name(dsSurnames)
		name([]string{"Y", "N"})
		maybe(random.between(1, 28))
		maybe(random.between(1, 12))
		maybe(random.between(1930, 1992))
		name(dsCountries)
		r.str(fmt.Sprintf("customer%d@example.org", k))
		if err := end(); err != nil {
			return err
		}
	}
	return nil
}
