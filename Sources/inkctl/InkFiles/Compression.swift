internal import Bytes

/// Packs what is written to it by gzip, into a file without a name or a time.
final class Compression {
    private let path: String
    private let writer: CompressingWriter

    /// Compresses into `output`, which stays the caller's.
    ///
    /// - Throws: `notCompressed`.
    init(to output: Int32, path: String) throws(InkctlError) {
        self.path = path
        do throws(CompressionError) {
            writer = try CompressingWriter(.gzip, to: output)
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// Compresses all of the bytes.
    ///
    /// - Throws: `notCompressed`, `notWritten`.
    func write(_ bytes: [UInt8]) throws(InkctlError) {
        do throws(CompressionError) { try writer.write(bytes) } catch { throw Self.failure(error, path) }
    }

    /// Writes what is left: only then the file is whole.
    ///
    /// - Throws: `notCompressed`, `notWritten`.
    func finish() throws(InkctlError) {
        do throws(CompressionError) { try writer.finish() } catch { throw Self.failure(error, path) }
    }

    private static func failure(_ error: CompressionError, _ path: String) -> InkctlError {
        error.code == 0 ? .notCompressed(path: path, reason: error.reason) : .notWritten(path: path, code: error.code)
    }
}
