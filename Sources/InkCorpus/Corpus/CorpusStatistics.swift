package import PenLog

/// Statistics of a corpus. The JSON keys are the names of the properties.
package struct CorpusStatistics: Encodable {
    /// The number of valid inks.
    package private(set) var inks = 0
    /// The number of inks with a label.
    package private(set) var labelled = 0
    /// The number of rows and files that could not be read.
    package private(set) var damaged = 0
    /// The number of strokes of all inks.
    package private(set) var strokes = 0
    /// The number of samples of all inks.
    package private(set) var samples = 0
    /// The hours of writing in the inks with timestamps or a sampling rate, including pauses between strokes.
    package private(set) var hours = 0.0
    /// The number of inks without timestamps and without a sampling rate.
    package private(set) var untimed = 0
    /// The number of inks by writer; inks without a writer are not counted.
    package private(set) var writers: [String: Int] = [:]
    /// The number of inks by device.
    package private(set) var devices: [String: Int] = [:]
    /// The number of inks by level, such as "word".
    package private(set) var levels: [String: Int] = [:]
    /// The number of inks by sampling rate in hertz.
    package private(set) var rates: [String: Int] = [:]
    /// The number of occurrences of each character in the labels, except white space.
    package private(set) var characters: [String: Int] = [:]

    /// Creates empty statistics.
    package init() {}

    /// Counts an ink.
    package mutating func add(_ ink: JSONInk) {
        inks += 1
        strokes += ink.strokes.count
        samples += ink.samples
        if ink.isTimed || ink.hertz != nil { hours += ink.seconds / 3600 } else { untimed += 1 }
        if let hand = ink.hand { writers[hand, default: 0] += 1 }
        if let device = ink.device { devices[device, default: 0] += 1 }
        if let level = ink.level { levels[level, default: 0] += 1 }
        if let hertz = ink.hertz { rates[DisplayText.fixed(hertz, digits: 0), default: 0] += 1 }
        guard let text = ink.text else { return }
        labelled += 1
        for character in text where !character.isWhitespace { characters[String(character), default: 0] += 1 }
    }

    /// Counts a row or file that could not be read.
    package mutating func addDamage() { damaged += 1 }

    /// Tables for people, with the most frequent values.
    package var lines: [String] {
        var totals = TextTable(columns: [.init(title: "TOTAL"), .init(title: "", alignment: .right)])
        totals.rows = [
            ["inks", String(inks)], ["labeled", String(labelled)], ["writers", String(writers.count)], ["strokes", String(strokes)],
            ["samples", String(samples)], ["hours of writing", DisplayText.fixed(hours, digits: 2)],
        ]
        if untimed > 0 { totals.rows.append(["inks without times", String(untimed)]) }
        if damaged > 0 { totals.rows.append(["damaged rows", String(damaged)]) }
        let tables = [
            ("WRITER", writers), ("DEVICE", devices), ("LEVEL", levels), ("SAMPLES PER SECOND", rates), ("CHARACTER", characters),
        ]
        return totals.lines + tables.flatMap { Self.table($0, of: $1) }
    }

    /// The maximum number of rows in a table.
    package static let most = 12

    private static func table(_ title: String, of counts: [String: Int]) -> [String] {
        guard !counts.isEmpty else { return [] }
        var table = TextTable(columns: [.init(title: title), .init(title: title == "CHARACTER" ? "COUNT" : "INKS", alignment: .right)])
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        table.rows = sorted.prefix(most).map { [DisplayText.escaped($0.key), String($0.value)] }
        let rest = sorted.dropFirst(most)
        if !rest.isEmpty { table.rows.append(["\(rest.count) more", String(rest.reduce(0) { $0 + $1.value })]) }
        return [""] + table.lines
    }
}
