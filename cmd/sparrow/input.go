package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// input is a file to load, decompressed while it is read.
type input struct {
	file     *os.File
	size     int64 // bytes of the file; -1 is unknown
	format   string
	progress interface{ Add(int) error } // told the bytes of the file read
	reader   io.Reader
	close    func() error
}

// Read implements io.Reader over the decompressed data.
func (in *input) Read(p []byte) (int, error) { return in.reader.Read(p) }

// Close closes the file.
func (in *input) Close() error {
	if in.close != nil {
		in.close()
	}
	return in.file.Close()
}

// countedFile tells how many bytes of the file have been read.
type countedFile struct{ in *input }

func (c countedFile) Read(p []byte) (int, error) {
	n, err := c.in.file.Read(p)
	if c.in.progress != nil {
		c.in.progress.Add(n)
	}
	return n, err
}

// decompress chooses decompression and, unless it was given, the format by
// the file's name.
func (in *input) decompress(name string) error {
	in.reader = countedFile{in}
	switch ext := filepath.Ext(name); ext {
	case ".gz":
		z, err := gzip.NewReader(in.reader)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		in.reader, in.close = z, z.Close
		name = strings.TrimSuffix(name, ext)
	case ".zst":
		z, err := zstd.NewReader(in.reader)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		in.reader, in.close = z, func() error { z.Close(); return nil }
		name = strings.TrimSuffix(name, ext)
	}
	if in.format == "" {
		in.format = map[string]string{".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl", ".csv": "csv", ".tsv": "tsv"}[filepath.Ext(name)]
	}
	switch in.format {
	case "jsonl", "csv", "tsv":
		return nil
	case "":
		return fmt.Errorf("%s: name the format: --format jsonl, csv or tsv", name)
	}
	return fmt.Errorf("--format %q: use jsonl, csv or tsv", in.format)
}
