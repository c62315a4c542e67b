internal import CLinux
internal import Glibc
internal import System

/// The process that made a connection, identified to other services by its process ID.
///
/// The kernel may reuse a process ID once its process has ended. So the kernel's handle of the process is retained (SO_PEERPIDFD, Linux
/// 6.5). While the handle reports that the process exists, the ID still belongs to it.
final class PeerProcess {
    /// Its process ID.
    let number: pid_t
    /// Its user ID.
    let user: uid_t
    /// The kernel's handle of the process; nil if the kernel provides no handles.
    private let handle: Descriptor?

    /// `SO_PEERPIDFD` of asm-generic/socket.h.
    private static let option: Int32 = 77

    /// Creates the process of a peer; nil if the process has ended, or has no ID in this PID namespace.
    init?(_ peer: Peer, of descriptor: Int32) {
        guard peer.process > 0 else { return nil }
        (number, user) = (peer.process, peer.user)
        var handle: Int32 = -1
        var size = socklen_t(MemoryLayout<Int32>.size)
        if getsockopt(descriptor, SOL_SOCKET, Self.option, &handle, &size) == 0 {
            self.handle = Descriptor(taking: handle)
        } else {
            guard errno == ENOPROTOOPT else { return nil }
            self.handle = nil
        }
        guard isThere else { return nil }
    }

    /// Whether the process still exists. True if the kernel provides no handle.
    var isThere: Bool {
        guard let number = handleNumber else { return true }
        var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) == 0
    }

    private var handleNumber: Int32? {
        switch handle {
        case .some(let handle): handle.number
        case .none: nil
        }
    }
}
