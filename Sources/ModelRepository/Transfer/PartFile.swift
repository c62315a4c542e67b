internal import Bytes
internal import Glibc
internal import System

/// What has come of a model so far, in a file that is named by the SHA-256 it shall have: whatever repository it comes from, and however often the
/// transfer breaks off, what is there is gone on with.
final class PartFile {
    /// Days after which what nobody goes on with is deleted.
    private static let patience = 30

    let path: String
    /// Bytes that are there.
    private(set) var size: Int

    private let descriptor: Descriptor

    /// Opens the file in this folder, or begins it, and locks it.
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
        // no file that is to be gone on with
        if size > entry.size, clear() != 0 { throw .system(SystemError("write", path)) }
        lseek(descriptor.number, 0, SEEK_END)
    }

    deinit { descriptor.unlock() }

    /// Adds bytes at the end.
    ///
    /// - Returns: 0, or the errno.
    func append(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        let code = Descriptor.write(bytes, to: descriptor.number)
        if code == 0 { size += bytes.count }
        return code
    }

    /// Begins anew.
    ///
    /// - Returns: 0, or the errno.
    @discardableResult
    func clear() -> Int32 {
        guard ftruncate(descriptor.number, 0) == 0 else { return errno }
        lseek(descriptor.number, 0, SEEK_SET)
        size = 0
        return 0
    }

    /// Deletes it.
    func remove() { unlink(path) }

    /// The SHA-256 of what is there, in hexadecimal digits.
    ///
    /// - Throws: `system`.
    func sha256() throws(RepositoryError) -> String {
        do { return try FileHash.sha256(of: descriptor) } catch { throw .system(error) }
    }

    /// Deletes what was begun long ago.
    static func removeOld(in folder: String) {
        let limit = time(nil) - patience * 86400
        for name in (try? Folder.names(in: folder)) ?? [] where name.hasSuffix(".part") {
            var status = stat()
            if lstat("\(folder)/\(name)", &status) == 0, status.st_mtim.tv_sec < limit { unlink("\(folder)/\(name)") }
        }
    }
}

/// The SHA-256 of files, which are read in pieces.
enum FileHash {
    /// Bytes of a piece.
    private static let piece = 1 << 18

    /// The SHA-256 of a file's bytes, in lower-case hexadecimal digits.
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
