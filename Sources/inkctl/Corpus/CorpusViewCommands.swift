internal import ArgumentParser
internal import InkCorpus
internal import InkReport
internal import PenLog

/// `inkctl corpus list`.
struct CorpusListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the inks of a corpus.",
        discussion: """
            Examples:
              inkctl corpus list words/
              inkctl corpus list words/ --jsonl | jq -r 'select(.label == null) | .id'
                                                 ids of inks without a label

            An object of --jsonl is {"file","line","id","writer","device","level","label", \
            "strokes","samples","seconds"}; the members from id to label are present if the ink \
            has them. Damaged rows are listed on standard error, and the exit status is then 1.
            """)

    @OptionGroup var input: CorpusInput

    @Flag(name: [.customLong("jsonl"), .customLong("json")], help: "Write one JSON object per ink.")
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

    /// The maximum number of inks in a table, because a corpus may be larger than memory.
    static let page = 1000

    func run() throws {
        var reader = try CorpusReader(input.corpora, progress: ProgressBar())
        var entries: [Entry] = []
        var isDamaged = false
        while let item = reader.next() {
            switch item {
            case .ink(let ink, let row):
                let entry = Entry(ink, row)
                if jsonl { try StandardOutput.writeLine(JSONLine.text(entry)) } else { entries.append(entry) }
                if entries.count == Self.page {
                    reader.clearProgress()
                    try StandardOutput.writeLines(Self.lines(entries))
                    entries = []
                }
            case .damaged(let damage):
                isDamaged = true
                reader.clearProgress()
                StandardError.say("\(damage.place): \(damage.reason)")
            }
        }
        if !jsonl, !entries.isEmpty { try StandardOutput.writeLines(Self.lines(entries)) }
        if isDamaged { throw ExitCode.failure }
    }

    /// Returns the table.
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

/// `inkctl corpus show`.
struct CorpusShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the properties of an ink, and draw it.",
        discussion: """
            Examples:
              inkctl corpus show w17 --in words/
              inkctl corpus show words/a.jsonl:12 --in words/   an ink without an id
            """)

    @Argument(help: ArgumentHelp("The ink's id, or its position file:line, as listed by `inkctl corpus list`.", valueName: "ink"))
    var ink: String

    @OptionGroup var place: CorpusPlace

    func run() throws {
        var reader = try CorpusReader(place.paths, progress: ProgressBar())
        var isFound = false
        while let item = reader.next() {
            guard case .ink(let found, let row) = item, ink == found.id || ink == row.place else { continue }
            reader.clearProgress()
            try StandardOutput.writeLines((isFound ? [""] : []) + Self.lines(found, row))
            isFound = true
        }
        guard isFound else { throw CorpusError.inkNames(missing: [ink], ambiguous: []) }
    }

    /// Returns the properties, then the drawing.
    static func lines(_ ink: JSONInk, _ row: InkRow) -> [String] {
        var facts: [(String, String?)] = [
            ("id", ink.id), ("place", row.place), ("label", ink.text), ("writer", ink.hand), ("device", ink.device), ("level", ink.level),
            ("style", ink.style), ("strokes", "\(ink.strokes.count), \(DisplayText.count(ink.samples, "sample"))"),
        ]
        facts.append(("time", time(of: ink)))
        facts.append(("rate", ink.hertz.map { "\(DisplayText.fixed($0, digits: 1)) samples per second" }))
        facts.append(("size", size(of: ink)))
        let channels = ink.channels.keys.map(\.rawValue).sorted()
        facts.append(("channels", channels.isEmpty ? nil : channels.joined(separator: ", ")))
        // all commands except anonymize keep members that do not belong to the ink format
        let known: Set = ["id", "writer", "device", "level", "label", "style", "hz", "ppmm", "strokes", "t"]
        let others = (RowMembers(row.bytes)?.members ?? []).map(\.name).filter {
            !known.contains($0) && JSONInk.Channel(rawValue: $0) == nil
        }
        facts.append(("other members", others.isEmpty ? nil : others.joined(separator: ", ")))
        var table = TextTable(columns: [.init(title: "INK"), .init(title: DisplayText.escaped(ink.id ?? row.place))])
        table.rows = facts.dropFirst().map { [$0, $1.map(DisplayText.escaped) ?? "–"] }
        let picture = BrailleInk.lines(of: ink)
        return table.lines + (picture.isEmpty ? [] : [""] + picture)
    }

    private static func time(of ink: JSONInk) -> String {
        guard ink.isTimed || ink.hertz != nil else { return "unknown" }
        return "\(DisplayText.fixed(ink.seconds, digits: 2)) s" + (ink.isTimed ? "" : ", from its sampling rate")
    }

    private static func size(of ink: JSONInk) -> String? {
        let samples = ink.strokes.joined()
        guard let left = samples.map(\.x).min(), let right = samples.map(\.x).max(), let upper = samples.map(\.y).min(),
            let lower = samples.map(\.y).max()
        else { return nil }
        let units = "\(right - left) × \(lower - upper) units"
        guard let scale = ink.unitsPerMillimeter else { return units }
        let sides = [right - left, lower - upper].map { DisplayText.fixed(Double($0) / scale, digits: 1) }
        return "\(sides.joined(separator: " × ")) mm (\(units))"
    }
}

/// `inkctl corpus stats`.
struct CorpusStatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count the writers, devices, characters and hours of a corpus.",
        discussion: """
            Examples:
              inkctl corpus stats words/
              inkctl corpus stats words/ --json | jq '.characters | keys | length'

            The tables show the most frequent values; --json shows all: {"inks", \
            "labelled","damaged","strokes","samples","hours","untimed","writers","devices", \
            "levels","rates","characters"}, the last five with a count per name. Hours include \
            only inks with times. The exit status is 1 if there are damaged rows.
            """)

    @OptionGroup var input: CorpusInput

    @Flag(help: "Write one JSON object instead of tables.")
    var json = false

    func run() throws {
        var reader = try CorpusReader(input.corpora, progress: ProgressBar())
        var statistics = CorpusStatistics()
        while let item = reader.next() {
            switch item {
            case .ink(let ink, _): statistics.add(ink)
            case .damaged(let damage):
                statistics.addDamage()
                // damage without a line concerns the whole file
                if damage.line == nil { StandardError.say(damage.reason) }
            }
        }
        try StandardOutput.writeLines(json ? [JSONLine.text(statistics)] : statistics.lines)
        if statistics.damaged > 0 {
            StandardError.say("\(DisplayText.count(statistics.damaged, "damaged row")). `inkctl corpus check` lists all damaged rows.")
            throw ExitCode.failure
        }
    }
}
