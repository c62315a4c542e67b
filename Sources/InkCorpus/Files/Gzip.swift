internal import Compression

/// Compresses with gzip to a descriptor; the archive stores neither name nor time.
final class Compression {
    private let path: String
    private let writer: CompressingWriter

    /// Compresses to `output`, which the caller closes; `path` is for messages.
    ///
    /// - Throws: `notCompressed`, `notWritten`.
    init(to output: Int32, path: String) throws(CorpusError) {
        self.path = path
        do throws(CompressionError) { writer = try CompressingWriter(.gzip, to: output) } catch { throw Self.failure(error, path) }
    }

    /// Compresses all of the bytes.
    ///
    /// - Throws: `notCompressed`, `notWritten`.
    func write(_ bytes: [UInt8]) throws(CorpusError) {
        do throws(CompressionError) { try writer.write(bytes) } catch { throw Self.failure(error, path) }
    }

    /// Writes the remaining data. Without this call, the file is truncated.
    ///
    /// - Throws: `notCompressed`, `notWritten`.
    func finish() throws(CorpusError) {
        do throws(CompressionError) { try writer.finish() } catch { throw Self.failure(error, path) }
    }

    private static func failure(_ error: CompressionError, _ path: String) -> CorpusError {
        error.code == 0 ? .notCompressed(path: path, reason: error.reason) : .notWritten(path: path, code: error.code)
    }
}

/// The plain bytes of a gzip file.
final class Decompression {
    private let path: String
    private let reader: DecompressingReader

    /// Decompresses `input` from its current position; the caller closes it. `path` is for messages.
    ///
    /// - Throws: `notDecompressed`, `unreadable`.
    init(of input: Int32, path: String) throws(CorpusError) {
        self.path = path
        do throws(CompressionError) { reader = try DecompressingReader(.gzip, from: input) } catch { throw Self.failure(error, path) }
    }

    /// Reads plain bytes and returns their number; 0 at the end.
    ///
    /// - Throws: `notDecompressed` if the file is damaged or truncated, `unreadable`.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CorpusError) -> Int {
        do throws(CompressionError) { return try reader.read(into: buffer) } catch { throw Self.failure(error, path) }
    }

    private static func failure(_ error: CompressionError, _ path: String) -> CorpusError {
        error.code == 0
            ? .notDecompressed(path: path, reason: "the file is damaged (\(error.reason))") : .unreadable(path: path, code: error.code)
    }
}
