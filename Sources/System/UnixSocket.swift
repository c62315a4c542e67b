internal import CLinux
internal import Glibc

/// Sockets at a path of the file system: unix(7).
public enum UnixSocket {
    /// The kind of a connection.
    public enum Kind: Sendable {
        /// Bytes in order (SOCK_STREAM).
        case stream
        /// Messages in order (SOCK_SEQPACKET).
        case packets
    }

    /// Maximum number of bytes of a path.
    public static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Connects to the socket that listens at a path.
    ///
    /// - Parameters:
    ///   - waits: whether to wait if the listener's backlog is full. If false, the connected socket is non-blocking, too.
    ///   - kind: the kind of the connection, which has to be the listener's.
    /// - Throws: with the operation "connect to"; `ENAMETOOLONG` for a path that is too long, `EAGAIN` if the call would have to wait.
    public static func connect(to path: String, waits: Bool = true, kind: Kind = .stream) throws(SystemError) -> Descriptor {
        var address = try address(path, "connect to")
        let socket = try make(kind, flags: waits ? 0 : Int32(SOCK_NONBLOCK.rawValue))
        let result = withPointer(to: &address) { pointer, size in retrying { Glibc.connect(socket.number, pointer, size) } }
        guard result == 0 else { throw SystemError("connect to", path) }
        return socket
    }

    /// Listens at an unused path. The listener and its connections do not block.
    ///
    /// - Parameter permissions: the mode of the socket's file, regardless of the umask.
    /// - Throws: with the operation "listen at"; `ENAMETOOLONG` for a path that is too long, `EADDRINUSE` for an existing one.
    public static func listen(at path: String, permissions: UInt32, backlog: Int32 = 64) throws(SystemError) -> Descriptor {
        var address = try address(path, "listen on")
        let socket = try make(.stream, flags: Int32(SOCK_NONBLOCK.rawValue))
        guard withPointer(to: &address, { bind(socket.number, $0, $1) }) == 0 else { throw SystemError("listen on", path) }
        chmod(path, permissions)
        guard Glibc.listen(socket.number, backlog) == 0 else {
            let error = SystemError("listen on", path)
            unlink(path)
            throw error
        }
        return socket
    }

    /// Accepts the next connection of a listening socket, non-blocking; the caller owns its descriptor.
    ///
    /// - Returns: nil if no connection is waiting, or on an error, which is in errno.
    public static func accept(on listener: borrowing Descriptor) -> Int32? {
        let connection = accept4(listener.number, nil, nil, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
        return connection >= 0 ? connection : nil
    }

    private static func make(_ kind: Kind, flags: Int32) throws(SystemError) -> Descriptor {
        let type = kind == .stream ? SOCK_STREAM : SOCK_SEQPACKET
        let number = socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue) | flags, 0)
        guard number >= 0 else { throw SystemError("create a socket") }
        return Descriptor(taking: number)
    }

    private static func address(_ path: String, _ operation: String) throws(SystemError) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count <= longestPath else { throw SystemError(operation, path, code: ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }

    private static func withPointer(to address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}
