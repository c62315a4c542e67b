internal import Compression
internal import Glibc
public import Ink
internal import System

/// Appends records to a log file. Must be used from a single thread.
public final class LogWriter {
    /// The path of the file.
    public let path: String
    /// The number of bytes that form complete records and have been written to the system.
    public private(set) var size: Int
    private let file: Descriptor
    private var encoder: LogEncoder
    private var buffer: [UInt8] = []
    private var isDirty = false

    /// Creates a file, readable by its owner only.
    /// - Throws: `LogError.system` if a file of this name exists, or the file cannot be created.
    public init(creating path: String, _ header: LogHeader) throws(LogError) {
        do throws(SystemError) {
            file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW)
        } catch {
            throw LogError(error)
        }
        self.path = path
        size = 0
        encoder = LogEncoder()
        buffer = LogEncoder.beginning
        try lock()
        try append(.began(header))
        try sync()
    }

    /// Continues a file that was not closed: cuts off an incomplete record at its end, but keeps earlier damage.
    /// - Throws: `LogError.noLog` and `.newer`, with the file unchanged; `.system`, also if another program writes to the file.
    public init(continuing path: String) throws(LogError) {
        do throws(SystemError) { file = try Descriptor(opening: path, O_RDWR | O_APPEND | O_NOFOLLOW) } catch { throw LogError(error) }
        self.path = path
        size = 0
        encoder = LogEncoder()
        try lock()
        var decoder = try LogDecoder(LogFile.contents(of: path))
        if try !decoder.skipToEnd(), ftruncate(file.number, off_t(decoder.end)) != 0 {
            throw .system(operation: "cut", path: path, code: errno)
        }
        size = decoder.end
        encoder = LogEncoder(after: decoder)
    }

    deinit { file.unlock() }

    /// Locks the file, so that no other process treats it as interrupted.
    private func lock() throws(LogError) {
        do throws(SystemError) { try file.lock() } catch { throw LogError(error) }
    }

    /// Appends a record, which may be buffered until `flush`.
    public func append(_ record: LogRecord) throws(LogError) {
        try encoder.encode(record, to: &buffer)
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Writes all buffered records to the kernel, where they outlive this process.
    /// - Throws: `LogError.system`; the file then ends with the last complete record.
    public func flush() throws(LogError) {
        encoder.close(&buffer)
        if !buffer.isEmpty { isDirty = true }
        do throws(SystemError) {
            try file.write(buffer)
        } catch {
            // a partial record would make all later ones unreadable
            ftruncate(file.number, off_t(size))
            throw LogError(error)
        }
        size += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes all records to the disk, where they survive a power loss.
    public func sync() throws(LogError) {
        try flush()
        guard isDirty else { return }
        guard fdatasync(file.number) == 0 else { throw .system(operation: "sync", path: path, code: errno) }
        isDirty = false
    }

    /// Ends the file.
    public func end(at time: Instant) throws(LogError) {
        try append(.ended(at: time))
        try sync()
    }
}

/// Compresses closed logs with Zstandard.
public enum LogPacking {
    /// The extension of a compressed log, after the log's own.
    public static let ending = ".zst"

    static func isPacked(_ bytes: some Collection<UInt8>) -> Bool { CompressionFormat.zstandard.begins(bytes) }

    /// The number of bytes per Zstandard frame. Damage in one frame does not affect the others.
    private static let frameBytes = 256 << 10

    /// Compresses a file, removes the original and returns the compressed file's path. At any time, at least one of the two files is
    /// complete. At most 256 KiB are in memory at a time.
    ///
    /// The file has an independent Zstandard frame for every 256 KiB; decoders join the frames.
    public static func pack(_ path: String) throws(LogError) -> String { try pack(path, frameBytes: frameBytes) }

    static func pack(_ path: String, frameBytes: Int) throws(LogError) -> String {
        let packed = path + ending
        do {
            let log = try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW)
            let file = try AtomicFile(beside: packed)
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: frameBytes, alignment: 16)
            defer { buffer.deallocate() }
            repeat {
                var count = 0
                while count < buffer.count,
                    case let read = try log.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...])), read > 0
                {
                    count += read
                }
                let writer = try CompressingWriter(.zstandard, to: file.descriptor)
                try writer.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                try writer.finish()
                if count < buffer.count { break }
            } while true
            try file.commit(to: packed)
        } catch let error as SystemError {
            throw LogError(error)
        } catch let error as CompressionError {
            throw .packing(path: path, reason: error.reason)
        } catch {
            throw .packing(path: path, reason: "\(error)")
        }
        unlink(path)
        return packed
    }
}
