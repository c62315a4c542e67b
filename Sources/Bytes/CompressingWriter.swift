internal import CLibarchive

/// Compresses what is written to it into a descriptor. Nothing but the bytes is kept: neither a name nor a time.
public final class CompressingWriter {
    private let archive: OpaquePointer
    private var isFinished = false

    /// Begins; the descriptor stays the caller's.
    public init(_ format: CompressionFormat, to descriptor: Int32) throws(CompressionError) {
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
            archive_write_open_fd(archive, descriptor) == ARCHIVE_OK, archive_write_header(archive, entry) == ARCHIVE_OK
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

    /// Writes what is left: only then it is whole.
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
