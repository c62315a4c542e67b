internal import Glibc

/// Keeps everybody else from opening a package: a lock on a file, which ends with the process whatever happens to it.
final class PackageLock {
    private let path: String
    private let descriptor: Int32
    private var isReleased = false

    /// - Throws: `inUse`, `unusable`.
    init(_ path: String, name: String) throws(PackageError) {
        self.path = path
        // whoever had the lock may remove the file between our opening and locking it: then it is not the file of this name any more
        for _ in 0..<100 {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw Files.failure(path, "it cannot be made") }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                throw .inUse(name)
            }
            if Self.isFile(descriptor, at: path) {
                self.descriptor = descriptor
                return
            }
            close(descriptor)
        }
        throw .inUse(name)
    }

    deinit {
        guard !isReleased else { return }
        // a program that is just being started has the descriptor for a moment, and with it the lock
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Lets others have the package, and removes the file.
    func release() {
        guard !isReleased else { return }
        isReleased = true
        unlink(path)
        close(descriptor)
    }

    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var (own, named) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && stat(path, &named) == 0 && own.st_ino == named.st_ino && own.st_dev == named.st_dev
    }
}
