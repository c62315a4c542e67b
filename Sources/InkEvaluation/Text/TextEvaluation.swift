internal import InkCorpus
package import JSON

/// Error counts of greedy decoding and beam search, in total and by group.
package struct Evaluation {
    /// The criteria that inks are grouped by.
    package enum Criterion: String, CaseIterable {
        /// All inks as one group.
        case all
        /// The file.
        case corpus
        /// The level, such as "word".
        case level
        /// The contributor in the ID.
        case contributor
    }

    /// A group of inks; ordered by criterion, then by name.
    package struct Group: Hashable, Comparable {
        /// The property that all inks of the group have.
        package var criterion: Criterion
        /// The common value; empty for `all`.
        package var name: String

        /// Creates a group.
        package init(criterion: Criterion, name: String) {
            self.criterion = criterion
            self.name = name
        }

        /// Whether group `a` comes before group `b`: ordered by criterion, then by name.
        package static func < (a: Group, b: Group) -> Bool {
            let (first, second) = (Criterion.allCases.firstIndex(of: a.criterion) ?? 0, Criterion.allCases.firstIndex(of: b.criterion) ?? 0)
            return (first, a.name) < (second, b.name)
        }
    }

    /// The errors of both decoders.
    package struct Result: Hashable {
        /// Greedy decoding: the most probable class at every step.
        package var greedy = ErrorCount()
        /// Prefix beam search over the network's own scores.
        package var beam = ErrorCount()
    }

    /// The origin of an ink.
    package struct Origin {
        /// The short name of the ink's file.
        package var corpus: String
        /// The level: "char", "word", …; nil if unknown.
        package var level: String?
        /// The contributor; nil if unknown.
        package var contributor: String?

        /// Creates an origin.
        package init(corpus: String, level: String? = nil, contributor: String? = nil) {
            self.corpus = corpus
            self.level = level
            self.contributor = contributor
        }
    }

    /// The results by group.
    package private(set) var results: [Group: Result] = [:]

    /// Creates an empty evaluation.
    package init() {}

    /// Counts an ink with both readings.
    package mutating func add(label: String, greedy: String, beam: String, from origin: Origin) {
        let groups = [
            Group(criterion: .all, name: ""), Group(criterion: .corpus, name: origin.corpus),
            Group(criterion: .level, name: origin.level ?? "?"),
            Group(criterion: .contributor, name: origin.contributor ?? "?"),
        ]
        for group in groups {
            results[group, default: Result()].greedy.add(greedy, label: label)
            results[group, default: Result()].beam.add(beam, label: label)
        }
    }

    /// Returns the third part of an ink's identifier: "apd" of "unipen/7/apd/app3831.dat#0". nil if it has fewer parts.
    package static func contributor(of identifier: String) -> String? {
        let parts = identifier.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count > 2 ? String(parts[2]) : nil
    }

    /// Returns a short name for each file, its last component without `.jsonl` and `.gz`; the whole path if two files would have the same
    /// name.
    package static func corpora(_ paths: [String]) -> [String] {
        let short = paths.map { path in
            var name = path.split(separator: "/").last ?? path[...]
            for ending in [".gz", ".jsonl"] where name.hasSuffix(ending) && name.count > ending.count { name = name.dropLast(ending.count) }
            return String(name)
        }
        return zip(paths, short).map { path, name in short.count { $0 == name } > 1 ? path : name }
    }
}

/// An evaluation as a table and as JSON.
package struct EvaluationReport {
    /// The error counts.
    package var evaluation: Evaluation
    /// The model's path.
    package var model: String
    /// The languages used; nil without a language.
    package var language: String?
    /// The time of greedy decoding in seconds, including the network.
    package var greedySeconds: Double
    /// The time of beam search in seconds, including the network.
    package var beamSeconds: Double
    /// The number of inks without a label; they are not counted.
    package var unlabeled: Int
    /// The number of inks that the recognizer refused; they count as empty readings.
    package var refused: Int

    /// Creates a report of an evaluation.
    package init(
        evaluation: Evaluation, model: String, language: String? = nil, greedySeconds: Double = 0, beamSeconds: Double = 0,
        unlabeled: Int = 0, refused: Int = 0
    ) {
        self.evaluation = evaluation
        self.model = model
        self.language = language
        self.greedySeconds = greedySeconds
        self.beamSeconds = beamSeconds
        self.unlabeled = unlabeled
        self.refused = refused
    }

    /// A table and remarks.
    package var lines: [String] {
        let titles = ["inks", "characters", "greedy CER", "WER", "exact", "beam CER", "WER", "exact"]
        var table = TextTable(columns: [.init(title: "percent")] + titles.map { .init(title: $0, alignment: .right) })
        for (group, result) in ordered {
            let counts = [String(result.greedy.inks), String(result.greedy.characters)]
            let name = group.criterion == .all ? "all" : "\(group.criterion.rawValue) \(DisplayText.escaped(group.name))"
            table.rows.append([name] + counts + Self.percent(result.greedy) + Self.percent(result.beam))
        }
        var lines = table.lines + [""]
        lines.append("greedy: the most probable character at every step; \(speed(greedySeconds))")
        let reading = language.map { "language \($0)" } ?? "without a language"
        lines.append("beam: prefix beam search, \(reading); \(speed(beamSeconds))")
        if unlabeled > 0 { lines.append("\(DisplayText.count(unlabeled, "ink")) without a label not counted") }
        if refused > 0 { lines.append("\(DisplayText.count(refused, "ink")) refused by the recognizer, counted as empty text") }
        return lines
    }

    /// The same numbers as JSON; rates are fractions, not percent.
    package var json: JSONValue {
        let groups = ordered.map { group, result in
            JSONValue.object([
                "by": .string(group.criterion.rawValue), "name": .string(group.name), "inks": .int(Int64(result.greedy.inks)),
                "characters": .int(Int64(result.greedy.characters)), "words": .int(Int64(result.greedy.words)),
                "greedy": Self.json(result.greedy), "beam": Self.json(result.beam),
            ])
        }
        return .object([
            "model": .string(model), "groups": .array(groups), "unlabelled": .int(Int64(unlabeled)), "refused": .int(Int64(refused)),
            "seconds": .object(["greedy": .double(greedySeconds), "beam": .double(beamSeconds)]),
            "language": language.map { .string($0) } ?? .null,
        ])
    }

    private var ordered: [(key: Evaluation.Group, value: Evaluation.Result)] { evaluation.results.sorted { $0.key < $1.key } }

    private func speed(_ seconds: Double) -> String {
        let all = evaluation.results[.init(criterion: .all, name: "")]?.greedy ?? ErrorCount()
        guard seconds > 0 else { return "not timed" }
        let inks = DisplayText.fixed(Double(all.inks) / seconds, digits: 0)
        return "\(inks) inks, \(DisplayText.fixed(Double(all.characters) / seconds, digits: 0)) characters per second"
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
