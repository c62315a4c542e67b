internal import Compression

extension XournalDocument {
    /// Returns the maximum number of bytes of an unpacked file's XML. The bytes of gzip are counted without being stored; in a damaged
    /// file, only those before the damage count.
    ///
    /// - Parameter limit: the number of bytes at which counting stops.
    /// - Throws: `RecordingError` if the file cannot be unpacked.
    public static func unpackedSize(_ file: [UInt8], limit: Int) throws(RecordingError) -> Int {
        guard CompressionFormat.gzip.begins(file) else {
            // maximum compression ratio of deflate, which other containers use
            return file.starts(with: [UInt8(ascii: "P"), UInt8(ascii: "K")]) ? min(limit, 1032 * file.count) : file.count
        }
        do throws(CompressionError) {
            return try Unpacked.size(.gzip, file, limit: limit)
        } catch {
            throw RecordingError(
                problem: "the file cannot be decompressed: \(error.reason)", remedy: "save it again, or split it")
        }
    }
}
