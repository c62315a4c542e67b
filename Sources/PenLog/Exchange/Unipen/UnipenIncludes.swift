internal import Glibc

/// Which files a file may include: those in its folder or below, not itself, and none too deep.
struct UnipenIncludes {
    private static let maximumDepth = 8

    /// The folder of the first file, with a slash.
    private let root: String
    /// The files that are open, each included by the one before.
    private var open: [String]

    /// - Throws: `RecordingError` if there is no such file.
    init(of path: String) throws(RecordingError) {
        let file = try Self.resolved(path)
        root = Self.folder(of: file)
        open = [file]
    }

    private init(root: String, open: [String]) {
        self.root = root
        self.open = open
    }

    /// The path of a file that is included by its name, seen from the file that includes it or else from the first, and what it may include.
    ///
    /// - Throws: `RecordingError` if it may not be included.
    func entering(_ name: String) throws(RecordingError) -> (path: String, UnipenIncludes) {
        guard open.count < Self.maximumDepth else {
            throw RecordingError(problem: "files include each other \(open.count) deep", remedy: "put some of them into one")
        }
        guard !name.hasPrefix("/"), !name.utf8.contains(0) else {
            throw RecordingError(problem: "it is no relative path", remedy: "name it from the folder of the file that includes it")
        }
        let near = open.last.map(Self.folder) ?? root
        let path: String
        do {
            path = try Self.resolved(near + name)
        } catch {
            path = try Self.resolved(root + name)
        }
        guard path.hasPrefix(root) else {
            throw RecordingError(problem: "it lies outside of the file's folder", remedy: "copy it into that folder")
        }
        guard !open.contains(path) else {
            throw RecordingError(problem: "the file includes itself", remedy: "take one of the .INCLUDE lines out")
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw RecordingError(problem: "it is no file", remedy: "name a file")
        }
        return (path, UnipenIncludes(root: root, open: open + [path]))
    }

    private static func folder(of path: String) -> String { String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) }

    /// The path without links and dots.
    private static func resolved(_ path: String) throws(RecordingError) -> String {
        guard let resolved = realpath(path, nil) else {
            let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
            throw RecordingError(problem: "cannot find \(RecordingError.quoted(path.suffix(40))): \(reason)", remedy: "check its name")
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
