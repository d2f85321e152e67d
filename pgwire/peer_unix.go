//go:build unix

package pgwire

import (
	"net"
	"syscall"
)

// peerGone reports that the other side has closed the connection, without
// reading anything from it. Data that waits to be read hides that.
func peerGone(nc net.Conn) bool {
	sc, ok := nc.(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := sc.SyscallConn()
	if err != nil {
		return false
	}
	gone := false
	err = raw.Control(func(fd uintptr) {
		var b [1]byte
		n, _, err := syscall.Recvfrom(int(fd), b[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		switch err {
		case nil:
			gone = n == 0
		case syscall.EAGAIN, syscall.EINTR:
		default:
			gone = true
		}
	})
	return gone && err == nil
}
