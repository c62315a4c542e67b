internal import Glibc
internal import System

/// File system operations.
enum Files {
    /// Creates a folder that only its owner can enter, if it does not exist.
    static func makeFolder(_ path: String) throws(PackageError) {
        try attempt(path, "it cannot be created") { () throws(SystemError) in try Folder.make(path) }
    }

    /// Verifies that a folder is writable by writing a file into it. Its permissions are not sufficient: root may ignore them, and the disk
    /// may be full or read-only.
    static func checkWritable(_ folder: String) throws(PackageError) {
        var template = Array("\(folder)/.probe-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw failure(folder, "it is not writable; use another folder") }
        defer { close(descriptor) }
        let isWritten = write(descriptor, "inkd", 4) == 4
        let code = errno
        unlink(template)
        guard isWritten else { throw failure(folder, "it is not writable; free some space or use another folder", code: code) }
    }

    /// Returns the size of a file in bytes; nil if it is not a regular file.
    static func size(_ path: String) -> Int? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Returns the space in bytes that a file occupies on disk; nil if it is not a regular file.
    static func allocatedSize(_ path: String) -> Int? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_blocks) * 512
    }

    static func exists(_ path: String) -> Bool { size(path) != nil }

    /// Returns the names of a folder's entries, sorted.
    static func names(in folder: String) throws(PackageError) -> [String] {
        try attempt(folder, "it cannot be listed") { () throws(SystemError) in try Folder.names(in: folder) }
    }

    /// Creates an empty file that only its owner can read.
    static func create(_ path: String) throws(PackageError) {
        try attempt(path, "it cannot be created") { () throws(SystemError) in
            _ = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        }
    }

    /// Appends bytes to a file.
    static func append(_ bytes: [UInt8], to path: String) throws(PackageError) {
        try attempt(path, "it cannot be written") { () throws(SystemError) in
            try Descriptor(opening: path, O_WRONLY | O_APPEND | O_NOFOLLOW).write(bytes)
        }
    }

    /// Copies a regular file to a new one. Does not follow symbolic links, and does not open files that might block.
    static func copy(_ source: String, to target: String) throws(PackageError) {
        let input = try attempt(source, "it cannot be read") { () throws(SystemError) in
            try Descriptor(opening: source, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        }
        let output = try attempt(target, "it cannot be created") { () throws(SystemError) in
            try Descriptor(opening: target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try attempt(source, "it cannot be read") { () throws(SystemError) in try input.read(into: buffer) }
            if count == 0 { return }
            let code = Descriptor.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: output.number)
            guard code == 0 else { throw failure(target, "it cannot be written", code: code) }
        }
    }

    /// Waits until the content of a file, or the entries of a folder, are on disk.
    static func sync(_ path: String) throws(PackageError) {
        let file = try attempt(path, "it cannot be opened") { () throws(SystemError) in try Descriptor(opening: path, O_RDONLY) }
        try attempt(path, "it cannot be written") { () throws(SystemError) in try file.sync() }
    }

    /// Renames a file, replacing an existing file of that name.
    static func move(_ source: String, to target: String) throws(PackageError) {
        guard rename(source, target) == 0 else { throw failure(target, "it cannot be written") }
    }

    /// Removes a file if it exists.
    static func remove(_ path: String) throws(PackageError) {
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw failure(path, "it cannot be removed") }
    }

    /// Removes a folder if it exists and is empty.
    static func removeIfEmpty(_ folder: String) { rmdir(folder) }

    /// Returns the error of a call that just failed, with the system's message.
    static func failure(_ path: String, _ reason: String, code: Int32 = errno) -> PackageError {
        .unusable(path: path, reason: reason + " (" + SystemError.reason(code) + ")")
    }

    private static func attempt<Value: ~Copyable>(
        _ path: String, _ reason: String, _ call: () throws(SystemError) -> Value
    ) throws(PackageError) -> Value {
        do throws(SystemError) { return try call() } catch { throw failure(path, reason, code: error.code) }
    }
}
