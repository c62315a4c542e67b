internal import ArgumentParser
internal import PenLog

/// `inkctl corpus list`.
struct CorpusListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the inks of a corpus.",
        discussion: """
            Examples:
              inkctl corpus list words/
              inkctl corpus list words/ --jsonl | jq -r 'select(.label == null) | .id'
                                                 names of inks without a label

            An object of --jsonl is {"file","line","id","writer","device","level","label", \
            "strokes","samples","seconds"}, of which id to label are there if the ink tells them. Damaged rows are named on standard error, and the exit status is 1 then.
            """)

    @OptionGroup var input: CorpusInput

    @Flag(name: [.customLong("jsonl"), .customLong("json")], help: "Write one JSON object for each ink.")
    var jsonl = false

    /// An ink in the list.
    struct Entry: Encodable {
        var file: String
        var line: Int
        var id: String?
        var writer: String?
        var device: String?
        var level: String?
        var label: String?
        var strokes: Int
        var samples: Int
        var seconds: Double

        init(_ ink: JSONInk, _ row: InkRow) {
            (file, line) = (row.file, row.line)
            (id, writer, device, level, label) = (ink.id, ink.hand, ink.device, ink.level, ink.text)
            (strokes, samples, seconds) = (ink.strokes.count, ink.samples, ink.seconds)
        }
    }

    /// Inks that are a table together: a corpus may be larger than memory.
    static let page = 1000

    func run() throws {
        var reader = try CorpusReader(input.corpora)
        var entries: [Entry] = []
        var isDamaged = false
        while let item = reader.next() {
            switch item {
            case .ink(let ink, let row):
                let entry = Entry(ink, row)
                if jsonl { try StandardOutput.writeLine(JSONLine.text(entry)) } else { entries.append(entry) }
                if entries.count == Self.page {
                    reader.clearBar()
                    for line in Self.lines(entries) { try StandardOutput.writeLine(line) }
                    entries = []
                }
            case .damaged(let damage):
                isDamaged = true
                reader.clearBar()
                StandardError.say("\(damage.place): \(damage.reason)")
            }
        }
        if !jsonl, !entries.isEmpty { for line in Self.lines(entries) { try StandardOutput.writeLine(line) } }
        if isDamaged { throw ExitCode.failure }
    }

    /// The table.
    static func lines(_ entries: [Entry]) -> [String] {
        var table = TextTable(columns: [
            .init(title: "PLACE"), .init(title: "INK"), .init(title: "WRITER"), .init(title: "DEVICE"), .init(title: "LEVEL"),
            .init(title: "STROKES", alignment: .right), .init(title: "SECONDS", alignment: .right), .init(title: "LABEL"),
        ])
        table.rows = entries.map { entry in
            let names = ["\(entry.file):\(entry.line)", entry.id, entry.writer, entry.device, entry.level]
            return names.map { $0.map(DisplayText.escaped) ?? "–" }
                + [String(entry.strokes), DisplayText.fixed(entry.seconds, digits: 1), entry.label.map(DisplayText.escaped) ?? "–"]
        }
        return table.lines
    }
}
