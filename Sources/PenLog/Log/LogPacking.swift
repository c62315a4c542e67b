internal import CLibarchive
internal import Glibc

/// Packs closed logs with Zstandard.
public enum LogPacking {
    /// What the name of a packed log ends with, after the log's own ending.
    public static let ending = ".zst"
    /// RFC 8878, 3.1.1.
    private static let magic: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd]

    static func isPacked(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: magic) }

    /// Packs a file and removes it; gives the packed one's path. Whenever this ends, one of the two is there whole.
    public static func pack(_ path: String) throws(LogError) -> String {
        let bytes = try LogFile.contents(of: path)
        let packed = path + ending
        try WholeFile.write(to: packed) { descriptor throws(LogError) in try write(bytes, to: descriptor, path: path) }
        unlink(path)
        return packed
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(LogError) {
        guard let archive = archive_write_new(), let entry = archive_entry_new() else {
            throw .packing(path: path, reason: "out of memory")
        }
        defer {
            archive_write_free(archive)
            archive_entry_free(entry)
        }
        archive_entry_set_pathname(entry, "log")
        // a regular file; libarchive has this number only as a macro that Swift does not see
        archive_entry_set_filetype(entry, 0o100000)
        guard archive_write_set_format_raw(archive) == ARCHIVE_OK, archive_write_add_filter_zstd(archive) == ARCHIVE_OK,
            archive_write_open_fd(archive, descriptor) == ARCHIVE_OK, archive_write_header(archive, entry) == ARCHIVE_OK,
            bytes.withUnsafeBytes({ archive_write_data(archive, $0.baseAddress, $0.count) }) == bytes.count,
            archive_write_close(archive) == ARCHIVE_OK
        else { throw .packing(path: path, reason: reason(archive)) }
    }

    /// What was packed; no more than `LogFile.maximumBytes`, however much there is.
    static func unpack(_ bytes: [UInt8], path: String) throws(LogError) -> [UInt8] {
        guard let archive = archive_read_new() else { throw .packing(path: path, reason: "out of memory") }
        defer { archive_read_free(archive) }
        var plain: [UInt8] = []
        let problem: String? = bytes.withUnsafeBytes { packed in
            var entry: OpaquePointer?
            guard archive_read_support_filter_zstd(archive) == ARCHIVE_OK, archive_read_support_format_raw(archive) == ARCHIVE_OK,
                archive_read_open_memory(archive, packed.baseAddress, packed.count) == ARCHIVE_OK,
                archive_read_next_header(archive, &entry) == ARCHIVE_OK
            else { return reason(archive) }
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            while true {
                let count = archive_read_data(archive, &buffer, buffer.count)
                if count == 0 { return nil }
                guard count > 0 else { return reason(archive) }
                plain += buffer.prefix(count)
                guard plain.count <= LogFile.maximumBytes else { return "it has more than \(LogFile.maximumBytes) bytes" }
            }
        }
        if let problem { throw .packing(path: path, reason: problem) }
        return plain
    }

    private static func reason(_ archive: OpaquePointer) -> String {
        archive_error_string(archive).map { String(cString: $0) } ?? "no reason given"
    }
}
