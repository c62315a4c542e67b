internal import Glibc

/// A file of JSON lines, plain or packed by gzip, or standard input.
final class InkFile {
    /// As it was given; "-" is standard input.
    let path: String

    private let descriptor: Int32
    private let size: Int64
    private let decompression: Decompression?
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
        do {
            decompression = Self.beginsPacked(descriptor) ? try Decompression(of: descriptor, path: path) : nil
        } catch {
            close(descriptor)
            throw error
        }
        lines = LineReader(descriptor: decompression?.output ?? descriptor, name: path)
    }

    deinit { close(descriptor) }

    /// How many lines were read.
    var lineNumber: Int { lines.number }

    /// How much of the file has been read, 0 to 1; 0 if it has no size. `gzip` shares the file's position with this process.
    var fractionRead: Double {
        let position = size > 0 ? lseek(descriptor, 0, Int32(SEEK_CUR)) : 0
        return position > 0 ? min(1, Double(position) / Double(size)) : 0
    }

    /// It is packed by gzip.
    var isPacked: Bool { decompression != nil }

    /// The next line that is not empty; nil at the end.
    ///
    /// - Throws: `unreadable`; `notDecompressed` at the end of a damaged file.
    func nextLine() throws(InkctlError) -> String? {
        while let line = try next() {
            if !line.isEmpty { return String(decoding: line.bytes, as: UTF8.self) }
        }
        return nil
    }

    /// The next line as it is in the file; nil at the end.
    ///
    /// - Throws: `unreadable`; `notDecompressed` at the end of a damaged file.
    func next() throws(InkctlError) -> LineReader.Line? {
        if let line = try lines.next() { return line }
        try decompression?.finish()
        return nil
    }

    /// It begins as RFC 1952 has it. What cannot be looked into, such as a pipe, is taken as it is.
    static func beginsPacked(_ descriptor: Int32) -> Bool {
        var beginning: (UInt8, UInt8) = (0, 0)
        let count = withUnsafeMutableBytes(of: &beginning) { pread(descriptor, $0.baseAddress, $0.count, 0) }
        return count == 2 && beginning == (0x1f, 0x8b)
    }
}
