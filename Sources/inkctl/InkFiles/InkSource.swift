internal import PenLog

/// The inks of files and folders, one after the other, for commands that end with the first that is none or go on behind it.
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

    /// The files, in the order in which they are read.
    let paths: [String]
    private var rows: InkRows

    /// Takes files and folders; standard input if there are none.
    ///
    /// - Throws: As `CorpusFiles.all`.
    init(_ paths: [String]) throws(InkctlError) {
        self.paths = try CorpusFiles.all(at: paths.isEmpty ? ["-"] : paths)
        rows = InkRows(self.paths)
    }

    /// How far the reading of all files is, 0 to 1.
    var fractionRead: Double { rows.fractionRead }

    /// The next ink; nil at the end of the last file.
    ///
    /// - Throws: `InkctlError` if a file cannot be read; `InkctlError.lineIsNoInk` for a line that is no ink, after which the next call goes on.
    func nextItem() throws(InkctlError) -> Item? {
        guard let row = try rows.next() else { return nil }
        do {
            return Item(file: row.file, line: row.line, ink: try row.ink())
        } catch {
            throw .lineIsNoInk(path: row.file, line: row.line, reason: "\(error.problem); \(error.remedy)")
        }
    }
}
