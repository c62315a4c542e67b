internal import Glibc
internal import System

/// A file that is written atomically, readable by its owner only unless `mode` says otherwise.
///
/// It is written under a temporary name in the same folder, synced to the disk, and then renamed.
package final class NewFile {
    /// The final path.
    package let path: String

    /// Nil for a terminal, a pipe and the like, which are written to directly.
    private let file: AtomicFile?
    /// Keeps a directly written descriptor open.
    private let stream: Descriptor?
    private let descriptor: Int32
    private let compression: Compression?
    private let isReplacing: Bool
    private var buffer: [UInt8] = []

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - isReplacing: a file that is there is replaced, also where the path is a link to it, and the new one has its owner.
    ///   - isPacked: pack it by gzip; by default if its name ends in ".gz".
    ///   - mode: the file's permissions, less those that the umask forbids.
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
                // only root can, and need not
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
        do throws(SystemError) {
            try file?.commit(to: path, replacing: isReplacing)
        } catch {
            throw error.code == EEXIST && !isReplacing ? .exists(path: path) : .notWritten(path: path, code: error.code)
        }
    }

    /// The path with all symbolic links resolved.
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
