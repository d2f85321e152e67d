package dataset

// proseWords make comments. The order is that of nothing in particular.
var proseWords = []string{
	"pack", "crate", "order", "special", "requests", "quick", "slow", "harbour", "night", "early", "late", "weigh", "count", "return",
	"ledger", "among", "beside", "under", "across", "green", "cargo", "vessel", "tide", "anchor", "rope", "seal", "stamp", "paper",
	"clerk", "waits", "moves", "sails", "rests", "calls", "asks", "answers", "pending", "final", "express", "regular", "ironic",
	"accounts", "deposits", "packages", "foxes", "theories", "platelets", "pinto", "about", "after", "before", "until",
}

// colours are the words of a part's name.
var colours = []string{
	"amber", "apricot", "aqua", "ash", "beige", "black", "blue", "bone", "brick", "bronze", "brown", "cherry", "clay", "cobalt", "copper",
	"coral", "cream", "crimson", "cyan", "denim", "emerald", "fern", "flax", "forest", "fuchsia", "gold", "granite", "grape", "green",
	"grey", "hazel", "indigo", "iris", "ivory", "jade", "khaki", "lavender", "lemon", "lilac", "lime", "magenta", "maroon", "mauve", "mint",
	"moss", "mustard", "navy", "ochre", "olive", "orange", "peach", "pearl", "pink", "plum", "purple", "red", "rose", "ruby", "rust",
	"saffron", "sage", "salmon", "sand", "scarlet", "sepia", "silver", "slate", "snow", "tan", "teal", "umber", "violet", "walnut", "white",
}

var (
	segments     = []string{"AUTOMOBILE", "BUILDING", "FURNITURE", "HOUSEHOLD", "MACHINERY"}
	priorities   = []string{"1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED", "5-LOW"}
	instructions = []string{"COLLECT COD", "DELIVER IN PERSON", "NONE", "TAKE BACK RETURN"}
	shipModes    = []string{"AIR", "FOB", "MAIL", "RAIL", "REG AIR", "SHIP", "TRUCK"}

	typeFinish   = []string{"ECONOMY", "LARGE", "MEDIUM", "PROMO", "SMALL", "STANDARD"}
	typeTreat    = []string{"ANODIZED", "BRUSHED", "BURNISHED", "PLATED", "POLISHED"}
	typeMetal    = []string{"BRASS", "COPPER", "NICKEL", "STEEL", "TIN"}
	boxSizes     = []string{"JUMBO", "LG", "MED", "SM", "WRAP"}
	boxKinds     = []string{"BAG", "BOX", "CAN", "CASE", "DRUM", "JAR", "PACK", "PKG"}
	regions      = []string{"AFRICA", "AMERICA", "ASIA", "EUROPE", "MIDDLE EAST"}
	regionNation = [][]string{
		{"ALGERIA", "ETHIOPIA", "KENYA", "MOROCCO", "MOZAMBIQUE"},
		{"ARGENTINA", "BRAZIL", "CANADA", "PERU", "UNITED STATES"},
		{"CHINA", "INDIA", "INDONESIA", "JAPAN", "VIETNAM"},
		{"FRANCE", "GERMANY", "ROMANIA", "RUSSIA", "UNITED KINGDOM"},
		{"EGYPT", "IRAN", "IRAQ", "JORDAN", "SAUDI ARABIA"},
	}
)
