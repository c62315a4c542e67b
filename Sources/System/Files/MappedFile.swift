internal import Glibc

/// A file's bytes, mapped for reading while this lives.
///
/// Whoever cuts the file short meanwhile makes reading it fatal, so a map is kept no longer than it must be.
public struct MappedFile: ~Copyable {
    /// The whole file; empty if that is.
    public let bytes: UnsafeRawBufferPointer

    /// Maps a regular file; anything else is refused with `EINVAL`.
    ///
    /// - Throws: with the operation "open" or "map".
    public init(path: String) throws(SystemError) {
        // not even the opening of a pipe waits
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw SystemError("map", path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError("map", path, code: EINVAL) }
        let size = Int(status.st_size)
        guard size > 0 else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file.number, 0), start != MAP_FAILED else {
            throw SystemError("map", path)
        }
        bytes = UnsafeRawBufferPointer(start: start, count: size)
    }

    deinit {
        if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
    }
}
