internal import Glibc
internal import System

/// The socket to the compositor. Sending blocks, because if the compositor does not read, the desktop is stuck anyway.
final class WaylandSocket {
    private let socket: Descriptor
    private var buffer = MessageBuffer()
    /// Received descriptors that are not used yet, in order.
    private var files: [Int32] = []

    /// Maximum number of descriptors in one message of the kernel (SCM_MAX_FD).
    private static let fileLimit = 253

    /// Adopts a connected socket.
    init(taking socket: consuming Descriptor) { self.socket = socket }

    deinit { for file in files { close(file) } }

    /// Connects to the compositor that the environment names, by `WAYLAND_DISPLAY` (or else wayland-0) in `XDG_RUNTIME_DIR`.
    ///
    /// - Throws: `noRuntimeDirectory`, `pathTooLong`, `noCompositor`.
    convenience init() throws(WlimError) {
        let path = try Self.path()
        do throws(SystemError) {
            self.init(taking: try UnixSocket.connect(to: path))
        } catch {
            throw error.code == ENAMETOOLONG ? .pathTooLong(path) : .noCompositor(path: path, errno: error.code)
        }
    }

    /// The descriptor to wait for with `poll`.
    var fileDescriptor: Int32 { socket.number }

    /// Sends requests.
    ///
    /// - Throws: `closed`, except if the compositor has closed the connection. Then `receive` reports the end after the last messages,
    ///   which may contain the reason.
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

    /// Sends requests, one of which has a file as an argument. The file is sent as a descriptor together with the requests.
    ///
    /// - Throws: as sendmsg(2).
    func send(_ messages: [WireMessage], with file: borrowing Descriptor) throws(SystemError) {
        var bytes = messages.flatMap(\.bytes)
        // one control message, as cmsg(3) lays it out: its header, the descriptor, and room up to the next multiple of 8
        let head = MemoryLayout<cmsghdr>.size
        var control = [UInt64](repeating: 0, count: (head + MemoryLayout<Int32>.size + 7) / 8)
        let number = file.number
        let sent = control.withUnsafeMutableBytes { control in
            var rights = cmsghdr()
            rights.cmsg_len = head + MemoryLayout<Int32>.size
            (rights.cmsg_level, rights.cmsg_type) = (SOL_SOCKET, Int32(SCM_RIGHTS))
            control.storeBytes(of: rights, as: cmsghdr.self)
            control.storeBytes(of: number, toByteOffset: head, as: Int32.self)
            return bytes.withUnsafeMutableBytes { bytes in
                Self.withMessage(of: bytes, control) { sendmsg(fileDescriptor, &$0, Int32(MSG_NOSIGNAL)) }
            }
        }
        // a few bytes are sent completely, or not at all
        if sent == bytes.count || sent < 0 && (errno == EPIPE || errno == ECONNRESET) { return }
        throw SystemError("send to", "the compositor", code: sent < 0 ? errno : EMSGSIZE)
    }

    /// Reads the available bytes and descriptors, without waiting.
    ///
    /// - Throws: `closed`.
    func receive() throws(WlimError) {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let head = MemoryLayout<cmsghdr>.size
        // in words, for the alignment of a cmsghdr
        var control = [UInt64](repeating: 0, count: (head + Self.fileLimit * MemoryLayout<Int32>.size + 7) / 8)
        let (count, controlLength) = chunk.withUnsafeMutableBytes { bytes in
            control.withUnsafeMutableBytes { control in
                Self.withMessage(of: bytes, control) { message in
                    let count = recvmsg(fileDescriptor, &message, Int32(MSG_DONTWAIT) | Int32(MSG_CMSG_CLOEXEC))
                    return (count, count < 0 ? 0 : message.msg_controllen)
                }
            }
        }
        if controlLength >= head { control.withUnsafeBytes { takeFiles(UnsafeRawBufferPointer(rebasing: $0[..<controlLength])) } }
        switch count {
        case 1...: buffer.append(chunk[..<count])
        case 0: throw .closed(errno: 0)
        default: if errno != EAGAIN, errno != EINTR { throw .closed(errno: errno == ECONNRESET ? 0 : errno) }
        }
    }

    /// Calls sendmsg(2) or recvmsg(2) with a message of one piece and its control messages.
    private static func withMessage<Result>(
        of bytes: UnsafeMutableRawBufferPointer, _ control: UnsafeMutableRawBufferPointer, _ call: (inout msghdr) -> Result
    ) -> Result {
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &part) { part in
            var message = msghdr()
            (message.msg_iov, message.msg_iovlen) = (part, 1)
            (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
            return call(&message)
        }
    }

    /// Stores the file descriptors of a received SCM_RIGHTS message.
    /// - Parameter control: a `cmsghdr`, followed by the descriptors. The kernel puts all of them into one control message.
    private func takeFiles(_ control: UnsafeRawBufferPointer) {
        let head = control.load(as: cmsghdr.self)
        guard head.cmsg_level == SOL_SOCKET, head.cmsg_type == Int32(SCM_RIGHTS) else { return }
        let end = min(Int(head.cmsg_len), control.count)
        for offset in stride(from: MemoryLayout<cmsghdr>.size, to: end - 3, by: 4) {
            files.append(control.loadUnaligned(fromByteOffset: offset, as: Int32.self))
        }
        // a correct compositor never sends this many unused descriptors
        while files.count > Self.fileLimit { close(files.removeFirst()) }
    }

    /// Removes and returns the next received descriptor, which belongs to the last message.
    func nextFile() -> Descriptor? { files.isEmpty ? nil : Descriptor(taking: files.removeFirst()) }

    /// Removes and returns the next received message.
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
        return try runtimeDirectory() + "/" + name
    }

    private static func runtimeDirectory() throws(WlimError) -> String {
        guard let folder = variable("XDG_RUNTIME_DIR") else { throw .noRuntimeDirectory }
        return folder
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
