internal import Bytes
internal import Glibc

/// A file of JSON lines, plain or packed by gzip, or standard input.
final class InkFile {
    /// As it was given; "-" is standard input.
    let path: String

    private let descriptor: Int32
    private let size: Int64
    /// It is packed by gzip.
    let isPacked: Bool
    private var lines: LineReader

    /// Opens the file.
    ///
    /// - Throws: `unreadable`, `notDecompressed`.
    init(path: String) throws(InkctlError) {
        self.path = path
        descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
        var status = stat()
        size = fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
        isPacked = CompressionFormat.gzip.begins(descriptor: descriptor)
        do {
            let decompression = isPacked ? try Decompression(of: descriptor, path: path) : nil
            lines = LineReader(descriptor: descriptor, decompression: decompression, name: path)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// How many lines were read.
    var lineNumber: Int { lines.number }

    /// How much of the file has been read, 0 to 1; 0 if it has no size.
    var fractionRead: Double {
        let position = size > 0 ? lseek(descriptor, 0, Int32(SEEK_CUR)) : 0
        return position > 0 ? min(1, Double(position) / Double(size)) : 0
    }

    /// The next line that is not empty; nil at the end.
    ///
    /// - Throws: `unreadable`; `notDecompressed` where a file is damaged.
    func nextLine() throws(InkctlError) -> String? {
        while let line = try next() {
            if !line.isEmpty { return String(decoding: line.bytes, as: UTF8.self) }
        }
        return nil
    }

    /// The next line as it is in the file; nil at the end.
    ///
    /// - Throws: `unreadable`; `notDecompressed` where a file is damaged.
    func next() throws(InkctlError) -> LineReader.Line? {
        try lines.next()
    }
}
