package types

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// The text search configurations: how text becomes lexemes (documentation
// section 12.3). Their OIDs are PostgreSQL 15's.
const (
	ConfigSimple  OID = 3748
	ConfigEnglish OID = 13164
)

// otherConfigs are those that PostgreSQL has and Sparrow not.
const otherConfigs = " arabic armenian basque catalan danish dutch finnish french german greek hindi hungarian indonesian irish " +
	"italian lithuanian nepali norwegian portuguese romanian russian serbian spanish swedish tamil turkish yiddish "

// ConfigByName finds a text search configuration. Errors are 42704, and 0A000
// for one of PostgreSQL's other languages.
func ConfigByName(name string) (OID, error) {
	bare := strings.TrimPrefix(strings.ToLower(strings.Trim(name, " ")), "pg_catalog.")
	switch bare {
	case "simple":
		return ConfigSimple, nil
	case "english":
		return ConfigEnglish, nil
	}
	if strings.Contains(otherConfigs, " "+bare+" ") && !strings.Contains(bare, " ") {
		return 0, pgerr.Unsupported("text search configuration \"" + bare + "\"").
			WithHint("There are \"simple\" and \"english\".")
	}
	return 0, pgerr.New(pgerr.UndefinedObject, "text search configuration \"%s\" does not exist", name)
}

func configName(oid OID) string {
	switch oid {
	case ConfigSimple:
		return "simple"
	case ConfigEnglish:
		return "english"
	}
	return ""
}
