package import PenLog

/// A row of an ink file: one JSON object, not parsed yet.
package struct InkRow: Sendable {
    /// The file, as given; "-" is standard input.
    package var file: String
    /// The line, counted from 1.
    package var line: Int
    /// The line without its line ending.
    package var bytes: [UInt8]

    /// Creates a row of a file.
    package init(file: String, line: Int, bytes: [UInt8]) {
        self.file = file
        self.line = line
        self.bytes = bytes
    }

    /// The file and the line, such as "words.jsonl:12".
    package var place: String { "\(file):\(line)" }

    /// Parses the ink.
    ///
    /// - Throws: `RecordingError` if the row is not an ink.
    package func ink() throws(RecordingError) -> JSONInk {
        if BatchInk.isBatch(bytes) { return try BatchInk(bytes, line: line).ink }
        return try JSONInk(line: String(decoding: bytes, as: UTF8.self), number: line)
    }

    /// The content type of a request in MyScript's batch mode, such as `Text`; nil for other rows.
    package var batchType: String? {
        guard BatchInk.isBatch(bytes) else { return nil }
        return (try? BatchInk(bytes, line: line)).map { $0.contentType ?? "Text" }
    }
}

/// The rows of files, in order: lines of JSON, or the inks of a pen log in the form of such lines.
package struct InkRows {
    /// The file name extensions of ink, with their dots.
    package static let endings = [".jsonl", ".jsonl.gz"] + logEndings
    /// The file name extensions of pen logs.
    private static let logEndings = [".inklog", ".inklog" + LogPacking.ending]

    /// Whether the file is a pen log: its rows are created on reading, and cannot be changed in the file.
    package static func isLog(_ path: String) -> Bool { logEndings.contains(where: path.hasSuffix) }

    private let paths: [String]
    private var opened = 0
    private var file: InkFile?
    /// Joins the lines of an object: requests of other programs span several lines.
    private var objects = JSONObjectLines()
    /// Rows that have not been returned yet, including those of a pen log.
    private var logged: ArraySlice<InkRow> = []
    /// The error to throw after the rows in `logged`: the log is damaged after them.
    private var damage: CorpusError?

    /// Creates a reader of these files; "-" is standard input.
    package init(_ paths: [String]) { self.paths = paths }

    /// Returns the next row, skipping empty lines; nil at the end. A file that cannot be read further throws once; the next call continues
    /// with the next file.
    ///
    /// - Throws: `unreadable`, `notDecompressed`.
    package mutating func next() throws(CorpusError) -> InkRow? {
        while true {
            if let row = logged.popFirst() { return row }
            if let damage {
                self.damage = nil
                throw damage
            }
            guard let file else {
                guard paths.indices.contains(opened) else { return nil }
                opened += 1
                let path = paths[opened - 1]
                if Self.isLog(path) {
                    try openLog(path)
                } else {
                    let opened = try InkFile(path: path)
                    try opened.requireInk()
                    file = opened
                }
                continue
            }
            func row(_ object: JSONObjectLines.Object) -> InkRow { InkRow(file: file.path, line: object.line, bytes: object.bytes) }
            do {
                while logged.isEmpty, let line = try file.next() {
                    if !line.isEmpty { logged = objects.add(line.bytes, number: file.lineNumber).map(row)[...] }
                }
                guard logged.isEmpty else { continue }
                self.file = nil
                logged = objects.finish().map { [row($0)] }?[...] ?? []
            } catch {
                self.file = nil
                objects = JSONObjectLines()
                throw error
            }
        }
    }

    private mutating func openLog(_ path: String) throws(CorpusError) {
        do {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            let log = try LogFile(path: path)
            let rows = LogInks.inks(of: log.records, session: name).enumerated().map { index, ink in
                InkRow(file: path, line: index + 1, bytes: Array(ink.line.utf8))
            }
            logged = rows[...]
            damage = log.isWhole ? nil : .damaged(place: path, reason: log.warnings.joined(separator: "; "))
        } catch {
            throw .damaged(place: path, reason: error.description)
        }
    }

    /// The file that was read last; nil before the first.
    package var path: String? { opened > 0 ? paths[opened - 1] : nil }

    /// The fraction read so far, 0 to 1, with equal weight for each file.
    package var fractionRead: Double {
        guard !paths.isEmpty else { return 1 }
        return (Double(opened) - (file.map { 1 - $0.fractionRead } ?? 0)) / Double(paths.count)
    }
}

/// The inks of files and folders, in order. A line that is not a valid ink throws, and reading may continue after it.
package final class InkSource {
    /// An ink with its file and line.
    package struct Item {
        /// The file's path; "-" is standard input.
        package var file: String
        /// The line in the file, from 1.
        package var line: Int
        /// The ink on that line.
        package var ink: JSONInk
    }

    /// The files, in reading order.
    package let paths: [String]
    private var rows: InkRows

    /// Creates a source of files and folders; standard input if the list is empty.
    ///
    /// - Throws: Like `CorpusFiles.all`.
    package init(_ paths: [String]) throws(CorpusError) {
        self.paths = try CorpusFiles.all(at: paths.isEmpty ? ["-"] : paths)
        rows = InkRows(self.paths)
    }

    /// The fraction of all files read so far, 0 to 1.
    package var fractionRead: Double { rows.fractionRead }

    /// Returns the next ink; nil at the end of the last file.
    ///
    /// - Throws: `unreadable`, `notDecompressed`; `lineIsNoInk` for a line that is not an ink, after which the next call continues.
    package func nextItem() throws(CorpusError) -> Item? {
        guard let row = try rows.next() else { return nil }
        do {
            return Item(file: row.file, line: row.line, ink: try row.ink())
        } catch {
            throw .lineIsNoInk(path: row.file, line: row.line, reason: "\(error.problem); \(error.remedy)")
        }
    }
}
