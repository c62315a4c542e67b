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
            decompression = Self.isPacked(descriptor) ? try Decompression(of: descriptor, path: path) : nil
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

    /// The next line that is not empty; nil at the end.
    ///
    /// - Throws: `unreadable`; `notDecompressed` at the end of a damaged file.
    func nextLine() throws(InkctlError) -> String? {
        while let line = try lines.next() {
            if line.utf8.contains(where: { $0 > UInt8(ascii: " ") }) { return line }
        }
        try decompression?.finish()
        return nil
    }

    /// It begins as RFC 1952 has it. What cannot be looked into, such as a pipe, is taken as it is.
    static func isPacked(_ descriptor: Int32) -> Bool {
        var beginning: (UInt8, UInt8) = (0, 0)
        let count = withUnsafeMutableBytes(of: &beginning) { pread(descriptor, $0.baseAddress, $0.count, 0) }
        return count == 2 && beginning == (0x1f, 0x8b)
    }
}
