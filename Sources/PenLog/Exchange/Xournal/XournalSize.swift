internal import Bytes

extension XournalDocument {
    /// Bytes of the XML that a file has once it is unpacked, at most: gzip's are counted, without being kept,
    /// of a damaged file those before the damage.
    ///
    /// - Parameter limit: bytes above which they are not counted any further.
    /// - Throws: `RecordingError` if it cannot be unpacked.
    public static func unpackedSize(_ file: [UInt8], limit: Int) throws(RecordingError) -> Int {
        guard CompressionFormat.gzip.begins(file) else {
            // deflate, which other containers have, packs no more than so many bytes into one
            return file.starts(with: [UInt8(ascii: "P"), UInt8(ascii: "K")]) ? min(limit, 1032 * file.count) : file.count
        }
        do throws(CompressionError) {
            return try Unpacked.size(.gzip, file, limit: limit)
        } catch {
            throw RecordingError(
                problem: "the file cannot be unpacked: \(error.reason)", remedy: "save it anew, or cut it into smaller ones")
        }
    }
}
