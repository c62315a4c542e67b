internal import ArgumentParser
internal import InkCorpus
internal import PenLog

/// `inkctl corpus check`.
struct CorpusCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Find damaged, unlabeled and duplicate inks, and impossible pen motion.",
        discussion: """
            Examples:
              inkctl corpus check words/
              inkctl corpus check words/ --jsonl | jq -r 'select(.kind == "jump") | .id'

            Kinds: damaged (cannot be read), empty (no strokes), unlabelled, label (a character \
            that cannot be written), duplicate (the points of another ink), moved (a duplicate at \
            another position), rate, time and jump (impossible pen motion). An object of --jsonl \
            is {"file","line","id","kind","detail"}. The exit status is 1 if anything is damaged.
            """)

    @OptionGroup var input: CorpusInput

    @Flag(name: [.customLong("jsonl"), .customLong("json")], help: "Write one JSON object per finding.")
    var jsonl = false

    /// A problem and its position in a file.
    struct Record: Encodable {
        var file: String
        var line: Int?
        var id: String?
        var kind: CorpusCheck.Kind
        var detail: String
    }

    func run() throws {
        var reader = try CorpusReader(input.corpora, progress: ProgressBar())
        var check = CorpusCheck()
        var counts: [CorpusCheck.Kind: Int] = [:]
        var inks = 0
        while let item = reader.next() {
            let records: [Record]
            switch item {
            case .ink(let ink, let row):
                inks += 1
                records = check.findings(of: ink, row).map {
                    Record(file: row.file, line: row.line, id: ink.id, kind: $0.kind, detail: $0.detail)
                }
            case .damaged(let damage):
                records = [Record(file: damage.file, line: damage.line, kind: .damaged, detail: damage.reason)]
            }
            if !records.isEmpty { reader.clearProgress() }
            for record in records {
                counts[record.kind, default: 0] += 1
                try StandardOutput.writeLine(jsonl ? JSONLine.text(record) : Self.line(record))
            }
        }
        if !jsonl { try StandardOutput.writeLine(Self.summary(inks, counts)) }
        if counts[.damaged] != nil { throw ExitCode.failure }
    }

    /// Returns "words.jsonl:12: jump: …", the format of compilers.
    static func line(_ record: Record) -> String {
        let place = record.line.map { "\(record.file):\($0)" } ?? record.file
        return DisplayText.escaped("\(place): \(record.kind.rawValue): \(record.detail)")
    }

    /// Returns the counts of all kinds.
    static func summary(_ inks: Int, _ counts: [CorpusCheck.Kind: Int]) -> String {
        let found = CorpusCheck.Kind.allCases.compactMap { kind in counts[kind].map { "\($0) \(kind.rawValue)" } }
        return "\(DisplayText.count(inks, "ink")): \(found.isEmpty ? "nothing found" : found.joined(separator: ", "))"
    }
}
