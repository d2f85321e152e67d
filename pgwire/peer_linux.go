package pgwire

import (
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// peerGone reports that the other side has closed the connection, also if
// data it sent before waits to be read.
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
		fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLRDHUP}}
		n, err := unix.Poll(fds, 0)
		gone = err == nil && n == 1
	})
	return err != nil || gone
}
