internal import CLibsystemd
internal import Glibc
internal import InkWorkspace

/// The sockets passed by systemd: one for clients (inkd.socket), one for udev's messages (inkd-udev.socket), and one for the relays of pens
/// (inkd-pens.socket). The service cannot create the socket for udev's messages, because it has no network.
enum HandedSockets {
    /// The passed descriptors; empty outside of a service.
    private static var all: Range<Int32> {
        SD_LISTEN_FDS_START..<SD_LISTEN_FDS_START + max(0, sd_listen_fds(0))
    }

    /// Returns the listening socket for clients; nil if systemd passed no such socket.
    /// - Throws: `DaemonError.socket` for a socket of an unknown kind.
    static func clients() throws(DaemonError) -> Int32? {
        var found: Int32?
        for descriptor in all where descriptor != udev && descriptor != pens {
            guard found == nil, sd_is_socket(descriptor, AF_UNIX, Int32(SOCK_STREAM.rawValue), 1) > 0 else {
                throw .socket(
                    path: "from systemd",
                    reason: "expected one listening Unix stream socket, and one of udev's, but received another kind; see inkd.socket")
            }
            found = descriptor
        }
        return found
    }

    /// The listening socket for the relays of pens (`inkd-pen`); nil if systemd passed no such socket.
    static var pens: Int32? { all.first { sd_is_socket($0, AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 1) > 0 } }

    /// The socket for udev's messages; nil if systemd passed no such socket.
    static var udev: Int32? { all.first { sd_is_socket($0, AF_NETLINK, Int32(SOCK_RAW.rawValue), -1) > 0 } }
}
