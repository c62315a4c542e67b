internal import Compression
internal import Glibc
internal import System

/// A partial download of a model, in a file named after its expected SHA-256: transfers from any repository resume it, however often they
/// are interrupted.
final class PartFile {
    /// The number of days after which an abandoned file is deleted.
    private static let patience = 30

    let path: String
    /// The number of bytes received.
    private(set) var size: Int

    private let descriptor: Descriptor

    /// Opens the file in this folder, or creates it, and locks it.
    ///
    /// - Throws: `busy`, `system`.
    init(of entry: RepositoryIndex.Entry, in folder: String) throws(RepositoryError) {
        path = "\(folder)/\(entry.sha256).part"
        do throws(SystemError) {
            try Folders.make(containing: path)
            descriptor = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW)
        } catch {
            throw .system(error)
        }
        do { try descriptor.lock() } catch { throw .busy(file: entry.file) }
        var status = stat()
        size = fstat(descriptor.number, &status) == 0 ? Int(status.st_size) : 0
        // too long to be resumed
        if size > entry.size, clear() != 0 { throw .system(SystemError("write", path)) }
        lseek(descriptor.number, 0, SEEK_END)
    }

    deinit { descriptor.unlock() }

    /// Appends bytes.
    ///
    /// - Returns: 0, or the errno.
    func append(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        let code = Descriptor.write(bytes, to: descriptor.number)
        if code == 0 { size += bytes.count }
        return code
    }

    /// Empties the file.
    ///
    /// - Returns: 0, or the errno.
    @discardableResult
    func clear() -> Int32 {
        guard ftruncate(descriptor.number, 0) == 0 else { return errno }
        lseek(descriptor.number, 0, SEEK_SET)
        size = 0
        return 0
    }

    /// Deletes the file.
    func remove() { unlink(path) }

    /// Returns the SHA-256 of the bytes received, in hexadecimal digits.
    ///
    /// - Throws: `system`.
    func sha256() throws(RepositoryError) -> String {
        do { return try FileHash.sha256(of: descriptor) } catch { throw .system(error) }
    }

    /// Deletes files last changed long ago.
    static func removeOld(in folder: String) {
        let limit = time(nil) - patience * 86400
        for name in (try? Folder.names(in: folder)) ?? [] where name.hasSuffix(".part") {
            var status = stat()
            if lstat("\(folder)/\(name)", &status) == 0, status.st_mtim.tv_sec < limit { unlink("\(folder)/\(name)") }
        }
    }
}

/// The SHA-256 of files, read in pieces.
enum FileHash {
    /// The size of a piece in bytes.
    private static let piece = 1 << 18

    /// Returns the SHA-256 of a file's bytes, in lowercase hexadecimal digits.
    static func sha256(of file: borrowing Descriptor) throws(SystemError) -> String {
        var hash = SHA256()
        var offset = 0
        while true {
            let bytes = try file.read(piece, at: offset)
            if bytes.isEmpty { return SHA256.hexadecimal(hash.finish()) }
            hash.update(bytes)
            offset += bytes.count
        }
    }
}
