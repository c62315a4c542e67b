internal import Glibc

/// A file that is written atomically, readable by its owner only unless `mode` says otherwise.
///
/// It is written under a temporary name in the same folder, synced to the disk, and then renamed.
package final class NewFile {
    /// The final path.
    package let path: String

    /// The temporary path; nil for what is no regular file, such as a terminal or a pipe, and is written to directly.
    private let part: String?
    private let descriptor: Int32
    private let compression: Compression?
    private let isReplacing: Bool
    private var buffer: [UInt8] = []
    private var isFinished = false

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - isReplacing: a file that is there is replaced, also where the path is a link to it, and the new one has its owner.
    ///   - isPacked: pack it by gzip; by default if its name ends in ".gz".
    ///   - mode: the file's permissions, less those that the umask forbids.
    /// - Throws: `exists`, `notWritten`, `noGzip`.
    package init(path: String, isReplacing: Bool, isPacked: Bool? = nil, mode: UInt32 = 0o600) throws(CorpusError) {
        var old = stat()
        let exists = stat(path, &old) == 0
        guard isReplacing || !exists else { throw .exists(path: path) }
        let place = isReplacing && exists ? Self.target(path) : path
        self.path = place
        self.isReplacing = isReplacing
        let isFile = !exists || old.st_mode & S_IFMT == S_IFREG
        part = isFile ? place + ".part-\(getpid())" : nil
        let descriptor = open(part ?? path, O_WRONLY | O_CLOEXEC | (isFile ? O_CREAT | O_EXCL : 0), mode)
        guard descriptor >= 0 else { throw .notWritten(path: path, code: errno) }
        self.descriptor = descriptor
        // only root can, and need not
        if exists, isFile { _ = fchown(descriptor, old.st_uid, old.st_gid) }
        do {
            compression = isPacked ?? path.hasSuffix(".gz") ? try Compression(to: descriptor, path: path) : nil
        } catch {
            close(descriptor)
            if let part { unlink(part) }
            throw error
        }
    }

    deinit {
        guard !isFinished else { return }
        close(descriptor)
        if let part { unlink(part) }
    }

    /// Writes a row and the end of its line.
    ///
    /// - Throws: `notWritten`, `notCompressed`.
    package func writeLine(_ row: [UInt8]) throws(CorpusError) {
        try write(row)
        try write([UInt8(ascii: "\n")])
    }

    /// Writes all of the bytes.
    ///
    /// - Throws: `notWritten`, `notCompressed`.
    package func write(_ bytes: [UInt8]) throws(CorpusError) {
        buffer += bytes
        if buffer.count >= 1 << 18 { try flush() }
    }

    /// Syncs the file and moves it to its final path.
    ///
    /// - Throws: `exists` if another file was made there meanwhile, `notWritten`, `notCompressed`.
    package func finish() throws(CorpusError) {
        try flush()
        try compression?.finish()
        try takePlace()
        isFinished = true
        guard close(descriptor) == 0 else { throw .notWritten(path: path, code: errno) }
    }

    private func takePlace() throws(CorpusError) {
        guard let part else { return }
        guard fsync(descriptor) == 0 else { throw .notWritten(path: path, code: errno) }
        // link() fails where a file exists, rename() replaces it
        if isReplacing {
            guard rename(part, path) == 0 else { throw .notWritten(path: path, code: errno) }
        } else {
            guard link(part, path) == 0 else { throw errno == EEXIST ? .exists(path: path) : .notWritten(path: path, code: errno) }
            unlink(part)
        }
    }

    /// The path with all symbolic links resolved.
    private static func target(_ path: String) -> String {
        guard let target = realpath(path, nil) else { return path }
        defer { free(target) }
        return String(cString: target)
    }

    private func flush() throws(CorpusError) {
        var rest = buffer[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(compression?.input ?? descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { rest = rest.dropFirst(count) } else if errno == EPIPE { try compression?.finish() }
            guard count >= 0 || errno == EINTR else { throw .notWritten(path: path, code: errno) }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
