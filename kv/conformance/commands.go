package conformance

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sparrowdb/sparrow/kv"
)

// arguments takes flags and name=value options out of words.
func arguments(words []string) (plain []string, option map[string]string) {
	option = map[string]string{}
	for _, w := range words {
		switch name, value, ok := strings.Cut(w, "="); {
		case ok:
			option[name] = value
		case w == "rc" || w == "serializable" || w == "readonly" || w == "reverse" || w == "keys" || w == "nokey" || w == "shared" || w == "keyshared" || w == "nowait" || w == "skip":
			option[w] = "yes"
		default:
			plain = append(plain, w)
		}
	}
	return plain, option
}

func keysOf(words []string) [][]byte {
	var keys [][]byte
	for _, w := range words {
		keys = append(keys, []byte(w))
	}
	return keys
}

// spanOf reads [FROM [TO]].
func spanOf(words []string) (span kv.Span) {
	if len(words) > 0 && words[0] != "-" {
		span.Start = []byte(words[0])
	}
	if len(words) > 1 && words[1] != "-" {
		span.End = []byte(words[1])
	}
	return span
}

func (s *script) storeCommand(cmd string, words []string) (string, error) {
	plain, option := arguments(words)
	switch cmd {
	case "begin":
		opts := kv.TxnOptions{ReadOnly: option["readonly"] != ""}
		if option["rc"] != "" {
			opts.Isolation = kv.ReadCommitted
		}
		if option["serializable"] != "" {
			opts.Isolation = kv.Serializable
		}
		if at := s.reader(option["at"]); at != nil {
			opts.ReadTS = at.ReadTS()
		}
		txn, err := s.store.Begin(s.ctx, opts)
		if err == nil {
			s.name(plain[0], txn)
		}
		return "", err
	case "snapshot":
		snap, err := s.store.Snapshot(s.ctx, 0)
		if err == nil {
			s.name(plain[0], snap)
		}
		return "", err
	case "split":
		infos, err := s.store.Split(s.ctx, keysOf(plain))
		return describe(infos), err
	case "merge":
		infos, err := s.store.Partitions(s.ctx, kv.Span{})
		if err != nil {
			return "", err
		}
		n, err := strconv.Atoi(plain[0])
		if err != nil {
			return "", err
		}
		return "", s.store.Merge(s.ctx, infos[n].ID, infos[n+1].ID)
	case "deleterange":
		return "", s.store.DeleteRange(s.ctx, spanOf(plain))
	case "partitions":
		infos, err := s.store.Partitions(s.ctx, spanOf(plain))
		return describe(infos), err
	case "checkpoint":
		return "", s.store.Checkpoint(s.ctx)
	case "watch":
		return "", s.store.Watch(s.ctx, spanOf(plain), func(_ kv.TS, keys [][]byte) {
			s.watched <- strings.Join(textOf(keys), " ")
		})
	case "watched":
		select {
		case keys := <-s.watched:
			return keys, nil
		case <-time.After(settleTime):
			return "nothing", nil
		}
	default:
		return "", fmt.Errorf("unknown command %q", cmd)
	}
}

// describe lists partitions by their bounds.
func describe(infos []kv.PartitionInfo) string {
	var parts []string
	for _, p := range infos {
		parts = append(parts, fmt.Sprintf("[%s,%s)", p.Span.Start, p.Span.End))
	}
	return strings.Join(parts, " ")
}

func textOf(keys [][]byte) []string {
	var out []string
	for _, k := range keys {
		out = append(out, string(k))
	}
	return out
}

func (s *script) readerCommand(r kv.Reader, cmd string, words []string) (string, error) {
	plain, option := arguments(words)
	switch cmd {
	case "get":
		v, err := r.Get(s.ctx, []byte(plain[0]))
		return string(v), err
	case "batch":
		values, err := r.BatchGet(s.ctx, keysOf(plain))
		var out []string
		for _, v := range values {
			if v == nil {
				v = []byte("-")
			}
			out = append(out, string(v))
		}
		return strings.Join(out, " "), err
	case "scan":
		limit, _ := strconv.Atoi(option["limit"])
		it := r.Scan(s.ctx, spanOf(plain), kv.ScanOptions{Reverse: option["reverse"] != "", Limit: limit, KeysOnly: option["keys"] != ""})
		defer it.Close()
		var out []string
		for it.Next() {
			if option["keys"] != "" {
				out = append(out, string(it.Key()))
			} else {
				out = append(out, string(it.Key())+"="+string(it.Value()))
			}
		}
		if it.Next() {
			return "Next after the end", nil
		}
		if len(out) == 0 {
			out = []string{"nothing"}
		}
		return strings.Join(out, " "), it.Err()
	case "close":
		r.(kv.Snapshot).Close()
		return "", nil
	default:
		return "", fmt.Errorf("unknown command %q", cmd)
	}
}

func (s *script) txnCommand(t kv.Txn, cmd string, words []string) (answer string, done bool, err error) {
	plain, option := arguments(words)
	var key, value []byte
	if len(plain) > 0 {
		key = []byte(plain[0])
	}
	if len(plain) > 1 {
		value = []byte(plain[1])
	}
	switch cmd {
	case "put":
		err = t.Put(s.ctx, key, value)
	case "unchecked":
		err = t.PutUnchecked(s.ctx, key, value)
	case "insert":
		err = t.PutIfAbsent(s.ctx, key, value)
	case "delete":
		err = t.Delete(s.ctx, key)
	case "latest":
		value, err = t.GetLatest(s.ctx, key)
		answer = string(value)
	case "lock":
		answer, err = s.lock(t, plain, option)
	case "savepoint":
		answer = strconv.Itoa(t.Savepoint())
	case "rollbackto":
		var n int
		if n, err = strconv.Atoi(plain[0]); err == nil {
			err = t.RollbackTo(n)
		}
	case "view":
		var view kv.Snapshot
		if view, err = t.View(); err == nil {
			s.name(plain[0], view)
		}
	case "refresh":
		err = t.Refresh(s.ctx)
	case "commit":
		_, err = t.Commit(s.ctx)
	case "rollback":
		t.Rollback()
	case "size":
		answer = fmt.Sprint(t.Size() > 0)
	default:
		return "", false, nil
	}
	return answer, true, err
}

// lock answers per key: locked, changed (locked, but committed to since the
// snapshot) or skipped.
func (s *script) lock(t kv.Txn, plain []string, option map[string]string) (string, error) {
	opts := kv.LockOptions{}
	for name, mode := range map[string]kv.LockMode{"nokey": kv.LockNoKeyExclusive, "shared": kv.LockShared, "keyshared": kv.LockKeyShared} {
		if option[name] != "" {
			opts.Mode = mode
		}
	}
	if option["nowait"] != "" {
		opts.Policy = kv.NoWait
	}
	if option["skip"] != "" {
		opts.Policy = kv.Skip
	}
	if d := option["timeout"]; d != "" {
		var err error
		if opts.Timeout, err = time.ParseDuration(d); err != nil {
			return "", err
		}
	}
	results, err := t.Lock(s.ctx, keysOf(plain), opts)
	var out []string
	for _, r := range results {
		switch {
		case !r.Locked:
			out = append(out, "skipped")
		case r.Changed:
			out = append(out, "changed")
		default:
			out = append(out, "locked")
		}
	}
	return strings.Join(out, " "), err
}
