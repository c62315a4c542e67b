internal import Glibc

/// Files that exports go to and imports come from.
enum ContentFile {
    /// Writes the file whole or not at all.
    ///
    /// - Parameters:
    ///   - mode: who may read and write it, but for what the umask forbids.
    ///   - overwrites: a file that is there already gives way.
    /// - Throws: `notWritten`, `exists`.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o666, overwrites: Bool = true) throws(InkctlError) {
        let file = try NewFile(path: path, isReplacing: overwrites, isPacked: false, mode: mode)
        try file.write(bytes)
        try file.finish()
    }

    /// A file's bytes, the first so many; `-` is standard input.
    ///
    /// - Throws: `unreadable`.
    static func bytes(at path: String, atMost limit: Int) throws(InkctlError) -> [UInt8] {
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        var end = 0
        while end < limit {
            let count = bytes[end...].withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { break }
            if count > 0 { end += count } else if errno != EINTR { throw .unreadable(path: path, code: errno) }
        }
        return Array(bytes[..<end])
    }

    /// All lines of a file, plain or packed by gzip; `-` is standard input.
    ///
    /// - Throws: `unreadable`, `notDecompressed`.
    static func text(at path: String) throws(InkctlError) -> String {
        let file = try InkFile(path: path)
        var lines: [String] = []
        while let line = try file.nextLine() { lines.append(line) }
        return lines.joined(separator: "\n")
    }
}
