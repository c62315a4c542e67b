internal import Glibc

/// Folders of the file system.
public enum Folder {
    /// The names of what is in a folder, sorted; `.` and `..` are left out.
    ///
    /// - Throws: with the operation "list".
    public static func names(in path: String) throws(SystemError) -> [String] {
        guard let stream = opendir(path) else { throw SystemError("list", path) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // the name ends with a NUL, behind which the entry may end as well
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            let text = String(cString: name)
            if text != ".", text != ".." { names.append(text) }
        }
        return names.sorted()
    }

    /// Makes a folder if there is none; the one that it lies in must be there.
    ///
    /// - Throws: with the operation "make".
    public static func make(_ path: String, permissions: UInt32 = 0o700) throws(SystemError) {
        guard mkdir(path, permissions) == 0 || errno == EEXIST else { throw SystemError("make", path) }
    }

    /// Waits until the names in a folder are on the disk.
    public static func sync(_ path: String) throws(SystemError) { try Descriptor(opening: path, O_RDONLY | O_DIRECTORY).sync() }

    /// Waits until the names in the folder of a file are on the disk, where the file system can do that.
    public static func sync(containing file: String) {
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
        try? sync(folder.isEmpty ? "/" : folder)
    }
}
