internal import Glibc

/// A running `gzip -dc`.
final class Decompression {
    /// Where the plain bytes come out.
    let output: Int32

    private let path: String
    private var process: GzipProcess

    /// Decompresses what is left to read of `input`.
    ///
    /// - Throws: `noGzip`.
    init(of input: Int32, path: String) throws(InkctlError) {
        let (reading, writing) = try GzipProcess.pipe(path: path)
        defer { close(writing) }
        do {
            process = try GzipProcess("-dc", from: input, to: writing, path: path)
        } catch {
            close(reading)
            throw error
        }
        output = reading
        self.path = path
    }

    deinit {
        close(output)
        _ = process.wait()
    }

    /// Waits for the end.
    ///
    /// - Throws: `notDecompressed` if `gzip` was not content with the file.
    func finish() throws(InkctlError) {
        guard process.wait() == 0 else { throw .notDecompressed(path: path, reason: "gzip says it is damaged") }
    }
}
