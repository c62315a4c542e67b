internal import Ink
internal import Recognition

/// How much a model gains by adapting to writers: the first half of a writer's inks is learnt, the second is read.
struct AdaptationMeasurement {
    /// Fewer inks of a writer are not measured.
    static let fewest = 40
    /// Inks of other writers that are read to see what was forgotten.
    static let strangers = 60

    /// What came of one writer.
    struct Result {
        var writer: String
        /// Inks learnt from.
        var learnt: Int
        /// The writer's other half, before and after.
        var own: (before: ErrorCount, after: ErrorCount)
        /// Other writers' inks, before and after.
        var others: (before: ErrorCount, after: ErrorCount)
    }

    private let halves: [(writer: String, learnt: [Adapter.Example], read: [Adapter.Example])]
    private let adapter: Adapter
    private let recognizer: Recognizer

    /// Which writers are measured.
    var writers: [String] { halves.map(\.writer) }

    /// `limit`: most inks of a half.
    init(_ inks: [String: [Adapter.Example]], limit: Int, modelPath: String) throws(RecognitionError) {
        halves = inks.sorted { $0.key < $1.key }.filter { $0.value.count >= Self.fewest }.map { writer, inks in
            (writer, Array(inks.prefix(inks.count / 2).suffix(limit)), Array(inks.dropFirst(inks.count / 2).prefix(limit)))
        }
        adapter = try Adapter(modelPath: modelPath)
        recognizer = try Recognizer(modelPath: modelPath)
    }

    /// Adapts to one writer and reads. A writer to whom nothing could be adapted is read by the model as it is.
    ///
    /// - Throws: `AdaptationError`.
    func result(of index: Int, progress: (Double) -> Void) throws(AdaptationError) -> Result {
        let half = halves[index]
        let others = halves.indices.filter { $0 != index }.flatMap { halves[$0].read.prefix(1 + Self.strangers / halves.count) }
        try recognizer.adapt(to: nil)
        let before = (count(half.read), count(others))
        do {
            let adaptation = try adapter.adapt(to: half.learnt) { done in
                progress(done)
                return true
            }
            try recognizer.adapt(to: adaptation)
        } catch .nothingGained, .tooFewInks {}
        return Result(
            writer: half.writer, learnt: half.learnt.count, own: (before.0, count(half.read)), others: (before.1, count(others)))
    }

    private func count(_ inks: [Adapter.Example]) -> ErrorCount {
        var errors = ErrorCount()
        for ink in inks { errors.add((try? recognizer.greedyText(ink.strokes)) ?? "", label: ErrorCount.collapsed(ink.text)) }
        return errors
    }

    /// A table of the results and their sum.
    static func lines(_ results: [Result]) -> [String] {
        let titles = ["learnt", "read", "CER before", "after", "change", "others before", "after"]
        var table = TextTable(columns: [.init(title: "writer")] + titles.map { .init(title: $0, alignment: .right) })
        func row(_ name: String, learnt: Int, own: (before: ErrorCount, after: ErrorCount), others: (before: ErrorCount, after: ErrorCount))
        {
            let change = own.before.edits > 0 ? Double(own.after.edits) / Double(own.before.edits) - 1 : nil
            table.rows.append([
                name, String(learnt), String(own.before.inks), DisplayText.percent(own.before.characterErrorRate),
                DisplayText.percent(own.after.characterErrorRate),
                DisplayText.percent(change), DisplayText.percent(others.before.characterErrorRate),
                DisplayText.percent(others.after.characterErrorRate),
            ])
        }
        for result in results {
            row(DisplayText.escaped(result.writer), learnt: result.learnt, own: result.own, others: result.others)
        }
        func sum(_ part: (Result) -> ErrorCount) -> ErrorCount {
            results.map(part).reduce(into: ErrorCount()) { sum, count in
                sum.inks += count.inks
                sum.characters += count.characters
                sum.edits += count.edits
            }
        }
        row(
            "all", learnt: results.map(\.learnt).reduce(0, +), own: (sum(\.own.before), sum(\.own.after)),
            others: (sum(\.others.before), sum(\.others.after)))
        return table.lines + [
            "", "per cent, greedy decoding; a writer's later inks are read, the earlier ones learnt; others: inks of other writers",
        ]
    }
}
