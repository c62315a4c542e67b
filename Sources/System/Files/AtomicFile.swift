internal import CLinux
internal import Glibc

/// A file that is written to a temporary path and moved into place once it is completely on disk: at any time, readers find either the old
/// file or the complete new one. Without `commit`, the temporary file is removed.
public final class AtomicFile {
    /// The path of the temporary file, until `commit`.
    public let temporary: String
    private let file: Descriptor
    private var isCommitted = false

    /// Begins a file for `path`, at first as `path.part`; a file left by an interrupted run is removed.
    ///
    /// - Parameter permissions: the mode, less the umask.
    /// - Throws: with the operation "make".
    public convenience init(beside path: String, permissions: UInt32 = 0o600) throws(SystemError) {
        // remove the file instead of overwriting it: it may be open elsewhere, or be a link
        unlink(path + ".part")
        try self.init(temporary: path + ".part", permissions: permissions)
    }

    /// Begins a file under a temporary name, which must be in the same file system as the final path.
    ///
    /// - Throws: with the operation "make"; also if the file exists.
    public init(temporary: String, permissions: UInt32 = 0o600) throws(SystemError) {
        file = try Descriptor(opening: temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: permissions)
        self.temporary = temporary
    }

    /// Begins a file in a folder, under a unique name, for its owner alone.
    ///
    /// - Throws: with the operation "write to".
    public init(in folder: String, prefix: String) throws(SystemError) {
        var template = Array("\(folder)/\(prefix)XXXXXX".utf8CString)
        let number = mkostemp(&template, O_CLOEXEC)
        guard number >= 0 else { throw SystemError("write to", folder) }
        temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        file = Descriptor(taking: number, path: temporary)
    }

    deinit {
        if !isCommitted { unlink(temporary) }
    }

    /// The open file's descriptor, which this object owns.
    public var descriptor: Int32 { file.number }

    /// Writes all of the bytes.
    public func write(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes) }

    /// Writes all of the bytes.
    public func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) { try file.write(bytes) }

    /// Changes the mode, regardless of the umask.
    public func setPermissions(_ permissions: UInt32) throws(SystemError) {
        guard fchmod(descriptor, permissions) == 0 else { throw SystemError("change the permissions of", temporary) }
    }

    /// Moves the file into place once it is completely on disk.
    ///
    /// - Parameter replacing: whether to replace an existing file.
    /// - Throws: with the operation "write"; `EEXIST` if a file exists and may not be replaced.
    public func commit(to place: String, replacing: Bool = true) throws(SystemError) {
        guard retrying({ fsync(descriptor) }) == 0 else { throw SystemError("write", place) }
        // link(2) fails if the target exists, rename(2) replaces it
        if replacing {
            guard rename(temporary, place) == 0 else { throw SystemError("write", place) }
        } else {
            guard link(temporary, place) == 0 else { throw SystemError("write", place) }
            unlink(temporary)
        }
        isCommitted = true
        Folder.sync(containing: place)
    }
}
