internal import CLibarchive

/// The files in a ZIP archive; from a damaged archive, its intact files and parts of files.
public struct ZipContents: Sendable {
    /// The bytes of the files, by path.
    public private(set) var files: [String: [UInt8]] = [:]
    /// The fault of a damaged or truncated archive; nil if it is intact. The file with the fault contains the bytes before the fault.
    public private(set) var damage: String?

    /// Maximum number of files in an archive.
    private static let mostFiles = 20_000

    /// Returns whether bytes begin as an archive with a file.
    public static func begins(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x50, 0x4b, 0x03, 0x04]) }

    /// Unpacks an archive.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of bytes of all files together.
    ///   - isWanted: returns whether a file with this path is unpacked.
    /// - Throws: `CompressionError` if the bytes are not an archive, or exceed the limits on bytes or files.
    public init(_ bytes: [UInt8], limit: Int, where isWanted: (String) -> Bool = { _ in true }) throws(CompressionError) {
        guard let archive = archive_read_new() else { throw CompressionError("out of memory") }
        defer { archive_read_free(archive) }
        guard archive_read_support_format_zip(archive) == ARCHIVE_OK else { throw CompressionError(archive) }
        var (files, damage, failure) = ([String: [UInt8]](), String?.none, CompressionError?.none)
        bytes.withUnsafeBytes { bytes in
            do throws(CompressionError) {
                guard archive_read_open_memory(archive, bytes.baseAddress, bytes.count) == ARCHIVE_OK else {
                    throw CompressionError(archive)
                }
                damage = try Self.read(archive, limit: limit, into: &files, where: isWanted)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        (self.files, self.damage) = (files, damage)
    }

    /// Reads all files, and returns the first damage.
    private static func read(
        _ archive: OpaquePointer, limit: Int, into files: inout [String: [UInt8]], where isWanted: (String) -> Bool
    ) throws(CompressionError) -> String? {
        var (left, damage, count) = (limit, String?.none, 0)
        while true {
            var entry: OpaquePointer?
            let status = archive_read_next_header(archive, &entry)
            if status == ARCHIVE_EOF { return damage }
            guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
                guard count > 0 else { throw CompressionError(archive) }
                return damage ?? CompressionError(archive).reason
            }
            count += 1
            guard count <= mostFiles else { throw CompressionError("it has more than \(mostFiles) files") }
            guard let path = (archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)).map({ String(cString: $0) }),
                isWanted(path)
            else { continue }
            let (content, fault) = try content(archive, limit: left)
            left -= content.count
            if files[path] == nil { files[path] = content }
            damage = damage ?? fault
        }
    }

    /// Returns the bytes of the archive's current file, and the fault that cut them short.
    private static func content(_ archive: OpaquePointer, limit: Int) throws(CompressionError) -> (bytes: [UInt8], fault: String?) {
        var bytes: [UInt8] = []
        while true {
            var start: UnsafeRawPointer?
            var (count, offset) = (0, Int64(0))
            switch archive_read_data_block(archive, &start, &count, &offset) {
            case ARCHIVE_OK, ARCHIVE_WARN:
                guard count <= limit - bytes.count else { throw CompressionError("it has more than \(limit) bytes") }
                bytes += UnsafeRawBufferPointer(start: start, count: count)
            case ARCHIVE_EOF: return (bytes, nil)
            default: return (bytes, CompressionError(archive).reason)
            }
        }
    }
}
