internal import PenLog

/// The rows of some files, one file after the other. Here alone a file becomes inks: rows of JSON, or what a pen log has written in it.
struct InkRows {
    /// What the names of files of ink end in.
    static let endings = [".jsonl", ".jsonl.gz"] + logEndings
    /// What the names of pen logs end in.
    private static let logEndings = [".inklog", ".inklog" + LogPacking.ending]

    /// The file is a pen log: its rows are made when it is read, and cannot be changed in it.
    static func isLog(_ path: String) -> Bool { logEndings.contains(where: path.hasSuffix) }

    private let paths: [String]
    private var opened = 0
    private var file: InkFile?
    /// What is left of a pen log, as rows.
    private var logged: ArraySlice<InkRow> = []
    /// What is wrong with that log behind them.
    private var damage: InkctlError?

    /// Reads these files; "-" is standard input.
    init(_ paths: [String]) { self.paths = paths }

    /// The next row; nil at the end. Empty lines are passed over. A file that cannot be read further is told of once, and then the next is read.
    ///
    /// - Throws: `unreadable`, `notDecompressed`.
    mutating func next() throws(InkctlError) -> InkRow? {
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
                    file = try InkFile(path: path)
                }
                continue
            }
            do {
                while let line = try file.next() {
                    if !line.isEmpty { return InkRow(file: file.path, line: file.lineNumber, bytes: line.bytes) }
                }
                self.file = nil
            } catch {
                self.file = nil
                throw error
            }
        }
    }

    private mutating func openLog(_ path: String) throws(InkctlError) {
        do {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            let log = try LogFile(path: path)
            let rows = LogInks.inks(of: log.records, session: name).enumerated().map { index, ink in
                InkRow(file: path, line: index + 1, bytes: Array(ink.line.utf8))
            }
            logged = rows[...]
            damage = log.damage.map { .damaged(place: path, reason: $0.description) }
        } catch {
            throw .damaged(place: path, reason: error.description)
        }
    }

    /// The file that was read last; nil before the first.
    var path: String? { opened > 0 ? paths[opened - 1] : nil }

    /// How much has been read, 0 to 1: every file counts the same.
    var fractionRead: Double {
        guard !paths.isEmpty else { return 1 }
        return (Double(opened) - (file.map { 1 - $0.fractionRead } ?? 0)) / Double(paths.count)
    }
}
