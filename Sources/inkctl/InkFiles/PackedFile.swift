internal import Glibc

/// A file that is read as a whole, plain or packed by gzip.
enum PackedFile {
    /// Larger ones are refused, unpacked.
    private static let maximumBytes = 256 << 20

    /// What is in the file; `-` is standard input, which is taken as it is.
    ///
    /// - Throws: `unreadable`, `notDecompressed`.
    static func bytes(at path: String) throws(InkctlError) -> [UInt8] {
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
        defer { close(descriptor) }
        guard InkFile.beginsPacked(descriptor) else { return try bytes(of: descriptor, path: path) }
        let decompression = try Decompression(of: descriptor, path: path)
        let bytes = try bytes(of: decompression.output, path: path)
        try decompression.finish()
        return bytes
    }

    private static func bytes(of descriptor: Int32, path: String) throws(InkctlError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count > 0 { bytes += buffer.prefix(count) } else if errno != EINTR { throw .unreadable(path: path, code: errno) }
            guard bytes.count <= maximumBytes else { throw .unreadable(path: path, code: EFBIG) }
        }
    }
}
