// Package pgerr holds SQLSTATEs as a type and the error that carries one to
// the client, field by field as the protocol sends it.
package pgerr

import (
	"errors"
	"fmt"
)

// Error is one ErrorResponse or NoticeResponse. Only Code and Message are
// always set.
type Error struct {
	Severity   string // "ERROR" when empty; FATAL ends the connection
	Code       Code
	Message    string
	Detail     string
	Hint       string
	Position   int // 1-based, in characters of the statement text; 0 = none
	Where      string
	Schema     string
	Table      string
	Column     string
	DataType   string
	Constraint string
	cause      error
}

// New makes an error with a code and a formatted message.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Wrap makes an error that keeps cause for errors.Is and errors.As; the
// client sees only the formatted message.
func Wrap(cause error, code Code, format string, args ...any) *Error {
	e := New(code, format, args...)
	e.cause = cause
	return e
}

// Unsupported is the 0A000 error for what Sparrow knows but does not do.
func Unsupported(what string) *Error {
	return New(FeatureNotSupported, "%s is not supported", what)
}

func (e *Error) Error() string { return e.Message + " (SQLSTATE " + string(e.Code) + ")" }

func (e *Error) Unwrap() error { return e.cause }

// WithDetail sets the detail and returns e.
func (e *Error) WithDetail(format string, args ...any) *Error {
	e.Detail = fmt.Sprintf(format, args...)
	return e
}

// WithHint sets the hint and returns e.
func (e *Error) WithHint(format string, args ...any) *Error {
	e.Hint = fmt.Sprintf(format, args...)
	return e
}

// At sets the position (1-based character; 0 leaves it) unless one is set
// already: the innermost place is the one to show.
func (e *Error) At(pos int) *Error {
	if e.Position == 0 && pos > 0 {
		e.Position = pos
	}
	return e
}

// WithColumn names the schema, table and column concerned and returns e.
func (e *Error) WithColumn(schema, table, column string) *Error {
	e.Schema, e.Table, e.Column = schema, table, column
	return e
}

// WithConstraint names the schema, table and constraint concerned.
func (e *Error) WithConstraint(schema, table, constraint string) *Error {
	e.Schema, e.Table, e.Constraint = schema, table, constraint
	return e
}

// CodeOf returns the SQLSTATE of err, or InternalError if it has none.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return InternalError
}

// At adds a position to err if it is (or wraps) an *Error without one.
func At(err error, pos int) error {
	var e *Error
	if errors.As(err, &e) {
		e.At(pos)
	}
	return err
}
