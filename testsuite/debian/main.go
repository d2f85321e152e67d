// Command debian turns Debian's package index into JSON lines, one object a
// package: real data with fifty attributes, most of them rare.
//
//	apt-cache dumpavail | go run ./testsuite/debian > packages.jsonl
//	sparrow load --table packages --format jsonl packages.jsonl
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := convert(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "debian:", err)
		os.Exit(1)
	}
}

// convert writes the packages of an index. A key that comes again, as an
// installed package does beside the archive's, is one package: the first
// paragraph's fields stay and the later ones' others join them.
func convert(in io.Reader, out io.Writer) error {
	var packages []*paragraph
	byKey := map[key]*paragraph{}
	r := newIndex(in)
	for {
		p, err := r.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		k, err := p.key()
		if err != nil {
			return err
		}
		if first := byKey[k]; first != nil {
			first.merge(p)
			continue
		}
		byKey[k] = p
		packages = append(packages, p)
	}
	w := bufio.NewWriterSize(out, 1<<20)
	for _, p := range packages {
		if err := p.writeJSON(w); err != nil {
			return err
		}
	}
	return w.Flush()
}
