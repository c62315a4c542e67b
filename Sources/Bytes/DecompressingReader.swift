internal import CLibarchive
internal import Glibc

/// The plain bytes of a compressed file, as they are read.
public final class DecompressingReader {
    private let archive: OpaquePointer
    private var isAtEnd = false
    /// The rest of the block that libarchive gave last; its own, and valid until it gives the next one.
    private var block = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Compares what a gzip file says at its end; libarchive does not.
    private var checksum: GzipChecksum?

    /// Decompresses what a descriptor has from its position on; it stays the caller's, and is read in pieces ahead.
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
    /// - Returns: how many, which may be fewer than the buffer holds; 0 at the end.
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

    /// What was compressed.
    ///
    /// - Parameter limit: bytes; more are refused, however few they were made from.
    public static func decompress(_ format: CompressionFormat, _ bytes: [UInt8], limit: Int) throws(CompressionError) -> [UInt8] {
        var plain: [UInt8] = []
        var failure: CompressionError?
        bytes.withUnsafeBytes { bytes in
            do throws(CompressionError) {
                let reader = try DecompressingReader(format) { archive_read_open_memory($0, bytes.baseAddress, bytes.count) }
                let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
                defer { buffer.deallocate() }
                while true {
                    let count = try reader.read(into: buffer)
                    if count == 0 { return }
                    plain += buffer.prefix(count)
                    guard plain.count <= limit else { throw CompressionError("it has more than \(limit) bytes") }
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return plain
    }
}
