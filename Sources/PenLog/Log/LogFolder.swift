internal import Glibc

/// The folder that logs lie in.
public enum LogFolder {
    /// Has the names in the folder of a file on the disk, as far as the system can.
    public static func sync(containing path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
