internal import CLibarchive

/// The plain bytes of a compressed file, as they are read.
///
/// What lies before the place where the file is damaged comes first: all of it from gzip, from Zstandard all but 128 KiB at most;
/// `Unpacked` has the rest.
public final class DecompressingReader {
    private let stream: any PlainStream

    /// Decompresses a descriptor's bytes from its position on; it stays the caller's, and is read in pieces ahead.
    public convenience init(_ format: CompressionFormat, from descriptor: Int32) throws(CompressionError) {
        switch format {
        case .gzip: try self.init(GzipStream(PackedInput(descriptor)))
        case .zstandard: try self.init(ArchiveStream { archive_read_open_fd($0, descriptor, 1 << 16) })
        }
    }

    /// Decompresses bytes, which stay where they are while this lives.
    convenience init(_ format: CompressionFormat, from bytes: UnsafeRawBufferPointer) throws(CompressionError) {
        switch format {
        case .gzip: try self.init(GzipStream(PackedInput(bytes)))
        case .zstandard: try self.init(ArchiveStream { archive_read_open_memory($0, bytes.baseAddress, bytes.count) })
        }
    }

    private init(_ stream: any PlainStream) { self.stream = stream }

    /// Reads plain bytes.
    ///
    /// - Returns: the number of bytes, which may be fewer than the buffer holds; 0 at the end.
    /// - Throws: if the file is damaged or cut off, or cannot be read.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(CompressionError) -> Int { try stream.read(into: buffer) }

    /// Compressed bytes that were used so far; nil where that is unknown.
    var place: Int? { stream.place }

    /// The decompressed bytes.
    ///
    /// - Parameter limit: bytes; more are refused, however few they were made from.
    /// - Throws: also if the file is damaged or cut off; `Unpacked` has what is whole of it.
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

    /// Appends all there is, also what comes before a damage.
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

/// Plain bytes that come one after the other.
protocol PlainStream: AnyObject {
    /// Reads bytes and returns their number; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CompressionError) -> Int

    /// Compressed bytes that were used so far; nil where that is unknown.
    var place: Int? { get }
}

/// Plain bytes of Zstandard, by libarchive.
private final class ArchiveStream: PlainStream {
    private let archive: OpaquePointer
    private var isAtEnd = false
    /// The rest of the block that libarchive gave last; its own, and valid until it gives the next one.
    private var block = UnsafeRawBufferPointer(start: nil, count: 0)

    init(open: (OpaquePointer) -> Int32) throws(CompressionError) {
        guard let archive = archive_read_new() else { throw CompressionError("out of memory") }
        self.archive = archive
        guard archive_read_support_filter_zstd(archive) == ARCHIVE_OK, archive_read_support_format_raw(archive) == ARCHIVE_OK,
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
        guard archive_filter_code(archive, 0) != ARCHIVE_FILTER_NONE else {
            throw CompressionError("it does not begin as such files do", damage: .changed)
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
        // archive_read_data would fill the buffer, and forget all of that where the file is damaged
        let piece = UnsafeRawBufferPointer(rebasing: block.prefix(buffer.count))
        buffer.copyMemory(from: piece)
        block = UnsafeRawBufferPointer(rebasing: block.dropFirst(piece.count))
        return piece.count
    }
}
