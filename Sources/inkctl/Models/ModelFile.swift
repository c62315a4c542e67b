internal import Glibc

/// A file that is read piece by piece.
final class ModelFile {
    /// Bytes it had when it was opened.
    let size: Int

    private let path: String
    private let descriptor: Int32

    /// Opens the file.
    ///
    /// - Throws: `unreadable`.
    init(path: String) throws(InkctlError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
        var status = stat()
        size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    deinit { close(descriptor) }

    /// The next bytes, at most so many.
    ///
    /// - Throws: `unreadable`, also when the file has become shorter.
    func read(_ count: Int) throws(InkctlError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let result = Glibc.read(descriptor, buffer.baseAddress, count)
            if result < 0 { code = errno }
            filled = max(0, result)
        }
        guard !bytes.isEmpty else { throw .unreadable(path: path, code: code == 0 ? EIO : code) }
        return bytes
    }
}
