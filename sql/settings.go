package sql

// settings holds the values of one session, with what a rollback restores.
// SET LOCAL lives until the transaction ends; SET lasts if it commits.
type settings struct {
	base    map[string]string // where RESET goes: defaults, with the startup packet's values
	session map[string]string // differing from base
	local   map[string]string // SET LOCAL of the running transaction
	undo    []settingUndo
	version uint64 // changes with every value
}

// settingUndo is what a name had before a change.
type settingUndo struct {
	name           string
	session, local *string
}

func newSettings() *settings {
	s := &settings{version: 1, base: map[string]string{}, session: map[string]string{}, local: map[string]string{}}
	for i := range settingTable {
		s.base[settingTable[i].name] = settingTable[i].initial
	}
	return s
}

// get returns the value in force. Custom settings that nobody set are not ok.
func (s *settings) get(name string) (string, bool) {
	for _, m := range []map[string]string{s.local, s.session, s.base} {
		if v, ok := m[name]; ok {
			return v, true
		}
	}
	return "", false
}

// set changes a value, until the end of the transaction if local.
func (s *settings) set(name, value string, local bool) {
	s.remember(name)
	if local {
		s.local[name] = value
		return
	}
	delete(s.local, name)
	s.session[name] = value
}

// reset goes back to the base value.
func (s *settings) reset(name string) {
	s.remember(name)
	delete(s.local, name)
	delete(s.session, name)
}

func (s *settings) remember(name string) {
	u := settingUndo{name: name}
	if v, ok := s.session[name]; ok {
		u.session = &v
	}
	if v, ok := s.local[name]; ok {
		u.local = &v
	}
	s.undo = append(s.undo, u)
	s.version++
}

// mark is a point for rollbackTo.
func (s *settings) mark() int { return len(s.undo) }

// rollbackTo takes back the changes made since a mark.
func (s *settings) rollbackTo(mark int) {
	for i := len(s.undo) - 1; i >= mark; i-- {
		u := s.undo[i]
		restore(s.session, u.name, u.session)
		restore(s.local, u.name, u.local)
	}
	if len(s.undo) > mark {
		s.version++
	}
	s.undo = s.undo[:mark]
}

func restore(m map[string]string, name string, v *string) {
	if v == nil {
		delete(m, name)
	} else {
		m[name] = *v
	}
}

// changed reports whether the running transaction has changed anything.
func (s *settings) changed() bool { return len(s.undo) > 0 }

// commit makes the session's changes last and ends the local ones.
func (s *settings) commit() {
	if len(s.local) > 0 {
		s.version++
	}
	s.undo = s.undo[:0]
	clear(s.local)
}
