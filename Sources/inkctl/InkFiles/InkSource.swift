internal import Glibc
internal import PenLog

/// The inks of files and folders, one after the other: the one place where files become inks.
final class InkSource {
    /// An ink and where it stands.
    struct Item {
        /// The file's path; "-" is standard input.
        var file: String
        /// The line in it, from 1 on.
        var line: Int
        /// What stands there.
        var ink: JSONInk
    }

    /// How files of ink end.
    static let endings = [".jsonl", ".jsonl.gz"]

    /// The files, in the order in which they are read.
    let paths: [String]

    private var next = 0
    private var file: InkFile?

    /// Takes files as they are, and of a folder those in it that end as files of ink do, in the order of their names.
    ///
    /// - Throws: `InkctlError.unreadable` for a folder that cannot be listed, `noInkFiles` for one without such files.
    init(_ paths: [String]) throws(InkctlError) {
        var files: [String] = []
        for path in paths.isEmpty ? ["-"] : paths { files += try Self.files(at: path) }
        self.paths = files
    }

    /// How far the reading of all files is, 0 to 1.
    var fractionRead: Double {
        guard let file else { return paths.isEmpty ? 1 : Double(next) / Double(paths.count) }
        return (Double(next - 1) + file.fractionRead) / Double(paths.count)
    }

    /// The next ink; nil at the end of the last file.
    ///
    /// - Throws: `InkctlError` if a file cannot be read; `InkctlError.lineIsNoInk` for a line that is no ink, after which the next call goes on.
    func nextItem() throws(InkctlError) -> Item? {
        while true {
            if file == nil { file = try open() }
            guard let file else { return nil }
            guard let line = try file.nextLine() else {
                self.file = nil
                continue
            }
            do {
                return Item(file: file.path, line: file.lineNumber, ink: try JSONInk(line: line, number: file.lineNumber))
            } catch {
                throw .lineIsNoInk(path: file.path, line: file.lineNumber, reason: "\(error.problem); \(error.remedy)")
            }
        }
    }

    private func open() throws(InkctlError) -> InkFile? {
        guard next < paths.count else { return nil }
        next += 1
        return try InkFile(path: paths[next - 1])
    }

    /// The file itself, or what is in the folder.
    private static func files(at path: String) throws(InkctlError) -> [String] {
        var status = stat()
        guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return [path] }
        guard let folder = opendir(path) else { throw .unreadable(path: path, code: errno) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if endings.contains(where: { name.hasSuffix($0) && name.count > $0.count }) { names.append(name) }
        }
        guard !names.isEmpty else { throw .noInkFiles(folder: path) }
        return names.sorted().map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }
}
