internal import CLibarchive

/// Decompresses a compressed file incrementally.
///
/// From a damaged file, the bytes before the damage are returned first. For Zstandard, up to 128 KiB before the damage are missing;
/// `Unpacked` includes those.
public final class DecompressingReader {
    private let stream: any PlainStream

    /// Decompresses a descriptor's bytes from its current position; the caller keeps ownership, and the bytes are read ahead in pieces.
    public convenience init(_ format: CompressionFormat, from descriptor: Int32) throws(CompressionError) {
        switch format {
        case .gzip: try self.init(GzipStream(PackedInput(descriptor)))
        case .zstandard: try self.init(ArchiveStream { archive_read_open_fd($0, descriptor, 1 << 16) })
        }
    }

    /// Decompresses bytes, which must stay valid and unmoved for the reader's lifetime.
    convenience init(_ format: CompressionFormat, from bytes: UnsafeRawBufferPointer) throws(CompressionError) {
        switch format {
        case .gzip: try self.init(GzipStream(PackedInput(bytes)))
        case .zstandard: try self.init(ArchiveStream { archive_read_open_memory($0, bytes.baseAddress, bytes.count) })
        }
    }

    private init(_ stream: any PlainStream) { self.stream = stream }

    /// Reads decompressed bytes.
    ///
    /// - Returns: the number of bytes, which may be fewer than the buffer holds; 0 at the end.
    /// - Throws: if the file is damaged or cut off, or cannot be read.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(CompressionError) -> Int { try stream.read(into: buffer) }

    /// The number of compressed bytes used so far; nil if unknown.
    var place: Int? { stream.place }

    /// Returns the decompressed bytes.
    ///
    /// - Parameter limit: the maximum number of decompressed bytes; more are rejected, however small the compressed file is.
    /// - Throws: also if the file is damaged or cut off; `Unpacked` has the intact parts of such a file.
    public static func decompress(_ format: CompressionFormat, _ bytes: [UInt8], limit: Int) throws(CompressionError) -> [UInt8] {
        var plain: [UInt8] = []
        var failure: CompressionError?
        bytes.withUnsafeBytes { bytes in
            do throws(CompressionError) {
                try DecompressingReader(format, from: bytes).readAll(into: &plain, limit: limit)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return plain
    }

    /// Appends all bytes, including those before a damage.
    func readAll(into plain: inout [UInt8], limit: Int) throws(CompressionError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try read(into: buffer)
            if count == 0 { return }
            guard count <= limit - plain.count else { throw CompressionError("it has more than \(limit) bytes") }
            plain += buffer.prefix(count)
        }
    }
}

/// A sequential source of decompressed bytes.
protocol PlainStream: AnyObject {
    /// Reads bytes and returns their number; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CompressionError) -> Int

    /// The number of compressed bytes used so far; nil if unknown.
    var place: Int? { get }
}

/// Decompressed bytes of Zstandard, by libarchive.
private final class ArchiveStream: PlainStream {
    private let archive: OpaquePointer
    private var isAtEnd = false
    /// The rest of libarchive's last block; owned by libarchive, and valid until it returns the next one.
    private var block = UnsafeRawBufferPointer(start: nil, count: 0)

    init(open: (OpaquePointer) -> Int32) throws(CompressionError) {
        guard let archive = archive_read_new() else { throw CompressionError("out of memory") }
        self.archive = archive
        guard archive_read_support_filter_zstd(archive) == ARCHIVE_OK, archive_read_support_format_raw(archive) == ARCHIVE_OK,
            // accepts empty content
            archive_read_support_format_empty(archive) == ARCHIVE_OK, open(archive) == ARCHIVE_OK
        else { throw CompressionError(archive) }
        var entry: OpaquePointer?
        switch archive_read_next_header(archive, &entry) {
        case ARCHIVE_OK: break
        case ARCHIVE_EOF: isAtEnd = true
        default: throw CompressionError(archive)
        }
        // if no filter matches, libarchive returns the bytes unchanged
        guard archive_filter_code(archive, 0) != ARCHIVE_FILTER_NONE else {
            throw CompressionError("its beginning is not that of such a file", damage: .changed)
        }
    }

    deinit { archive_read_free(archive) }

    var place: Int? { nil }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CompressionError) -> Int {
        while block.isEmpty {
            guard !isAtEnd else { return 0 }
            var start: UnsafeRawPointer?
            var (count, offset) = (0, Int64(0))
            switch archive_read_data_block(archive, &start, &count, &offset) {
            case ARCHIVE_OK: block = UnsafeRawBufferPointer(start: start, count: count)
            case ARCHIVE_EOF: isAtEnd = true
            default: throw CompressionError(archive)
            }
        }
        // archive_read_data is not used: it would fill the whole buffer, and discard all of its bytes if the file is damaged
        let piece = UnsafeRawBufferPointer(rebasing: block.prefix(buffer.count))
        buffer.copyMemory(from: piece)
        block = UnsafeRawBufferPointer(rebasing: block.dropFirst(piece.count))
        return piece.count
    }
}
