package main

import (
	"bufio"
	"fmt"
	"net/netip"
	"os"
	"strings"

	"github.com/sparrowdb/sparrow/sql"
)

// readAccessRules reads a file like pg_hba.conf: lines of
//
//	host  DATABASE  ROLE  ADDRESS  METHOD
//
// with lists separated by commas, "all" for any, a CIDR range, "samehost" or
// "all" as address, and trust, scram-sha-256 or reject as method. Lines of type local are
// passed over: there are no Unix-domain sockets. An empty path gives no rules.
func readAccessRules(path string) (sql.AccessRules, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--hba: %w", err)
	}
	defer f.Close()
	var rules sql.AccessRules
	scanner := bufio.NewScanner(f)
	for n := 1; scanner.Scan(); n++ {
		line, _, _ := strings.Cut(scanner.Text(), "#")
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "local" {
			continue
		}
		rule, err := accessRule(fields)
		if err != nil {
			return nil, fmt.Errorf("--hba %s, line %d: %w", path, n, err)
		}
		rules = append(rules, rule...)
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("--hba: %w", err)
	}
	if len(rules) == 0 {
		return nil, fmt.Errorf("--hba %s has no rule: nobody could log in", path)
	}
	return rules, nil
}

func accessRule(fields []string) (sql.AccessRules, error) {
	if fields[0] != "host" && fields[0] != "hostnossl" {
		return nil, fmt.Errorf("connection type %q: use host", fields[0])
	}
	if len(fields) != 5 {
		return nil, fmt.Errorf("%d fields: want host DATABASE ROLE ADDRESS METHOD", len(fields))
	}
	r := sql.AccessRule{Databases: accessList(fields[1]), Roles: accessList(fields[2]), Method: sql.AccessMethod(fields[4])}
	switch r.Method {
	case sql.AccessTrust, sql.AccessSCRAM, sql.AccessReject:
	default:
		return nil, fmt.Errorf("method %q: use trust, scram-sha-256 or reject", fields[4])
	}
	networks := []string{fields[3]}
	switch fields[3] {
	case "all":
		networks = []string{"0.0.0.0/0", "::/0"}
	case "samehost":
		networks = []string{"127.0.0.0/8", "::1/128"}
	}
	var rules sql.AccessRules
	for _, n := range networks {
		p, err := netip.ParsePrefix(n)
		if err != nil {
			return nil, fmt.Errorf("address %q: use a CIDR range such as 192.0.2.0/24", n)
		}
		r.Network = p.Masked()
		rules = append(rules, r)
	}
	return rules, nil
}

// accessList is a comma list of names; nil for all.
func accessList(field string) []string {
	if field == "all" {
		return nil
	}
	list := strings.Split(field, ",")
	for i := range list {
		list[i] = strings.Trim(list[i], `"`)
	}
	return list
}
