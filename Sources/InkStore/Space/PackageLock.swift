internal import Glibc
internal import System

/// Keeps everybody else from opening a package: a lock on a file, which ends with the process whatever happens to it.
final class PackageLock {
    private let path: String
    /// The locked file; nil when others have been let in.
    private var file: Descriptor?

    /// - Throws: `inUse`, `unusable`.
    init(_ path: String, name: String) throws(PackageError) {
        self.path = path
        // whoever had the lock may remove the file between our opening and locking it: then it is not the file of this name any more
        for _ in 0..<100 {
            let file: Descriptor
            do throws(SystemError) {
                file = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW)
            } catch {
                throw Files.failure(path, "it cannot be made", code: error.code)
            }
            do throws(SystemError) { try file.lock() } catch { throw .inUse(name) }
            if Self.isFile(file.number, at: path) {
                self.file = consume file
                return
            }
        }
        throw .inUse(name)
    }

    deinit { file?.unlock() }

    /// Lets others have the package, and removes the file.
    func release() {
        guard file != nil else { return }
        unlink(path)
        file = nil
    }

    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var (own, named) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && stat(path, &named) == 0 && own.st_ino == named.st_ino && own.st_dev == named.st_dev
    }
}
