package import PenLog

/// A row of a file of ink: one JSON object, not parsed yet.
package struct InkRow: Sendable {
    /// The file, as it was given; "-" is standard input.
    package var file: String
    /// Its line, counted from 1.
    package var line: Int
    /// The line without its end.
    package var bytes: [UInt8]

    /// A row of a file.
    package init(file: String, line: Int, bytes: [UInt8]) {
        self.file = file
        self.line = line
        self.bytes = bytes
    }

    /// "words.jsonl:12".
    package var place: String { "\(file):\(line)" }

    /// The ink.
    ///
    /// - Throws: `RecordingError` if the row is none.
    package func ink() throws(RecordingError) -> JSONInk {
        if BatchInk.isBatch(bytes) { return try BatchInk(bytes, line: line).ink }
        return try JSONInk(line: String(decoding: bytes, as: UTF8.self), number: line)
    }

    /// The content type of a request of MyScript's batch mode, such as `Text`; nil for other rows.
    package var batchType: String? {
        guard BatchInk.isBatch(bytes) else { return nil }
        return (try? BatchInk(bytes, line: line)).map { $0.contentType ?? "Text" }
    }
}

/// The rows of some files, one file after the other: lines of JSON, or the strokes of a pen log as such lines.
package struct InkRows {
    /// The file name extensions of ink, with their points.
    package static let endings = [".jsonl", ".jsonl.gz"] + logEndings
    /// The file name extensions of pen logs.
    private static let logEndings = [".inklog", ".inklog" + LogPacking.ending]

    /// The file is a pen log: its rows are made when it is read, and cannot be changed in it.
    package static func isLog(_ path: String) -> Bool { logEndings.contains(where: path.hasSuffix) }

    private let paths: [String]
    private var opened = 0
    private var file: InkFile?
    /// Lines that go on: requests of other programs take several.
    private var objects = JSONObjectLines()
    /// Rows that were not returned yet.
    private var logged: ArraySlice<InkRow> = []
    /// The error to throw after those rows: the log is damaged behind them.
    private var damage: CorpusError?

    /// Reads these files; "-" is standard input.
    package init(_ paths: [String]) { self.paths = paths }

    /// The next row; nil at the end. Empty lines are passed over. A file that cannot be read further throws once; the next call goes on with the next file.
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

    /// The fraction read so far, 0 to 1; every file counts the same.
    package var fractionRead: Double {
        guard !paths.isEmpty else { return 1 }
        return (Double(opened) - (file.map { 1 - $0.fractionRead } ?? 0)) / Double(paths.count)
    }
}

/// The inks of files and folders, one after the other. A line that is no valid ink throws, and reading may go on behind it.
package final class InkSource {
    /// An ink and where it stands.
    package struct Item {
        /// The file's path; "-" is standard input.
        package var file: String
        /// The line in it, from 1 on.
        package var line: Int
        /// The ink on that line.
        package var ink: JSONInk
    }

    /// The files, in the order in which they are read.
    package let paths: [String]
    private var rows: InkRows

    /// Takes files and folders; standard input if there are none.
    ///
    /// - Throws: As `CorpusFiles.all`.
    package init(_ paths: [String]) throws(CorpusError) {
        self.paths = try CorpusFiles.all(at: paths.isEmpty ? ["-"] : paths)
        rows = InkRows(self.paths)
    }

    /// The fraction of all files read so far, 0 to 1.
    package var fractionRead: Double { rows.fractionRead }

    /// The next ink; nil at the end of the last file.
    ///
    /// - Throws: `unreadable`, `notDecompressed`; `lineIsNoInk` for a line that is no ink, after which the next call goes on.
    package func nextItem() throws(CorpusError) -> Item? {
        guard let row = try rows.next() else { return nil }
        do {
            return Item(file: row.file, line: row.line, ink: try row.ink())
        } catch {
            throw .lineIsNoInk(path: row.file, line: row.line, reason: "\(error.problem); \(error.remedy)")
        }
    }
}
