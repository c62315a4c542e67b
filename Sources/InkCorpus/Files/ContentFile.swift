internal import Glibc

/// Files that are read or written as a whole.
package enum ContentFile {
    /// Larger files are refused by `unpackedBytes`, in bytes after decompression.
    private static let maximumBytes = 256 << 20

    /// Writes the file atomically: it is there whole or not at all.
    ///
    /// - Parameters:
    ///   - mode: the file's permissions, less those that the umask forbids.
    ///   - overwrites: replaces a file that exists.
    /// - Throws: `notWritten`, `exists`.
    package static func write(
        _ bytes: [UInt8], to path: String, mode: UInt32 = 0o666, overwrites: Bool = true
    ) throws(CorpusError) {
        let file = try NewFile(path: path, isReplacing: overwrites, isPacked: false, mode: mode)
        try file.write(bytes)
        try file.finish()
    }

    /// The first `limit` bytes of a file; `-` is standard input.
    ///
    /// - Throws: `unreadable`.
    package static func bytes(at path: String, atMost limit: Int) throws(CorpusError) -> [UInt8] {
        let descriptor = try opened(path)
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

    /// All bytes of a file, decompressed if it is packed by gzip; `-` is standard input, which is not decompressed.
    ///
    /// - Throws: `unreadable`, `notDecompressed`.
    package static func unpackedBytes(at path: String) throws(CorpusError) -> [UInt8] {
        let descriptor = try opened(path)
        defer { close(descriptor) }
        guard InkFile.beginsPacked(descriptor) else { return try bytes(of: descriptor, path: path) }
        let decompression = try Decompression(of: descriptor, path: path)
        let bytes = try bytes(of: decompression.output, path: path)
        try decompression.finish()
        return bytes
    }

    /// All lines of a file that are not empty, decompressed if it is packed by gzip; `-` is standard input.
    ///
    /// - Throws: `unreadable`, `notDecompressed`.
    package static func text(at path: String) throws(CorpusError) -> String {
        let file = try InkFile(path: path)
        var lines: [String] = []
        while let line = try file.nextLine() { lines.append(line) }
        return lines.joined(separator: "\n")
    }

    /// A descriptor of the file, or a copy of standard input's; the caller closes it.
    ///
    /// - Throws: `unreadable`.
    static func opened(_ path: String) throws(CorpusError) -> Int32 {
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
        return descriptor
    }

    private static func bytes(of descriptor: Int32, path: String) throws(CorpusError) -> [UInt8] {
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

/// Small files, folders and links, such as those of /proc and /sys.
package enum SmallFiles {
    /// A file's text without the end of its last line, 64 KiB at most; nil if it cannot be read.
    package static func text(_ path: String) -> String? {
        guard let bytes = try? ContentFile.bytes(at: path, atMost: 64 << 10) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// The sorted names in a folder, without "." and ".."; nil if it cannot be read.
    package static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The user who owns a file or folder; nil if it does not exist. A process's folder in /proc is owned by the process's user.
    package static func owner(of path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_uid : nil
    }

    /// A symbolic link's target; nil if the path is no link.
    package static func target(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(path, &buffer, buffer.count - 1)
        return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
