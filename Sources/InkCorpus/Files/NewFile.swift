internal import Glibc
internal import System

/// A file that is written atomically, readable only by its owner unless `mode` says otherwise.
///
/// The file is written under a temporary name in the same folder, synced to disk, and then renamed.
package final class NewFile {
    /// The final path.
    package let path: String

    /// The temporary file; nil for terminals, pipes and other special files, which are written directly.
    private let file: AtomicFile?
    /// The special file that is written directly; retained so that it stays open.
    private let stream: Descriptor?
    private let descriptor: Int32
    private let compression: Compression?
    private let isReplacing: Bool
    private var buffer: [UInt8] = []

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - isReplacing: replaces an existing file, also if the path is a link to it; the new file has the same owner.
    ///   - isPacked: compresses with gzip; by default if the name ends in ".gz".
    ///   - mode: the file's permissions, restricted by the umask.
    /// - Throws: `exists`, `notWritten`, `notCompressed`.
    package init(path: String, isReplacing: Bool, isPacked: Bool? = nil, mode: UInt32 = 0o600) throws(CorpusError) {
        var old = stat()
        let exists = stat(path, &old) == 0
        guard isReplacing || !exists else { throw .exists(path: path) }
        let place = isReplacing && exists ? Self.target(path) : path
        self.path = place
        self.isReplacing = isReplacing
        do throws(SystemError) {
            if !exists || old.st_mode & S_IFMT == S_IFREG {
                let file = try AtomicFile(temporary: "\(place).part-\(getpid())", permissions: mode)
                // only root can change the owner; for other users, the owner is already right
                if exists { _ = fchown(file.descriptor, old.st_uid, old.st_gid) }
                descriptor = file.descriptor
                stream = nil
                self.file = file
            } else {
                let stream = try Descriptor(opening: path, O_WRONLY)
                descriptor = stream.number
                self.stream = consume stream
                file = nil
            }
        } catch {
            throw .notWritten(path: path, code: error.code)
        }
        compression = isPacked ?? path.hasSuffix(".gz") ? try Compression(to: descriptor, path: path) : nil
    }

    /// Writes a row and a line ending.
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
    /// - Throws: `exists` if another file was created there meanwhile, `notWritten`, `notCompressed`.
    package func finish() throws(CorpusError) {
        try flush()
        try compression?.finish()
        do throws(SystemError) {
            try file?.commit(to: path, replacing: isReplacing)
        } catch {
            throw error.code == EEXIST && !isReplacing ? .exists(path: path) : .notWritten(path: path, code: error.code)
        }
    }

    /// Returns the path with all symbolic links resolved.
    private static func target(_ path: String) -> String {
        guard let target = realpath(path, nil) else { return path }
        defer { free(target) }
        return String(cString: target)
    }

    private func flush() throws(CorpusError) {
        if let compression {
            try compression.write(buffer)
        } else {
            let code = buffer.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
            guard code == 0 else { throw .notWritten(path: path, code: code) }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
