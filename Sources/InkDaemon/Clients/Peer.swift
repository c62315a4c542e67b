internal import CLinux
internal import Glibc

/// Who is at the other end of a connection, as the kernel says.
struct Peer: Sendable, Hashable {
    let user: uid_t

    /// The peer of a connected Unix socket; nil if the kernel does not say.
    init?(of descriptor: Int32) {
        var credentials = inkd_credentials()
        var size = socklen_t(MemoryLayout<inkd_credentials>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
        user = credentials.user
    }
}
