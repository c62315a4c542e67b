internal import Glibc

/// A file's bytes, mapped for reading during this value's lifetime.
///
/// Reading is fatal if another process truncates the file meanwhile, so keep a map no longer than necessary.
public struct MappedFile: ~Copyable {
    /// The whole file; empty for an empty file.
    public let bytes: UnsafeRawBufferPointer

    /// Maps a regular file; other files are refused with `EINVAL`.
    ///
    /// - Throws: with the operation "open" or "map".
    public init(path: String) throws(SystemError) {
        // not even opening a pipe may block
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw SystemError("map", path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError("map", path, code: EINVAL) }
        let size = Int(status.st_size)
        guard size > 0 else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file.number, 0), start != MAP_FAILED else {
            throw SystemError("map", path)
        }
        bytes = UnsafeRawBufferPointer(start: start, count: size)
    }

    deinit {
        if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
    }
}

/// Files that are read and written as a whole.
public enum WholeFile {
    /// Returns all bytes of a file, opened as by `Descriptor.init(readingFile:)`.
    ///
    /// - Parameter limit: larger files are refused with `EFBIG`.
    /// - Throws: with the operation "open" or "read".
    public static func read(_ path: String, limit: Int = .max) throws(SystemError) -> [UInt8] {
        try Descriptor(readingFile: path).readAll(limit: limit)
    }

    /// Writes a file atomically: after an error or a crash it is either complete or unchanged.
    ///
    /// - Parameter permissions: the mode, less the umask.
    /// - Throws: with the operation "make" or "write".
    public static func write(_ bytes: [UInt8], to path: String, permissions: UInt32 = 0o600) throws(SystemError) {
        let file = try AtomicFile(beside: path, permissions: permissions)
        try file.write(bytes)
        try file.commit(to: path)
    }
}

/// Folders of the file system.
public enum Folder {
    /// Returns the names of a folder's entries, sorted; without `.` and `..`.
    ///
    /// - Throws: with the operation "list".
    public static func names(in path: String) throws(SystemError) -> [String] {
        guard let stream = opendir(path) else { throw SystemError("list", path) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // the name ends with a NUL, which may be the end of the entry
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            let text = String(cString: name)
            if text != ".", text != ".." { names.append(text) }
        }
        return names.sorted()
    }

    /// Creates a folder unless it exists; its parent folder must exist.
    ///
    /// - Throws: with the operation "make".
    public static func make(_ path: String, permissions: UInt32 = 0o700) throws(SystemError) {
        guard mkdir(path, permissions) == 0 || errno == EEXIST else { throw SystemError("make", path) }
    }

    /// Waits until the names in a folder are on disk.
    public static func sync(_ path: String) throws(SystemError) { try Descriptor(opening: path, O_RDONLY | O_DIRECTORY).sync() }

    /// Waits until the names in the folder of a file are on disk, where the file system supports that.
    public static func sync(containing file: String) {
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
        try? sync(folder.isEmpty ? "/" : folder)
    }
}
