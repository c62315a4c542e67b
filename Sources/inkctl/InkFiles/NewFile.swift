internal import Glibc
internal import System

/// A file being written: there whole or not at all, and for its owner's eyes only unless it is said otherwise.
///
/// It is written under another name beside its place, brought to the disk, and then takes the place.
final class NewFile {
    /// Where it will be.
    let path: String

    /// Where it is until it is whole; nil for what is no file, such as a terminal or a pipe, and is written straight into.
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
    ///   - mode: who may read and write it, but for what the umask forbids.
    /// - Throws: `exists`, `notWritten`, `notCompressed`.
    init(path: String, isReplacing: Bool, isPacked: Bool? = nil, mode: mode_t = 0o600) throws(InkctlError) {
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
    func writeLine(_ row: [UInt8]) throws(InkctlError) {
        try write(row)
        try write([UInt8(ascii: "\n")])
    }

    /// Writes all of the bytes.
    ///
    /// - Throws: `notWritten`, `notCompressed`.
    func write(_ bytes: [UInt8]) throws(InkctlError) {
        buffer += bytes
        if buffer.count >= 1 << 18 { try flush() }
    }

    /// Has the file take its place.
    ///
    /// - Throws: `exists` if another one has come there, `notWritten`, `notCompressed`.
    func finish() throws(InkctlError) {
        try flush()
        try compression?.finish()
        try takePlace()
        isFinished = true
        guard close(descriptor) == 0 else { throw .notWritten(path: path, code: errno) }
    }

    private func takePlace() throws(InkctlError) {
        guard let part else { return }
        guard fsync(descriptor) == 0 else { throw .notWritten(path: path, code: errno) }
        // a link is refused where a file is, a renaming is not
        if isReplacing {
            guard rename(part, path) == 0 else { throw .notWritten(path: path, code: errno) }
        } else {
            guard link(part, path) == 0 else { throw errno == EEXIST ? .exists(path: path) : .notWritten(path: path, code: errno) }
            unlink(part)
        }
    }

    /// Where links lead to at last.
    private static func target(_ path: String) -> String {
        guard let target = realpath(path, nil) else { return path }
        defer { free(target) }
        return String(cString: target)
    }

    private func flush() throws(InkctlError) {
        if let compression {
            try compression.write(buffer)
        } else {
            let code = buffer.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
            guard code == 0 else { throw .notWritten(path: path, code: code) }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
