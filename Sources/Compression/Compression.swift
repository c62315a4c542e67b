internal import CLibarchive
internal import Glibc

/// The compression format of a file.
public enum CompressionFormat: Sendable {
    /// The gzip format, RFC 1952.
    case gzip
    /// The Zstandard format, RFC 8878.
    case zstandard

    /// The magic bytes at the beginning of files in the format.
    private var magic: [UInt8] {
        switch self {
        case .gzip: [0x1f, 0x8b]
        case .zstandard: [0x28, 0xb5, 0x2f, 0xfd]
        }
    }

    /// Returns whether bytes begin with the format's signature.
    public func begins(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: magic) }

    /// Returns whether a file begins with the format's signature. The position in the file does not change. Returns false for files that
    /// cannot be peeked, such as a pipe.
    public func begins(descriptor: Int32) -> Bool {
        var beginning = [UInt8](repeating: 0, count: magic.count)
        return pread(descriptor, &beginning, beginning.count, 0) == beginning.count && beginning == magic
    }
}

/// A failed compression or decompression.
public struct CompressionError: Error, Sendable, Hashable {
    /// A description of the error.
    public let reason: String
    /// The errno of a failed read or write; 0 for damaged bytes.
    public let code: Int32
    /// The kind of damage of a compressed file; nil for other errors.
    public let damage: CompressionDamage?

    init(_ reason: String, code: Int32 = 0, damage: CompressionDamage? = nil) {
        self.reason = reason
        self.code = code
        self.damage = damage
    }

    /// Creates an error with libarchive's message for the call that just failed.
    init(_ archive: OpaquePointer) {
        let code = archive_errno(archive)
        let reason = archive_error_string(archive).map { String(cString: $0) } ?? "no reason given"
        // libarchive's own codes for faults of a file are negative, or EILSEQ and EINVAL
        self.init(
            reason, code: code > 0 && code != EILSEQ && code != EINVAL ? code : 0,
            damage: reason.hasPrefix("Truncated") ? .cutOff : .changed)
    }
}

/// A kind of damage of a compressed file.
public enum CompressionDamage: Sendable {
    /// The file ends before the end of its content.
    case cutOff
    /// The bytes from some position on cannot be decompressed.
    case changed
    /// All bytes were decompressed, but their checksum differs.
    case checksum
}

/// Compresses bytes and writes them to a descriptor. The file name and time are not stored.
public final class CompressingWriter {
    private let archive: OpaquePointer
    private var isFinished = false

    /// Starts compressing; the caller keeps ownership of the descriptor.
    public convenience init(_ format: CompressionFormat, to descriptor: Int32) throws(CompressionError) {
        try self.init(format) { archive_write_open_fd($0, descriptor) }
    }

    /// Compresses bytes in memory, and returns the compressed bytes.
    public static func compress(_ format: CompressionFormat, _ bytes: [UInt8]) throws(CompressionError) -> [UInt8] {
        // incompressible data grows by a thousandth, plus headers
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + bytes.count / 100 + 4096, alignment: 16)
        // libarchive stores the number of written bytes here, until the archive is freed
        let used = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        used.initialize(to: 0)
        defer {
            buffer.deallocate()
            used.deallocate()
        }
        do {
            let writer = try CompressingWriter(format) { archive_write_open_memory($0, buffer.baseAddress, buffer.count, used) }
            try writer.write(bytes)
            try writer.finish()
        }
        return Array(UnsafeRawBufferPointer(rebasing: buffer[..<min(used.pointee, buffer.count)]))
    }

    private init(_ format: CompressionFormat, open: (OpaquePointer) -> Int32) throws(CompressionError) {
        guard let archive = archive_write_new() else { throw CompressionError("out of memory") }
        self.archive = archive
        guard let entry = archive_entry_new() else { throw CompressionError("out of memory") }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, "data")
        // a regular file; libarchive defines this number only as a macro that Swift cannot import
        archive_entry_set_filetype(entry, 0o100000)
        guard archive_write_set_format_raw(archive) == ARCHIVE_OK, addFilter(format) == ARCHIVE_OK,
            // otherwise the output to a pipe would be padded to a whole block
            archive_write_set_bytes_in_last_block(archive, 1) == ARCHIVE_OK,
            open(archive) == ARCHIVE_OK, archive_write_header(archive, entry) == ARCHIVE_OK
        else { throw CompressionError(archive) }
    }

    deinit {
        // nothing may be written any more: the descriptor may be closed, or belong to another file
        if !isFinished { archive_write_fail(archive) }
        archive_write_free(archive)
    }

    /// Compresses all of the bytes.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(CompressionError) {
        guard bytes.isEmpty || archive_write_data(archive, bytes.baseAddress, bytes.count) == bytes.count else {
            throw CompressionError(archive)
        }
    }

    /// Compresses all of the bytes.
    public func write(_ bytes: [UInt8]) throws(CompressionError) {
        let result = bytes.withUnsafeBytes { bytes in Result { () throws(CompressionError) in try write(bytes) } }
        try result.get()
    }

    /// Writes the remaining bytes, which completes the stream.
    public func finish() throws(CompressionError) {
        guard archive_write_close(archive) == ARCHIVE_OK else { throw CompressionError(archive) }
        isFinished = true
    }

    private func addFilter(_ format: CompressionFormat) -> Int32 {
        switch format {
        case .gzip:
            let result = archive_write_add_filter_gzip(archive)
            return result == ARCHIVE_OK ? archive_write_set_filter_option(archive, "gzip", "timestamp", nil) : result
        case .zstandard: return archive_write_add_filter_zstd(archive)
        }
    }
}
