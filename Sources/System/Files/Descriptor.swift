internal import CLinux
internal import Glibc

/// An open file, socket or pipe; closed when this value is destroyed. Programs started by this process do not inherit it.
public struct Descriptor: ~Copyable, Sendable {
    /// The number for system calls; this value keeps ownership.
    public let number: Int32
    /// The path for errors; nil if unknown.
    public let path: String?

    /// Takes ownership of an open descriptor.
    public init(taking number: Int32, path: String? = nil) {
        self.number = number
        self.path = path
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - flags: the flags of open(2); `O_CLOEXEC` is added.
    ///   - permissions: the mode of a new file, less the umask.
    /// - Throws: with the operation "open", or "make" where `flags` has `O_CREAT`.
    public init(opening path: String, _ flags: Int32, permissions: UInt32 = 0o600) throws(SystemError) {
        let number = retrying { open(path, flags | O_CLOEXEC, permissions) }
        guard number >= 0 else { throw SystemError(flags & O_CREAT != 0 ? "make" : "open", path) }
        self.init(taking: number, path: path)
    }

    /// Opens a named file to be read up to its end: a regular one, `/dev/null`, or a file that this process already has open
    /// (`/dev/stdin`, `/dev/fd/3`, as shells create for `<(…)`). Other files are rejected, because they may block forever or have no end.
    ///
    /// - Throws: with the operation "open", `SystemError.irregularFile` for anything else; `EISDIR` for a folder.
    public init(readingFile path: String) throws(SystemError) {
        // not even opening a pipe may block
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        var (status, null) = (stat(), stat())
        guard fstat(file.number, &status) == 0 else { throw SystemError("open", path) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw SystemError("open", path, code: EISDIR)
        case S_IFCHR where stat("/dev/null", &null) == 0 && null.st_rdev == status.st_rdev: break
        default:
            guard path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/") else {
                throw SystemError("open", path, code: SystemError.irregularFile)
            }
        }
        // make the descriptor blocking from here on, as reads are
        _ = fcntl(file.number, F_SETFL, fcntl(file.number, F_GETFL) & ~O_NONBLOCK)
        self = file
    }

    /// Creates an unnamed temporary file for reading and writing, accessible only to its owner; it disappears when it is closed.
    ///
    /// - Throws: with the operation "write to".
    public init(unnamedIn folder: String) throws(SystemError) {
        var template = Array("\(folder)/.XXXXXX".utf8CString)
        let number = mkostemp(&template, O_CLOEXEC)
        guard number >= 0 else { throw SystemError("write to", folder) }
        unlink(template)
        self.init(taking: number)
    }

    /// Creates a file in memory for reading and writing; it disappears when its last descriptor is closed. It needs no folder.
    ///
    /// - Parameter name: for the kernel's lists of open files, and for errors; need not be unique.
    /// - Throws: with the operation "make".
    public init(inMemory name: String) throws(SystemError) {
        let number = memfd_create(name, UInt32(MFD_CLOEXEC))
        guard number >= 0 else { throw SystemError("make", name) }
        self.init(taking: number, path: name)
    }

    deinit { Glibc.close(number) }

    /// Reads once.
    ///
    /// - Returns: the number of bytes read; 0 at the end.
    public borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        let count = retrying { Glibc.read(number, buffer.baseAddress, buffer.count) }
        guard count >= 0 else { throw SystemError("read", path) }
        return count
    }

    /// Reads from a position in a file.
    ///
    /// - Returns: `count` bytes; fewer if the file ends before.
    public borrowing func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                retrying { pread(number, buffer.baseAddress?.advanced(by: filled), count - filled, offset + filled) }
            }
            guard read >= 0 else { throw SystemError("read", path) }
            if read == 0 { break }
            filled += read
        }
        return Array(bytes.prefix(filled))
    }

    /// Reads up to the end.
    ///
    /// - Parameter limit: more bytes are refused with `EFBIG`.
    public borrowing func readAll(limit: Int = .max) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var failure: SystemError?
        // use a separate buffer, because files in /proc do not report their length
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
            do throws(SystemError) {
                while failure == nil {
                    let count = try read(into: buffer)
                    if count == 0 { return }
                    guard count <= limit - bytes.count else { throw SystemError("read", path, code: EFBIG) }
                    bytes += buffer[..<count]
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes all of the bytes.
    public borrowing func write(_ bytes: [UInt8]) throws(SystemError) { try write(bytes[...]) }

    /// Writes all of the bytes.
    public borrowing func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
        let code = bytes.withUnsafeBytes { Self.write($0, to: number) }
        guard code == 0 else { throw SystemError("write", path, code: code) }
    }

    /// Waits until all writes are on the disk (fsync).
    public borrowing func sync() throws(SystemError) {
        guard retrying({ fsync(number) }) == 0 else { throw SystemError("write", path) }
    }

    /// Locks the file, so that no other process can lock it before `unlock`, or the end of this process.
    ///
    /// - Throws: `EWOULDBLOCK` if another process has locked it.
    public borrowing func lock() throws(SystemError) {
        guard flock(number, LOCK_EX | LOCK_NB) == 0 else { throw SystemError("lock", path) }
    }

    /// Releases the lock. Closing the file is not enough: a program that is just being started may hold a copy of the descriptor for a
    /// moment, and with it the lock.
    public borrowing func unlock() { flock(number, LOCK_UN) }

    /// Writes all of the bytes to a borrowed descriptor.
    ///
    /// - Returns: 0, or the errno.
    public static func write(_ bytes: UnsafeRawBufferPointer, to number: Int32) -> Int32 {
        var written = 0
        while written < bytes.count {
            let count = retrying { Glibc.write(number, bytes.baseAddress?.advanced(by: written), bytes.count - written) }
            if count <= 0 { return count == 0 ? EIO : errno }
            written += count
        }
        return 0
    }
}

/// The process's standard error, for messages to people. Write errors are ignored.
public enum StandardError {
    /// Whether standard error is a terminal.
    public static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes the text unchanged, at once.
    public static func write(_ text: String) {
        var text = text
        _ = text.withUTF8 { Descriptor.write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
    }

    /// Writes the text and a newline.
    public static func writeLine(_ text: String) { write(text + "\n") }
}
