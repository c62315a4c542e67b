internal import InkProtocol

/// An evaluation as it is shown.
struct EvaluationReport {
    /// What was measured.
    var evaluation: Evaluation
    /// The model's path.
    var model: String
    /// The languages; nil if none was used.
    var language: String?
    /// Seconds that greedy decoding of everything took, the network included.
    var greedySeconds = 0.0
    /// Seconds that beam search over everything took, the network included.
    var beamSeconds = 0.0
    /// Inks without a label, which are not counted.
    var unlabelled = 0
    /// Inks that the recogniser refused, which are counted as read empty.
    var refused = 0

    /// A table and remarks.
    var lines: [String] {
        let titles = ["inks", "characters", "greedy CER", "WER", "exact", "beam CER", "WER", "exact"]
        var table = TextTable(columns: [.init(title: "per cent")] + titles.map { .init(title: $0, alignment: .right) })
        for (group, result) in ordered {
            let counts = [String(result.greedy.inks), String(result.greedy.characters)]
            let name = group.criterion == .all ? "all" : "\(group.criterion.rawValue) \(DisplayText.escaped(group.name))"
            table.rows.append([name] + counts + Self.percent(result.greedy) + Self.percent(result.beam))
        }
        var lines = table.lines + [""]
        lines.append("greedy: the most probable character at every step; \(speed(greedySeconds))")
        let reading = language.map { "language \($0)" } ?? "without a language"
        lines.append("beam: prefix beam search, \(reading); \(speed(beamSeconds))")
        if unlabelled > 0 { lines.append("\(DisplayText.count(unlabelled, "ink")) without a label not counted") }
        if refused > 0 { lines.append("\(DisplayText.count(refused, "ink")) refused by the recogniser, counted as read empty") }
        return lines
    }

    /// The same numbers; rates are shares, not per cent.
    var json: JSONValue {
        let groups = ordered.map { group, result in
            JSONValue.object([
                "by": .string(group.criterion.rawValue), "name": .string(group.name), "inks": .int(Int64(result.greedy.inks)),
                "characters": .int(Int64(result.greedy.characters)), "words": .int(Int64(result.greedy.words)),
                "greedy": Self.json(result.greedy), "beam": Self.json(result.beam),
            ])
        }
        return .object([
            "model": .string(model), "groups": .array(groups), "unlabelled": .int(Int64(unlabelled)), "refused": .int(Int64(refused)),
            "seconds": .object(["greedy": .double(greedySeconds), "beam": .double(beamSeconds)]),
            "language": language.map { .string($0) } ?? .null,
        ])
    }

    private var ordered: [(key: Evaluation.Group, value: Evaluation.Result)] { evaluation.results.sorted { $0.key < $1.key } }

    private func speed(_ seconds: Double) -> String {
        let all = evaluation.results[.init(criterion: .all, name: "")]?.greedy ?? ErrorCount()
        guard seconds > 0 else { return "not timed" }
        let inks = DisplayText.fixed(Double(all.inks) / seconds, digits: 0)
        return "\(inks) inks, \(DisplayText.fixed(Double(all.characters) / seconds, digits: 0)) characters a second"
    }

    private static func percent(_ count: ErrorCount) -> [String] {
        [count.characterErrorRate, count.wordErrorRate, count.exactShare].map { rate in
            DisplayText.percent(rate)
        }
    }

    private static func json(_ count: ErrorCount) -> JSONValue {
        func rate(_ value: Double?) -> JSONValue { value.map { .double($0) } ?? .null }
        return .object([
            "cer": rate(count.characterErrorRate), "wer": rate(count.wordErrorRate), "exact": rate(count.exactShare),
            "edits": .int(Int64(count.edits)), "wordEdits": .int(Int64(count.wordEdits)),
        ])
    }
}
