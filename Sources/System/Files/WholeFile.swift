internal import Glibc

/// Files that are read and written as a whole.
public enum WholeFile {
    /// All bytes of a file.
    ///
    /// - Parameter limit: larger files are refused with `EFBIG`.
    /// - Throws: with the operation "open" or "read".
    public static func read(_ path: String, limit: Int = .max) throws(SystemError) -> [UInt8] {
        try Descriptor(opening: path, O_RDONLY).readAll(limit: limit)
    }

    /// Writes a file that is there whole or as it was before.
    ///
    /// - Parameter permissions: who may read and write it, but for what the umask forbids.
    /// - Throws: with the operation "make" or "write".
    public static func write(_ bytes: [UInt8], to path: String, permissions: UInt32 = 0o600) throws(SystemError) {
        let file = try AtomicFile(beside: path, permissions: permissions)
        try file.write(bytes)
        try file.commit(to: path)
    }
}
