internal import CLibsystemd
internal import CLinux
internal import Glibc

/// The listening socket: systemd's, or one of our own.
struct Listener: ~Copyable {
    /// Accepts connections; closed with this value.
    let descriptor: Int32
    /// The file to remove at the end; nil if systemd made it.
    private let path: String?

    /// Takes systemd's socket if it handed one over, else makes `path`.
    /// - Throws: `DaemonError.socket` that says what is in the way.
    init(path: String) throws(DaemonError) {
        let handed = sd_listen_fds(1)
        if handed > 0 {
            guard handed == 1, sd_is_socket(SD_LISTEN_FDS_START, AF_UNIX, Int32(SOCK_STREAM.rawValue), 1) > 0 else {
                throw .socket(
                    path: "from systemd",
                    reason: "expected one listening Unix stream socket, was given \(handed) of another kind; see inkd.socket")
            }
            // systemd hands over a blocking one, on which the second `accept` would hold up the loop
            guard fcntl(SD_LISTEN_FDS_START, F_SETFL, fcntl(SD_LISTEN_FDS_START, F_GETFL) | O_NONBLOCK) == 0 else {
                throw .system(operation: "make systemd's socket non-blocking", code: errno)
            }
            descriptor = SD_LISTEN_FDS_START
            self.path = nil
            return
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw .system(operation: "make a socket", code: errno) }
        var isServing = false
        defer { if !isServing { close(descriptor) } }
        guard var address = sockaddr_un(path: path) else {
            throw .socket(path: path, reason: "the path is longer than 107 bytes; give a shorter one")
        }
        // a socket that nobody serves any more is left behind by a crash: removed, but never another daemon's or another kind of file
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                throw .socket(path: path, reason: "a file that is no socket is in the way; remove it")
            }
            let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            defer { close(probe) }
            if address.withPointer({ connect(probe, $0, $1) }) == 0 {
                throw .socket(path: path, reason: "another inkd serves it already; stop that one or give another --socket")
            }
            unlink(path)
        }
        guard address.withPointer({ bind(descriptor, $0, $1) }) == 0 else {
            throw .socket(path: path, reason: "\(String(cString: strerror(errno))); its directory must exist and be writable")
        }
        // who may connect is decided by the peer's user, not by the file: see Peer
        chmod(path, 0o666)
        guard listen(descriptor, 64) == 0 else { throw .socket(path: path, reason: String(cString: strerror(errno))) }
        isServing = true
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        close(descriptor)
        if let path { unlink(path) }
    }

    /// The next connection, non-blocking; nil if none waits.
    borrowing func accept() -> Int32? {
        let connection = accept4(descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
        return connection >= 0 ? connection : nil
    }
}

extension sockaddr_un {
    /// The address of a socket in the file system; nil if the path is too long.
    init?(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let fits = withUnsafeMutableBytes(of: &sun_path) { buffer in
            guard bytes.count < buffer.count else { return false }
            buffer.copyBytes(from: bytes)
            return true
        }
        if !fits { return nil }
    }

    /// Calls `body` as the socket functions want an address.
    mutating func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: &self) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}
