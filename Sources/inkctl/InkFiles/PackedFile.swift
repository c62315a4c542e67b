internal import Bytes
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
        let decompression =
            CompressionFormat.gzip.begins(descriptor: descriptor) ? try Decompression(of: descriptor, path: path) : nil
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try decompression?.read(into: buffer) ?? read(descriptor, buffer.baseAddress, buffer.count)
            if count == 0 { return bytes }
            if count > 0 { bytes += buffer.prefix(count) } else if errno != EINTR { throw .unreadable(path: path, code: errno) }
            guard bytes.count <= maximumBytes else { throw .unreadable(path: path, code: EFBIG) }
        }
    }
}
