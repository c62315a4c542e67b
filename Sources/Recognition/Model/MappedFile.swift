import Glibc

/// A file's bytes, mapped for reading while this lives.
///
/// Whoever cuts the file short meanwhile makes reading it fatal, so a map is kept only while a model is loaded.
struct MappedFile: ~Copyable {
    /// The whole file.
    let bytes: UnsafeRawBufferPointer

    /// Maps the file.
    ///
    /// - Throws: `unreadable`, `truncated` for an empty file.
    init(path: String) throws(RecognitionError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, code: EINVAL) }
        guard let size = Int(exactly: status.st_size), size > 0 else { throw .truncated("its first bytes") }
        guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
            throw .unreadable(path: path, code: errno)
        }
        bytes = UnsafeRawBufferPointer(start: start, count: size)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
