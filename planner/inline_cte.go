package planner

// inlineCTEs puts WITH queries that are read once in the place where they are
// read, as PostgreSQL does, and returns the others: recursive or materialized
// ones, those that write, lock, or give other rows each time.
func (p *physical) inlineCTEs(list []*cte) []*cte {
	var kept []*cte
	for _, c := range list {
		if c.ref == nil || c.refs != 1 || c.materialized || c.modifies || c.recursive != nil || volatileQuery(c.q) || queryLocks(c.q) {
			kept = append(kept, c)
			continue
		}
		bl := &block{setID: -1, from: []relation{&queryRel{c.q}}}
		bl.scope = &scope{block: bl}
		q := &query{body: bl}
		for i, id := range c.ref.ids {
			bl.targets = append(bl.targets, target{e: c.q.column(i), id: id, name: c.cols[i].name, at: -1})
			q.out = append(q.out, outCol{id: id, name: c.cols[i].name, t: c.cols[i].t})
		}
		c.ref.inlined = q
	}
	return kept
}
