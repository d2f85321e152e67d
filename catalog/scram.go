package catalog

import (
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/xdg-go/stringprep"
)

// ScramIterations is the iteration count of new verifiers, PostgreSQL's
// default.
const ScramIterations = 4096

const scramSaltBytes = 16

// Verifier is what a server keeps of a password for SCRAM-SHA-256
// (RFC 5802, RFC 7677).
type Verifier struct {
	Salt       []byte
	Iterations int
	StoredKey  []byte
	ServerKey  []byte
}

// NewVerifier makes a verifier of a password with a fresh random salt.
func NewVerifier(password string) (Verifier, error) {
	salt := make([]byte, scramSaltBytes)
	rand.Read(salt)
	return deriveScram(password, salt, ScramIterations)
}

func deriveScram(password string, salt []byte, iterations int) (Verifier, error) {
	v := Verifier{Iterations: iterations, Salt: salt}
	salted, err := pbkdf2.Key(sha256.New, preparePassword(password), salt, iterations, sha256.Size)
	if err != nil {
		return v, fmt.Errorf("catalog: deriving a password verifier: %w", err)
	}
	stored := sha256.Sum256(hmacSHA256(salted, "Client Key"))
	v.StoredKey = stored[:]
	v.ServerKey = hmacSHA256(salted, "Server Key")
	return v, nil
}

// preparePassword normalises a password by SASLprep; one that SASLprep
// refuses is used as it is, as PostgreSQL does.
func preparePassword(password string) string {
	if prepared, err := stringprep.SASLprep.Prepare(password); err == nil {
		return prepared
	}
	return password
}

func hmacSHA256(key []byte, text string) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(text))
	return m.Sum(nil)
}

// String is PostgreSQL's text of a verifier:
// SCRAM-SHA-256$iterations:salt$stored key:server key, in base64.
func (v Verifier) String() string {
	b64 := base64.StdEncoding.EncodeToString
	return fmt.Sprintf("SCRAM-SHA-256$%d:%s$%s:%s", v.Iterations, b64(v.Salt), b64(v.StoredKey), b64(v.ServerKey))
}

// Matches reports whether password is the verifier's, in constant time.
func (v Verifier) Matches(password string) bool {
	w, err := deriveScram(password, v.Salt, v.Iterations)
	return err == nil && subtle.ConstantTimeCompare(w.StoredKey, v.StoredKey) == 1
}

// errScramText is what ParseVerifier says about other text.
var errScramText = errors.New("catalog: not a SCRAM-SHA-256 verifier")

// ParseVerifier reads the text of a verifier.
func ParseVerifier(text string) (Verifier, error) {
	var v Verifier
	parts := strings.Split(text, "$")
	if len(parts) != 3 || parts[0] != "SCRAM-SHA-256" {
		return v, errScramText
	}
	iterations, salt, ok1 := strings.Cut(parts[1], ":")
	stored, server, ok2 := strings.Cut(parts[2], ":")
	n, err := strconv.Atoi(iterations)
	if !ok1 || !ok2 || err != nil || n < 1 {
		return v, errScramText
	}
	v.Iterations = n
	if v.Salt, err = base64.StdEncoding.DecodeString(salt); err != nil {
		return v, errScramText
	}
	if !decodeScramKey(&v.StoredKey, stored) || !decodeScramKey(&v.ServerKey, server) {
		return v, errScramText
	}
	return v, nil
}

func decodeScramKey(key *[]byte, text string) bool {
	b, err := base64.StdEncoding.DecodeString(text)
	*key = b
	return err == nil && len(b) == sha256.Size
}
