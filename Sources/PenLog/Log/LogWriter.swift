internal import Glibc
public import Ink

/// Appends records to a log file. Belongs to one thread.
public final class LogWriter {
    /// Where the file is.
    public let path: String
    /// Bytes of it that are whole records and have been handed to the system.
    public private(set) var size: Int
    private let descriptor: Int32
    private var encoder: LogEncoder
    private var buffer: [UInt8] = []
    private var isDirty = false

    /// Makes a file, readable by its owner alone.
    /// - Throws: `LogError.system` if there is a file of this name, or none can be made.
    public init(creating path: String, _ header: LogHeader) throws(LogError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_APPEND | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(operation: "make", path: path, code: errno) }
        self.path = path
        size = 0
        encoder = LogEncoder()
        buffer = LogEncoder.beginning
        try lock()
        try append(.began(header))
        try sync()
    }

    /// Goes on with a file that was not closed: what is not whole at its end is cut off.
    /// - Throws: `LogError.noLog` and `.newer`, and the file is as it was; `.system`, also if somebody else writes it.
    public init(continuing path: String) throws(LogError) {
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_APPEND | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .system(operation: "open", path: path, code: errno) }
        self.path = path
        size = 0
        encoder = LogEncoder()
        try lock()
        var decoder = try LogDecoder(LogFile.contents(of: path))
        if try !decoder.skipToEnd(), ftruncate(descriptor, off_t(decoder.end)) != 0 {
            throw .system(operation: "cut", path: path, code: errno)
        }
        size = decoder.end
        encoder = LogEncoder(after: decoder.coding)
    }

    deinit {
        // a program that is just being started has the descriptor for a moment, and with it the lock
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Nobody else may take the file for one that was cut off.
    private func lock() throws(LogError) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .system(operation: "lock", path: path, code: errno) }
    }

    /// Appends a record, which may stay in memory until `flush`.
    public func append(_ record: LogRecord) throws(LogError) {
        try encoder.encode(record, to: &buffer)
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Hands all to the system: what has been handed over outlives this process.
    /// - Throws: `LogError.system`; the file ends with the last record that is whole.
    public func flush() throws(LogError) {
        encoder.close(&buffer)
        var written = 0
        while written < buffer.count {
            let count = buffer.withUnsafeBytes { write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written) }
            if count < 0 {
                if errno == EINTR { continue }
                let code = errno
                // half a record would hide all that comes later
                ftruncate(descriptor, off_t(size))
                throw .system(operation: "write", path: path, code: code)
            }
            written += count
            isDirty = true
        }
        size += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    /// Has all on the disk: it outlives a loss of power.
    public func sync() throws(LogError) {
        try flush()
        guard isDirty else { return }
        guard fdatasync(descriptor) == 0 else { throw .system(operation: "sync", path: path, code: errno) }
        isDirty = false
    }

    /// Ends the file.
    public func end(at time: Instant) throws(LogError) {
        try append(.ended(at: time))
        try sync()
    }
}
