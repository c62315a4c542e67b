internal import ArgumentParser
internal import PenLog

/// `inkctl corpus show`.
struct CorpusShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows all that is known of an ink, and draws it.",
        discussion: """
            Examples:
              inkctl corpus show w17 --in words/
              inkctl corpus show words/a.jsonl:12 --in words/   one that has no id
            """)

    @Argument(help: ArgumentHelp("The ink's id, or its place: file:line, as `inkctl corpus list` has it.", valueName: "ink"))
    var ink: String

    @OptionGroup var place: CorpusPlace

    func run() throws {
        var reader = try CorpusReader(place.paths)
        var isFound = false
        while let item = reader.next() {
            guard case .ink(let found, let row) = item, ink == found.id || ink == row.place else { continue }
            reader.clearBar()
            for line in (isFound ? [""] : []) + Self.lines(found, row) { try StandardOutput.writeLine(line) }
            isFound = true
        }
        guard isFound else { throw InkctlError.inkNames(missing: [ink], ambiguous: []) }
    }

    /// What is known, then the picture.
    static func lines(_ ink: JSONInk, _ row: InkRow) -> [String] {
        var facts: [(String, String?)] = [
            ("id", ink.id), ("place", row.place), ("label", ink.text), ("writer", ink.hand), ("device", ink.device), ("level", ink.level),
            ("style", ink.style), ("strokes", "\(ink.strokes.count), \(DisplayText.count(ink.samples, "sample"))"),
        ]
        facts.append(("time", time(of: ink)))
        facts.append(("rate", ink.hertz.map { "\(DisplayText.fixed($0, digits: 1)) samples a second" }))
        facts.append(("size", size(of: ink)))
        let channels = ink.channels.keys.map(\.rawValue).sorted()
        facts.append(("channels", channels.isEmpty ? nil : channels.joined(separator: ", ")))
        // what is not part of an ink is kept by everything that does not say otherwise
        let known: Set = ["id", "writer", "device", "level", "label", "style", "hz", "ppmm", "strokes", "t"]
        let others = (RowMembers(row.bytes)?.members ?? []).map(\.name).filter {
            !known.contains($0) && JSONInk.Channel(rawValue: $0) == nil
        }
        facts.append(("also has", others.isEmpty ? nil : others.joined(separator: ", ")))
        var table = TextTable(columns: [.init(title: "INK"), .init(title: DisplayText.escaped(ink.id ?? row.place))])
        table.rows = facts.dropFirst().map { [$0, $1.map(DisplayText.escaped) ?? "–"] }
        let picture = BrailleInk.lines(of: ink)
        return table.lines + (picture.isEmpty ? [] : [""] + picture)
    }

    private static func time(of ink: JSONInk) -> String {
        guard ink.isTimed || ink.hertz != nil else { return "not told" }
        return "\(DisplayText.fixed(ink.seconds, digits: 2)) s" + (ink.isTimed ? "" : ", by its rate")
    }

    private static func size(of ink: JSONInk) -> String? {
        let samples = ink.strokes.joined()
        guard let left = samples.map(\.x).min(), let right = samples.map(\.x).max(), let upper = samples.map(\.y).min(),
            let lower = samples.map(\.y).max()
        else { return nil }
        let units = "\(right - left) × \(lower - upper) units"
        guard let scale = ink.unitsPerMillimetre else { return units }
        let sides = [right - left, lower - upper].map { DisplayText.fixed(Double($0) / scale, digits: 1) }
        return "\(sides.joined(separator: " × ")) mm (\(units))"
    }
}
