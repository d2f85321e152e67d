package pgwire

import (
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgproto3/v2"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

const severityFatal = "FATAL"

// fatal makes an error that ends the connection.
func fatal(code pgerr.Code, format string, args ...any) *pgerr.Error {
	e := pgerr.New(code, format, args...)
	e.Severity = severityFatal
	return e
}

// asPGError returns err as what the client can be told; what carries no
// SQLSTATE is XX000.
func asPGError(err error) *pgerr.Error {
	var e *pgerr.Error
	if errors.As(err, &e) {
		return e
	}
	return pgerr.Wrap(err, pgerr.InternalError, "%s", err.Error())
}

func errorResponse(e *pgerr.Error) *pgproto3.ErrorResponse {
	severity := e.Severity
	if severity == "" {
		severity = "ERROR"
	}
	return &pgproto3.ErrorResponse{
		Severity: severity, SeverityUnlocalized: severity,
		Code: string(e.Code), Message: clean(e.Message), Detail: clean(e.Detail), Hint: clean(e.Hint),
		Position: int32(e.Position), Where: clean(e.Where),
		SchemaName: clean(e.Schema), TableName: clean(e.Table), ColumnName: clean(e.Column),
		DataTypeName: clean(e.DataType), ConstraintName: clean(e.Constraint),
	}
}

// clean makes text that ends where a zero byte says it does, whatever an error
// quotes.
func clean(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "\ufffd")
}

func noticeResponse(e *pgerr.Error) *pgproto3.NoticeResponse {
	n := pgproto3.NoticeResponse(*errorResponse(e))
	if e.Severity == "" {
		n.Severity, n.SeverityUnlocalized = "NOTICE", "NOTICE"
	}
	return &n
}

// inParameter adds which parameter of a Bind was bad, as PostgreSQL's
// bind_param_error_callback does; text values are not shown, just hinted at.
func inParameter(err error, portal string, i int, text bool) error {
	e := *asPGError(err)
	where := "unnamed portal"
	if portal != "" {
		where = fmt.Sprintf(`portal "%s"`, portal)
	}
	where += fmt.Sprintf(" parameter $%d", i+1)
	if text && e.Code != pgerr.CharacterNotInRepertoire {
		where += " = '...'"
	}
	if e.Code == pgerr.InvalidBinaryRepresentation && e.Message == "incorrect binary data format" {
		e.Message = fmt.Sprintf("%s in bind parameter %d", e.Message, i+1)
	}
	if e.Where != "" {
		where = e.Where + "\n" + where
	}
	e.Where = where
	return &e
}
