internal import Glibc
internal import InkProtocol
internal import Synchronization
internal import System

/// Content transferred in parts, in either direction: a file without a name, which exists as long as this object. All members except the
/// sizes access the file: do not use them on a thread that callers wait for.
final class Transfer: Sendable {
    let number: Int
    /// The total number of bytes.
    let size: Int
    private let file: Descriptor
    private let count = Atomic(0)
    /// The transfer's part of its user's quotas.
    private let lease: TransferLease

    /// Bytes copied at a time.
    private static let piece = 1 << 20

    /// - Parameter folder: created if it does not exist, but not its parents.
    /// - Throws: `Failed` if the file cannot be created.
    init(of size: Int, in folder: String, _ lease: TransferLease) throws(ClientInterface.Failed) {
        do throws(SystemError) {
            try Folder.make(folder)
            file = try Descriptor(unnamedIn: folder)
        } catch {
            throw .init(reason: "cannot store a transfer: \(error)")
        }
        self.size = size
        self.lease = lease
        number = lease.number
    }

    /// Number of bytes received.
    var received: Int { count.load(ordering: .acquiring) }

    /// Appends bytes. Called by one caller at a time.
    /// - Returns: the total number of bytes received.
    /// - Throws: `TransfersInterface.TooLarge` for more bytes than were announced; `Failed`.
    func append(_ bytes: [UInt8]) throws -> Int {
        let before = received
        guard bytes.count <= size - before else { throw TransfersInterface.TooLarge(size: before + bytes.count, limit: size) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                pwrite(file.number, bytes.baseAddress?.advanced(by: written), bytes.count - written, off_t(before + written))
            }
            if count > 0 {
                written += count
            } else if count == 0 || errno != EINTR {
                throw ClientInterface.Failed(reason: "cannot store a transfer: \(SystemError("write", code: count == 0 ? EIO : errno))")
            }
        }
        count.store(before + written, ordering: .releasing)
        return before + written
    }

    /// Appends the bytes of a file, up to its end.
    /// - Throws: as `append`.
    func append(contentsOf source: borrowing Descriptor) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.piece, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try source.read(into: buffer)
            if count == 0 { return }
            _ = try append([UInt8](buffer[..<count]))
        }
    }

    /// Returns the received bytes from an offset; empty after the end.
    /// - Throws: `Failed`.
    func read(from offset: Int, atMost limit: Int) throws(ClientInterface.Failed) -> [UInt8] {
        let wanted = max(0, min(limit, received - offset))
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                let count = pread(file.number, buffer.baseAddress?.advanced(by: filled), wanted - filled, off_t(offset + filled))
                if count > 0 {
                    filled += count
                } else if count == 0 || errno != EINTR {
                    code = count == 0 ? EIO : errno
                    return
                }
            }
        }
        guard code == 0 else { throw .init(reason: "cannot read a transfer: \(SystemError("read", code: code))") }
        return bytes
    }

    /// Returns all bytes.
    /// - Throws: `Failed`.
    func contents() throws(ClientInterface.Failed) -> [UInt8] { try read(from: 0, atMost: size) }

    /// Calls `body` with all bytes, one piece after the other.
    /// - Throws: `Failed`, and the errors of `body`.
    func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
        var offset = 0
        while offset < received {
            let bytes = try read(from: offset, atMost: Self.piece)
            try body(bytes)
            offset += bytes.count
        }
    }
}
