internal import Glibc

/// Files that are there whole, or as they were before.
public enum WholeFile {
    /// Writes a file for its owner alone.
    /// - Throws: `LogError.system`
    public static func write(_ bytes: [UInt8], to path: String) throws(LogError) {
        try write(to: path) { descriptor throws(LogError) in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                guard count >= 0 || errno == EINTR else { throw .system(operation: "write", path: path, code: errno) }
                rest = rest.dropFirst(max(0, count))
            }
        }
    }

    /// Has `body` write a file for its owner alone, which takes its place when all of it is on the disk.
    /// - Throws: `LogError.system`, and what `body` throws.
    static func write(to path: String, _ body: (_ descriptor: Int32) throws(LogError) -> Void) throws(LogError) {
        let unfinished = path + ".part"
        unlink(unfinished)
        let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(operation: "make", path: unfinished, code: errno) }
        defer { close(descriptor) }
        do throws(LogError) {
            try body(descriptor)
            guard fsync(descriptor) == 0, rename(unfinished, path) == 0 else {
                throw .system(operation: "write", path: path, code: errno)
            }
        } catch {
            unlink(unfinished)
            throw error
        }
        LogFolder.sync(containing: path)
    }
}
