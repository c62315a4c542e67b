internal import Glibc
internal import System

/// The socket to the compositor. Requests are waited for: a compositor that takes none is stuck, and so is its user.
final class WaylandSocket {
    private let socket: Descriptor
    private var buffer = MessageBuffer()

    /// Connects to the compositor that the environment names, by `WAYLAND_DISPLAY` (or else wayland-0) in `XDG_RUNTIME_DIR`.
    ///
    /// - Throws: `noRuntimeDirectory`, `pathTooLong`, `noCompositor`.
    init() throws(WlimError) {
        let path = try Self.path()
        do throws(SystemError) {
            socket = try UnixSocket.connect(to: path)
        } catch {
            throw error.code == ENAMETOOLONG ? .pathTooLong(path) : .noCompositor(path: path, errno: error.code)
        }
    }

    /// To wait for with `poll`.
    var fileDescriptor: Int32 { socket.number }

    /// Sends requests.
    ///
    /// - Throws: `closed`. What the compositor said before may say why.
    func send(_ messages: [WireMessage]) throws(WlimError) {
        let bytes = messages.flatMap(\.bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                Glibc.send(fileDescriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                sent += count
            } else if errno == EPIPE || errno == ECONNRESET {
                return
            } else if errno != EINTR {
                throw .closed(errno: errno)
            }
        }
    }

    /// Reads the available bytes, without waiting.
    ///
    /// - Throws: `closed`.
    func receive() throws(WlimError) {
        var chunk = [UInt8](repeating: 0, count: 4096)
        // descriptors, which only keyboards bring, are closed by the kernel where nobody asks for them
        let count = chunk.withUnsafeMutableBytes { recv(fileDescriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
        switch count {
        case 1...: buffer.append(chunk[..<count])
        case 0: throw .closed(errno: 0)
        default: if errno != EAGAIN, errno != EINTR { throw .closed(errno: errno == ECONNRESET ? 0 : errno) }
        }
    }

    /// The next message of those that were read.
    ///
    /// - Throws: `malformed`.
    func next() throws(WlimError) -> WireMessage? {
        do {
            return try buffer.next()
        } catch {
            throw .malformed(error)
        }
    }

    private static func path() throws(WlimError) -> String {
        let name = variable("WAYLAND_DISPLAY") ?? "wayland-0"
        guard !name.hasPrefix("/") else { return name }
        guard let folder = variable("XDG_RUNTIME_DIR") else { throw .noRuntimeDirectory }
        return folder + "/" + name
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
