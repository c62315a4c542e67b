package import PenLog

/// Changes labels of a corpus. All inks are looked up before the first file is changed.
package struct Relabeling {
    /// A new label for a row, and the digest that the row had at lookup.
    private struct Change {
        var label: String
        var row: UInt128
    }

    /// The number of labels that change.
    package var changes: Int { files.values.reduce(0) { $0 + $1.count } }
    /// The number of labels that already have the new value.
    package private(set) var unchanged = 0

    private var files: [String: [Int: Change]] = [:]

    /// Looks up the inks.
    ///
    /// - Parameter labels: new labels by an ink's ID, or by its place, such as words.jsonl:12.
    /// - Throws: `inkNames` for names that match no ink or several; `refused` for inks of a pen log; otherwise like `CorpusFiles.all`.
    package init(_ labels: [String: String], in paths: [String], progress: (any ProgressReporting)? = nil) throws(CorpusError) {
        var reader = try CorpusReader(paths, progress: progress)
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
            throw .refused(
                problem: "\(log) is a pen log, which cannot be changed",
                remedy: "Copy its inks to a file with `inkctl corpus merge \(log) -o FILE.jsonl`, and label that file")
        }
    }

    /// Rewrites the files, each atomically; everything except the labels stays unchanged byte for byte.
    ///
    /// - Parameter changed: called with the path of each rewritten file.
    /// - Throws: `refused`, `unreadable`, `notDecompressed`, `notWritten`, `notCompressed`.
    package func write(_ changed: (String) -> Void = { _ in }) throws(CorpusError) {
        for (path, changes) in files.sorted(by: { $0.key < $1.key }) {
            try Self.rewrite(path, changes)
            changed(path)
        }
    }

    private static func rewrite(_ path: String, _ changes: [Int: Change]) throws(CorpusError) {
        let file = try InkFile(path: path)
        let copy = try NewFile(path: path, isReplacing: true, isPacked: file.isPacked)
        var done = 0
        while let line = try file.next() {
            guard !line.isCut else {
                throw .refused(
                    problem: "\(path):\(file.lineNumber) has more than \(LineReader.longest) bytes", remedy: "Remove this line first")
            }
            var row = line.bytes
            if let change = changes[file.lineNumber] {
                guard Digest.of(row) == change.row, let editor = RowEditor(row) else {
                    throw .refused(problem: "\(path) was changed meanwhile", remedy: "Try again")
                }
                row = editor.setting("label", to: change.label)
                done += 1
            }
            if line.isEnded { try copy.writeLine(row) } else { try copy.write(row) }
        }
        guard done == changes.count else { throw .refused(problem: "\(path) was changed meanwhile", remedy: "Try again") }
        try copy.finish()
    }
}

/// A file of labels: on each line an ink's ID, a tab, and its label, in which `\t`, `\n`, `\r` and `\\` stand for a tab, line endings and a
/// backslash.
package struct LabelTable {
    /// The labels by ID.
    package private(set) var labels: [String: String] = [:]

    /// Parses the lines, skipping empty ones.
    ///
    /// - Throws: `RecordingError` for a line without a tab, and for an ID that occurs twice with different labels.
    package init(_ lines: [String]) throws(RecordingError) {
        for (index, line) in lines.enumerated() where line.utf8.contains(where: { $0 > UInt8(ascii: " ") }) {
            // lines may end with CR LF
            let bytes = line.utf8.last == UInt8(ascii: "\r") ? Array(line.utf8.dropLast()) : Array(line.utf8)
            guard let tab = bytes.firstIndex(of: UInt8(ascii: "\t")), tab > 0 else {
                throw RecordingError(
                    line: index + 1, problem: "there is no id before a tab", remedy: "Write an ink's id, a tab, and its label")
            }
            let name = String(decoding: bytes[..<tab], as: UTF8.self)
            let label = Self.unescaped(bytes[(tab + 1)...])
            guard labels.updateValue(label, forKey: name).map({ $0 == label }) ?? true else {
                throw RecordingError(line: index + 1, problem: "the ink has a second label", remedy: "Remove one of them")
            }
        }
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                switch byte {
                case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
                case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
                case UInt8(ascii: "r"): result.append(UInt8(ascii: "\r"))
                case UInt8(ascii: "\\"): result.append(byte)
                default: result += [UInt8(ascii: "\\"), byte]
                }
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                result.append(byte)
            }
        }
        if isEscaped { result.append(UInt8(ascii: "\\")) }
        return String(decoding: result, as: UTF8.self)
    }
}
