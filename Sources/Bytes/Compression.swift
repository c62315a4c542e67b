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

    init(_ reason: String, code: Int32 = 0) {
        self.reason = reason
        self.code = code
    }

    /// libarchive's message for the call that just failed.
    init(_ archive: OpaquePointer) {
        let code = archive_errno(archive)
        // libarchive's own numbers, for what is wrong with a file, are negative or EILSEQ and EINVAL
        self.init(
            archive_error_string(archive).map { String(cString: $0) } ?? "no reason given",
            code: code > 0 && code != EILSEQ && code != EINVAL ? code : 0)
    }
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

/// The plain bytes of a compressed file, as they are read.
public final class DecompressingReader {
    private let archive: OpaquePointer
    private var isAtEnd = false
    /// The rest of the block that libarchive gave last; its own, and valid until it gives the next one.
    private var block = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Verifies the trailer of a gzip file, which libarchive does not.
    private var checksum: GzipChecksum?

    /// Decompresses a descriptor's bytes from its position on; it stays the caller's, and is read in pieces ahead.
    public convenience init(_ format: CompressionFormat, from descriptor: Int32) throws(CompressionError) {
        try self.init(format) { archive_read_open_fd($0, descriptor, 1 << 16) }
        if format == .gzip { checksum = GzipChecksum(of: descriptor) }
    }

    private init(_ format: CompressionFormat, open: (OpaquePointer) -> Int32) throws(CompressionError) {
        guard let archive = archive_read_new() else { throw CompressionError("out of memory") }
        self.archive = archive
        let filter =
            switch format {
            case .gzip: archive_read_support_filter_gzip(archive)
            case .zstandard: archive_read_support_filter_zstd(archive)
            }
        guard filter == ARCHIVE_OK, archive_read_support_format_raw(archive) == ARCHIVE_OK,
            // nothing, compressed
            archive_read_support_format_empty(archive) == ARCHIVE_OK, open(archive) == ARCHIVE_OK
        else { throw CompressionError(archive) }
        var entry: OpaquePointer?
        switch archive_read_next_header(archive, &entry) {
        case ARCHIVE_OK: break
        case ARCHIVE_EOF: isAtEnd = true
        default: throw CompressionError(archive)
        }
        // what no filter takes, libarchive hands on as it is
        guard archive_filter_code(archive, 0) != ARCHIVE_FILTER_NONE else { throw CompressionError("it does not begin as such files do") }
    }

    deinit { archive_read_free(archive) }

    /// Reads plain bytes. Those before the place where a file is damaged are given first, but for 64 KiB at most.
    ///
    /// - Returns: the number of bytes, which may be fewer than the buffer holds; 0 at the end.
    /// - Throws: if the file is damaged or cut off, or cannot be read.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(CompressionError) -> Int {
        while block.isEmpty {
            guard !isAtEnd else { return 0 }
            try readBlock()
        }
        // archive_read_data would fill the buffer, and forget all of that where the file is damaged
        let piece = UnsafeRawBufferPointer(rebasing: block.prefix(buffer.count))
        buffer.copyMemory(from: piece)
        checksum?.update(piece)
        block = UnsafeRawBufferPointer(rebasing: block.dropFirst(piece.count))
        return piece.count
    }

    private func readBlock() throws(CompressionError) {
        var start: UnsafeRawPointer?
        var (count, offset) = (0, Int64(0))
        switch archive_read_data_block(archive, &start, &count, &offset) {
        case ARCHIVE_OK: block = UnsafeRawBufferPointer(start: start, count: count)
        case ARCHIVE_EOF:
            isAtEnd = true
            if checksum?.isWrong == true { throw CompressionError("its checksum is another") }
        default: throw CompressionError(archive)
        }
    }

    /// The decompressed bytes.
    ///
    /// - Parameter limit: bytes; more are refused, however few they were made from.
    public static func decompress(_ format: CompressionFormat, _ bytes: [UInt8], limit: Int) throws(CompressionError) -> [UInt8] {
        var plain: [UInt8] = []
        try forEachPiece(format, bytes) { piece throws(CompressionError) in
            plain += piece
            guard plain.count <= limit else { throw CompressionError("it has more than \(limit) bytes") }
        }
        return plain
    }

    /// The number of decompressed bytes, of which none are kept.
    ///
    /// - Parameter limit: bytes; more are refused, however few they were made from.
    public static func size(_ format: CompressionFormat, _ bytes: [UInt8], limit: Int) throws(CompressionError) -> Int {
        var size = 0
        try forEachPiece(format, bytes) { piece throws(CompressionError) in
            size += piece.count
            guard size <= limit else { throw CompressionError("it has more than \(limit) bytes") }
        }
        return size
    }

    private static func forEachPiece(
        _ format: CompressionFormat, _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(CompressionError) -> Void
    ) throws(CompressionError) {
        var failure: CompressionError?
        bytes.withUnsafeBytes { bytes in
            do throws(CompressionError) {
                let reader = try DecompressingReader(format) { archive_read_open_memory($0, bytes.baseAddress, bytes.count) }
                let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
                defer { buffer.deallocate() }
                while true {
                    let count = try reader.read(into: buffer)
                    if count == 0 { return }
                    try body(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
