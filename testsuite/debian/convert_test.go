package main

import (
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestConvert shows what becomes of paragraphs: testdata/convert, where a line
// with a dot stands for the empty one between them.
func TestConvert(t *testing.T) {
	datadriven.RunTest(t, "testdata/convert", func(t *testing.T, d *datadriven.TestData) string {
		var out strings.Builder
		if err := convert(strings.NewReader(strings.ReplaceAll(d.Input, "\n.\n", "\n\n")+"\n"), &out); err != nil {
			return "error: " + err.Error() + "\n"
		}
		return out.String()
	})
}
