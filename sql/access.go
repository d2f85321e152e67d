package sql

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"net"
	"net/netip"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// AccessMethod is how a client has to prove who it is.
type AccessMethod string

// The methods of access rules, by pg_hba.conf's names.
const (
	AccessTrust  AccessMethod = "trust"
	AccessSCRAM  AccessMethod = "scram-sha-256"
	AccessReject AccessMethod = "reject"
)

// AccessRule is one rule of a pg_hba-like file. Empty lists are "all".
type AccessRule struct {
	Databases, Roles []string
	Network          netip.Prefix
	Method           AccessMethod
}

// AccessRules are tried in order; the first that fits decides. None at all
// means: a role without password is trusted on loopback, everything else
// needs SCRAM.
type AccessRules []AccessRule

// method finds the rule for a client; ok is false if none fits.
func (rules AccessRules) method(role, database string, ip netip.Addr) (m AccessMethod, ok bool) {
	for _, r := range rules {
		if fits(r.Databases, database) && fits(r.Roles, role) && r.Network.Contains(ip) {
			return r.Method, true
		}
	}
	return "", false
}

func fits(list []string, name string) bool {
	for _, l := range list {
		if l == name {
			return true
		}
	}
	return len(list) == 0
}

// Authenticate implements pgwire.Engine.
func (e *Engine) Authenticate(ctx context.Context, login pgwire.Login) (pgwire.AuthPlan, error) {
	role := login.Role
	snap, err := e.catalog.Snapshot(ctx)
	if err != nil {
		return pgwire.AuthPlan{}, sqlError(ctx, err)
	}
	ip := addressOf(login.RemoteAddr)
	r, known := snap.RoleByName(role)
	method := AccessSCRAM
	if len(e.access) > 0 {
		var ok bool
		if method, ok = e.access.method(role, login.Database, ip); !ok || method == AccessReject {
			return pgwire.AuthPlan{}, fatal(pgerr.New(pgerr.InvalidAuthorizationSpec,
				"no access rule admits host %q, user %q, database %q", ip.String(), role, login.Database))
		}
	} else if ip.IsLoopback() && (!known || r.Verifier == "") {
		method = AccessTrust
	}
	if method == AccessTrust {
		return pgwire.AuthPlan{Trust: true}, nil
	}
	if !known || r.Verifier == "" || expired(r) {
		return pgwire.AuthPlan{SCRAM: e.fakeVerifier(role)}, nil
	}
	v, err := catalog.ParseVerifier(r.Verifier)
	if err != nil {
		return pgwire.AuthPlan{}, sqlError(ctx, err)
	}
	return pgwire.AuthPlan{SCRAM: pgwire.SCRAMVerifier(v)}, nil
}

// fakeVerifier is a verifier that no password fits. It is the same for a name
// each time, so that nobody can tell it from a real one.
func (e *Engine) fakeVerifier(role string) pgwire.SCRAMVerifier {
	part := func(what string) []byte {
		h := hmac.New(sha256.New, e.fake)
		h.Write([]byte(what + "\x00" + role))
		return h.Sum(nil)
	}
	return pgwire.SCRAMVerifier{Salt: part("salt")[:16], Iterations: 4096, StoredKey: part("stored"), ServerKey: part("server")}
}

// expired reports whether the time a role's password is valid for is over.
func expired(r *catalog.Role) bool { return r.ValidUntil != nil && !time.Now().Before(*r.ValidUntil) }

func randomKey() []byte {
	key := make([]byte, 32)
	rand.Read(key) // never fails (crypto/rand since Go 1.24)
	return key
}

func addressOf(addr net.Addr) netip.Addr {
	if addr == nil {
		return netip.Addr{}
	}
	ap, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return netip.Addr{}
	}
	return ap.Addr().Unmap()
}

func fatal(e *pgerr.Error) *pgerr.Error {
	e.Severity = "FATAL"
	return e
}
