internal import CLibarchive
internal import Glibc

/// The compression format of a file.
public enum CompressionFormat: Sendable {
    /// RFC 1952.
    case gzip
    /// RFC 8878.
    case zstandard

    /// The magic bytes at the beginning of such files.
    private var magic: [UInt8] {
        switch self {
        case .gzip: [0x1f, 0x8b]
        case .zstandard: [0x28, 0xb5, 0x2f, 0xfd]
        }
    }

    /// Whether bytes begin as compressed ones do.
    public func begins(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: magic) }

    /// Whether a file begins with a compression format's signature; its position does not move. False for files that cannot be peeked, such as
    /// a pipe.
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
    /// The kind of damage of a file that was compressed; nil for other errors.
    public let damage: CompressionDamage?

    init(_ reason: String, code: Int32 = 0, damage: CompressionDamage? = nil) {
        self.reason = reason
        self.code = code
        self.damage = damage
    }

    /// libarchive's message for the call that just failed.
    init(_ archive: OpaquePointer) {
        let code = archive_errno(archive)
        let reason = archive_error_string(archive).map { String(cString: $0) } ?? "no reason given"
        // libarchive's own numbers, for what is wrong with a file, are negative or EILSEQ and EINVAL
        self.init(
            reason, code: code > 0 && code != EILSEQ && code != EINVAL ? code : 0,
            damage: reason.hasPrefix("Truncated") ? .cutOff : .changed)
    }
}

/// What can be wrong with a compressed file.
public enum CompressionDamage: Sendable {
    /// The file ends before its content does.
    case cutOff
    /// The bytes from some place on cannot be decompressed.
    case changed
    /// All was decompressed, and the checksum of it differs.
    case checksum
}

/// Compresses bytes into a descriptor. Nothing but the bytes is kept: neither a name nor a time.
public final class CompressingWriter {
    private let archive: OpaquePointer
    private var isFinished = false

    /// Begins; the descriptor stays the caller's.
    public convenience init(_ format: CompressionFormat, to descriptor: Int32) throws(CompressionError) {
        try self.init(format) { archive_write_open_fd($0, descriptor) }
    }

    /// Packed bytes, in memory.
    public static func compress(_ format: CompressionFormat, _ bytes: [UInt8]) throws(CompressionError) -> [UInt8] {
        // what cannot be packed grows by a thousandth, and by what is around it
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + bytes.count / 100 + 4096, alignment: 16)
        // libarchive notes here how much it wrote, until it is freed
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
        // a regular file; libarchive has this number only as a macro that Swift does not see
        archive_entry_set_filetype(entry, 0o100000)
        guard archive_write_set_format_raw(archive) == ARCHIVE_OK, addFilter(format) == ARCHIVE_OK,
            // a pipe would be filled up to a whole block
            archive_write_set_bytes_in_last_block(archive, 1) == ARCHIVE_OK,
            open(archive) == ARCHIVE_OK, archive_write_header(archive, entry) == ARCHIVE_OK
        else { throw CompressionError(archive) }
    }

    deinit {
        // nothing is written any more: the descriptor may be closed, or another file's
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

    /// Writes the rest, which completes the stream.
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
