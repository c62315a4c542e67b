internal import CLibsystemd
internal import Glibc
internal import InkWorkspace
internal import System

/// The listening socket: the one passed by systemd, or one created by the daemon.
struct Listener: ~Copyable {
    private let socket: Descriptor
    /// The file to remove when the socket closes; nil if systemd created the socket.
    private let path: String?

    /// Uses the socket that systemd passed; without one, creates a socket at `path`.
    /// - Throws: `DaemonError.socket` with the cause.
    init(path: String) throws(DaemonError) {
        if let handed = try HandedSockets.clients() {
            // systemd passes a blocking socket, on which the second `accept` would block the loop
            guard fcntl(handed, F_SETFL, fcntl(handed, F_GETFL) | O_NONBLOCK) == 0 else {
                throw .system(operation: "make the socket of systemd non-blocking", code: errno)
            }
            socket = Descriptor(taking: handed)
            self.path = nil
            return
        }
        guard path.utf8.count <= UnixSocket.longestPath else {
            throw .socket(path: path, reason: "the path is longer than \(UnixSocket.longestPath) bytes; give a shorter one")
        }
        // a crash leaves a stale socket behind: remove it, but never the socket of a running daemon, or a file of another kind
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                throw .socket(path: path, reason: "a file that is not a socket exists there; remove it")
            }
            if (try? UnixSocket.connect(to: path)) != nil {
                throw .socket(path: path, reason: "another inkd already serves it; stop that one or give another --socket")
            }
            unlink(path)
        }
        do throws(SystemError) {
            // any user may connect: access is decided by the peer's user, see Peer
            socket = try UnixSocket.listen(at: path, permissions: 0o666)
        } catch {
            throw .socket(path: path, reason: "\(error.reason); its directory must exist and be writable")
        }
        self.path = path
    }

    deinit {
        if let path { unlink(path) }
    }

    /// The descriptor, which is readable while connections wait. It is closed with this value.
    var descriptor: Int32 { socket.number }

    /// The result of `accept`.
    enum Acceptance {
        /// A connection, non-blocking.
        case connection(Int32)
        /// No connection waits.
        case nothing
        /// The process, or the system, has no descriptors left.
        case exhausted
    }

    /// Accepts the next connection.
    borrowing func accept() -> Acceptance {
        if let connection = UnixSocket.accept(on: socket) { return .connection(connection) }
        return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .exhausted : .nothing
    }
}
