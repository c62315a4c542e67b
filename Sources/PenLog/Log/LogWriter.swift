internal import Bytes
internal import Glibc
public import Ink
internal import System

/// Appends records to a log file. Belongs to one thread.
public final class LogWriter {
    /// The path of the file.
    public let path: String
    /// Bytes of it that are whole records and have been handed to the system.
    public private(set) var size: Int
    private let file: Descriptor
    private var encoder: LogEncoder
    private var buffer: [UInt8] = []
    private var isDirty = false

    /// Makes a file, readable by its owner alone.
    /// - Throws: `LogError.system` if there is a file of this name, or none can be made.
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

    /// Goes on with a file that was not closed: an incomplete record at its end is cut off, and damages before that stay.
    /// - Throws: `LogError.noLog` and `.newer`, and the file is as it was; `.system`, also if another program writes it.
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

    /// Nobody else may take the file for one that was cut off.
    private func lock() throws(LogError) {
        do throws(SystemError) { try file.lock() } catch { throw LogError(error) }
    }

    /// Appends a record, which may stay in memory until `flush`.
    public func append(_ record: LogRecord) throws(LogError) {
        try encoder.encode(record, to: &buffer)
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Hands all to the kernel, where it outlives this process.
    /// - Throws: `LogError.system`; the file ends with the last record that is whole.
    public func flush() throws(LogError) {
        encoder.close(&buffer)
        if !buffer.isEmpty { isDirty = true }
        do throws(SystemError) {
            try file.write(buffer)
        } catch {
            // half a record would hide all that comes later
            ftruncate(file.number, off_t(size))
            throw LogError(error)
        }
        size += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    /// Has all on the disk: it outlives a loss of power.
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

/// Packs closed logs with Zstandard.
public enum LogPacking {
    /// The extension of a packed log, after the log's own.
    public static let ending = ".zst"

    static func isPacked(_ bytes: some Collection<UInt8>) -> Bool { CompressionFormat.zstandard.begins(bytes) }

    /// Bytes that become a frame of Zstandard: damage costs a frame.
    private static let frameBytes = 256 << 10

    /// Packs a file and removes it; gives the packed one's path. Whenever this ends, one of the two is there whole. No more than 256 KiB of it are in
    /// memory at a time.
    ///
    /// The file has a frame of Zstandard for every 256 KiB, which stand for themselves; decoders take them for one.
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
