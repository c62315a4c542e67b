internal import CLibarchive

/// Writes files to a ZIP archive, in the given order and without dates.
enum ZipArchive {
    static func bytes(_ files: [(name: String, bytes: [UInt8])]) throws(ExportError) -> [UInt8] {
        guard let archive = archive_write_new() else { throw .archive("out of memory") }
        defer { archive_write_free(archive) }
        // Deflate enlarges incompressible data only slightly, and the headers of a file are far below 1 KiB.
        var buffer = [UInt8](repeating: 0, count: files.reduce(65_536) { $0 + $1.bytes.count + $1.bytes.count / 100 + 1_024 })
        let capacity = buffer.count
        var used = 0
        let reason: String? = buffer.withUnsafeMutableBytes { buffer in
            guard archive_write_set_format_zip(archive) == ARCHIVE_OK,
                archive_write_set_bytes_in_last_block(archive, 1) == ARCHIVE_OK,
                archive_write_open_memory(archive, buffer.baseAddress, capacity, &used) == ARCHIVE_OK,
                files.allSatisfy({ write($0.name, $0.bytes, to: archive) }), archive_write_close(archive) == ARCHIVE_OK
            else { return archive_error_string(archive).map { String(cString: $0) } ?? "no reason given" }
            return nil
        }
        if let reason { throw .archive(reason) }
        return Array(buffer.prefix(used))
    }

    private static func write(_ name: String, _ bytes: [UInt8], to archive: OpaquePointer) -> Bool {
        guard let entry = archive_entry_new() else { return false }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, name)
        archive_entry_set_size(entry, Int64(bytes.count))
        // A regular file; libarchive defines this number only as a macro that Swift cannot import.
        archive_entry_set_filetype(entry, 0o100000)
        archive_entry_set_perm(entry, 0o644)
        guard archive_write_header(archive, entry) == ARCHIVE_OK else { return false }
        return bytes.withUnsafeBytes { bytes.isEmpty || archive_write_data(archive, $0.baseAddress, $0.count) == $0.count }
    }
}
