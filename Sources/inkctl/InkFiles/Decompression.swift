internal import Bytes

/// What a file packed by gzip holds, as it is read.
final class Decompression {
    private let path: String
    private let reader: DecompressingReader

    /// Decompresses what is left to read of `input`, which stays the caller's.
    ///
    /// - Throws: `notDecompressed`, `unreadable`.
    init(of input: Int32, path: String) throws(InkctlError) {
        self.path = path
        do throws(CompressionError) {
            reader = try DecompressingReader(.gzip, from: input)
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// The next plain bytes.
    ///
    /// - Returns: how many; 0 at the end.
    /// - Throws: `notDecompressed` if the file is damaged or cut off, `unreadable`.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InkctlError) -> Int {
        do throws(CompressionError) { return try reader.read(into: buffer) } catch { throw Self.failure(error, path) }
    }

    private static func failure(_ error: CompressionError, _ path: String) -> InkctlError {
        error.code == 0
            ? .notDecompressed(path: path, reason: "it is damaged (\(error.reason))") : .unreadable(path: path, code: error.code)
    }
}
