internal import CLinux
internal import Glibc
internal import System

/// The process that made a connection, to be asked about elsewhere by its number.
///
/// A number belongs to another process once its own has ended, so the kernel's handle is kept meanwhile (SO_PEERPIDFD, Linux 6.5): as long as that says
/// that the process is there, the number is its own.
final class PeerProcess {
    /// Its number.
    let number: pid_t
    /// Its user.
    let user: uid_t
    /// nil where the kernel gives no handles.
    private let handle: Descriptor?

    /// `SO_PEERPIDFD` of asm-generic/socket.h.
    private static let option: Int32 = 77

    /// nil if it has ended, or has no number here: one in another namespace of processes.
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

    /// It has not ended, as far as the kernel says.
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
