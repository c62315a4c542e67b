internal import PenLog

/// New labels for inks of a corpus: all of them are found before the first file is changed.
struct Relabelling {
    /// What a row is to say, and the row it was when it was found.
    private struct Change {
        var label: String
        var row: UInt128
    }

    /// Labels that were others before.
    var changes: Int { files.values.reduce(0) { $0 + $1.count } }
    /// Labels that are what they shall be.
    private(set) var unchanged = 0

    private var files: [String: [Int: Change]] = [:]

    /// Finds the inks.
    ///
    /// - Parameter labels: by an ink's id, or its place as in words.jsonl:12.
    /// - Throws: `inkNames` for names that no ink or several have; `corpus` for inks of a pen log; as `CorpusFiles.all`.
    init(_ labels: [String: String], in paths: [String]) throws(InkctlError) {
        var reader = try CorpusReader(paths)
        var found: [String: Int] = [:]
        while let item = reader.next() {
            guard case .ink(let ink, let row) = item else { continue }
            for name in [ink.id ?? "", row.place] {
                guard let label = labels[name] else { continue }
                found[name, default: 0] += 1
                if ink.label == label {
                    unchanged += 1
                } else {
                    files[row.file, default: [:]][row.line] = Change(label: label, row: Digest.of(row.bytes))
                }
            }
        }
        let missing = labels.keys.filter { found[$0] == nil }.sorted()
        let ambiguous = found.filter { $0.value > 1 }.map(\.key).sorted()
        guard missing.isEmpty, ambiguous.isEmpty else { throw .inkNames(missing: missing, ambiguous: ambiguous) }
        if let log = files.keys.sorted().first(where: InkRows.isLog) {
            throw .corpus(
                problem: "\(log) is a pen log, which cannot be changed",
                remedy: "put its inks into a file with `inkctl corpus merge \(log) -o FILE.jsonl`, and label those")
        }
    }

    /// Changes the files, each whole or not at all; but for the labels they stay as they are, byte for byte.
    ///
    /// - Parameter changed: told of every file that was changed.
    /// - Throws: `corpus`, `unreadable`, `notDecompressed`, `notWritten`, `notCompressed`.
    func write(_ changed: (String) throws(InkctlError) -> Void = { _ in }) throws(InkctlError) {
        for (path, changes) in files.sorted(by: { $0.key < $1.key }) {
            try Self.rewrite(path, changes)
            try changed(path)
        }
    }

    private static func rewrite(_ path: String, _ changes: [Int: Change]) throws(InkctlError) {
        let file = try InkFile(path: path)
        let copy = try NewFile(path: path, isReplacing: true, isPacked: file.isPacked)
        var done = 0
        while let line = try file.next() {
            guard !line.isCut else {
                throw .corpus(problem: "\(path):\(file.lineNumber) has more than \(LineReader.longest) bytes", remedy: "cut it out first")
            }
            var row = line.bytes
            if let change = changes[file.lineNumber] {
                guard Digest.of(row) == change.row, let editor = RowEditor(row) else {
                    throw .corpus(problem: "\(path) was changed in the meantime", remedy: "do it again")
                }
                row = editor.setting("label", to: change.label)
                done += 1
            }
            if line.isEnded { try copy.writeLine(row) } else { try copy.write(row) }
        }
        guard done == changes.count else { throw .corpus(problem: "\(path) was changed in the meantime", remedy: "do it again") }
        try copy.finish()
    }
}
