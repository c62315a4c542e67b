internal import Glibc

/// Files and folders, as the system has them.
enum Files {
    /// Makes a folder that only its owner can enter, if there is none.
    static func makeFolder(_ path: String) throws(PackageError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure(path, "it cannot be made") }
    }

    /// Writes to a folder and reads it, to find out whether that can be done: rights do not tell, as root or on a full or read-only disk.
    static func checkWritable(_ folder: String) throws(PackageError) {
        var template = Array("\(folder)/.probe-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw failure(folder, "it cannot be written to; name a folder that can") }
        defer { close(descriptor) }
        let isWritten = write(descriptor, "inkd", 4) == 4
        let code = errno
        unlink(template)
        guard isWritten else { throw failure(folder, "it cannot be written to; free some space or name another folder", code: code) }
    }

    /// Bytes of a file; nil if there is no regular file.
    static func size(_ path: String) -> Int? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    static func exists(_ path: String) -> Bool { size(path) != nil }

    /// Names of what is in a folder, sorted.
    static func names(in folder: String) throws(PackageError) -> [String] {
        guard let stream = opendir(folder) else { throw failure(folder, "it cannot be listed") }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Makes an empty file that only its owner can read.
    static func create(_ path: String) throws(PackageError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(path, "it cannot be made") }
        close(descriptor)
    }

    /// Copies a regular file to a new one; links are not followed, nor is anything read that might block.
    static func copy(_ source: String, to target: String) throws(PackageError) {
        let input = open(source, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard input >= 0 else { throw failure(source, "it cannot be read") }
        defer { close(input) }
        try create(target)
        let output = open(target, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard output >= 0 else { throw failure(target, "it cannot be written") }
        defer { close(output) }
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(input, &buffer, buffer.count)
            guard count >= 0 || errno == EINTR else { throw failure(source, "it cannot be read") }
            if count == 0 { return }
            var done = 0
            while done < count {
                let written = buffer.withUnsafeBytes { write(output, $0.baseAddress.map { $0 + done }, count - done) }
                guard written > 0 || errno == EINTR else { throw failure(target, "it cannot be written") }
                done += max(0, written)
            }
        }
    }

    /// Waits until a file, or the names in a folder, are on the disk.
    static func sync(_ path: String) throws(PackageError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path, "it cannot be opened") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path, "it cannot be written") }
    }

    /// Gives a file another name, in place of what had it.
    static func move(_ source: String, to target: String) throws(PackageError) {
        guard rename(source, target) == 0 else { throw failure(target, "it cannot be written") }
    }

    /// Removes a file if there is one.
    static func remove(_ path: String) throws(PackageError) {
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw failure(path, "it cannot be removed") }
    }

    /// Removes a folder if it is there and empty.
    static func removeIfEmpty(_ folder: String) { rmdir(folder) }

    /// The error of a call that just failed, with what the system says about it.
    static func failure(_ path: String, _ reason: String, code: Int32 = errno) -> PackageError {
        .unusable(path: path, reason: reason + " (" + (strerror(code).map { String(cString: $0) } ?? "error \(code)") + ")")
    }
}
