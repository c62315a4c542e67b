internal import Glibc

/// A running `gzip -cn`: what is written to it goes into a file without a name or a time.
final class Compression {
    /// Where the plain bytes go in.
    let input: Int32

    private let path: String
    private var process: GzipProcess
    private var isOpen = true

    /// Compresses into `output`, which stays the caller's.
    ///
    /// - Throws: `notCompressed`.
    init(to output: Int32, path: String) throws(InkctlError) {
        // a gzip that ends early is told of by the write that fails, with its reason
        signal(SIGPIPE, SIG_IGN)
        let (reading, writing) = try GzipProcess.pipe(path: path)
        defer { close(reading) }
        do {
            process = try GzipProcess("-cn", from: reading, to: output, path: path)
        } catch {
            close(writing)
            throw error
        }
        input = writing
        self.path = path
    }

    deinit { _ = end() }

    /// Waits for the end.
    ///
    /// - Throws: `notCompressed` if not everything was written.
    func finish() throws(InkctlError) {
        guard end() == 0 else { throw .notCompressed(path: path, reason: "gzip could not write all of it") }
    }

    private func end() -> Int32 {
        if isOpen { close(input) }
        isOpen = false
        return process.wait()
    }
}
