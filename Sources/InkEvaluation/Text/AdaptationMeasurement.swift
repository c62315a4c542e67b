internal import Ink
internal import InkCorpus
internal import PenLog
package import Recognition

/// Measures the gain of adapting a model to writers. The model learns from the first half of a writer's inks, and is tested on the second
/// half.
package struct AdaptationMeasurement {
    /// The minimum number of inks of a writer.
    package static let fewest = 40
    /// The number of inks of other writers that are tested for forgetting.
    package static let strangers = 60

    /// The result for one writer.
    package struct Result {
        /// The writer's name.
        package var writer: String
        /// The number of inks learned from.
        package var learnt: Int
        /// Errors in the writer's second half before and after adapting.
        package var own: (before: ErrorCount, after: ErrorCount)
        /// Errors in other writers' inks before and after adapting.
        package var others: (before: ErrorCount, after: ErrorCount)
    }

    private let halves: [(writer: String, learnt: [Adapter.Example], read: [Adapter.Example])]
    private let onlyMisread: Bool
    private let adapter: Adapter
    private let recognizer: Recognizer

    /// The writers with enough inks, sorted.
    package var writers: [String] { halves.map(\.writer) }

    /// Prepares the measurement.
    ///
    /// - Parameters:
    ///   - inks: labeled inks by writer.
    ///   - limit: the maximum number of inks in each half.
    ///   - onlyMisread: whether to learn only the inks of the first half that the model misreads, as a user would correct them.
    /// - Throws: `RecognitionError` if the model cannot be loaded.
    package init(
        _ inks: [String: [Adapter.Example]], limit: Int, onlyMisread: Bool = false, modelPath: String
    ) throws(RecognitionError) {
        self.onlyMisread = onlyMisread
        halves = inks.sorted { $0.key < $1.key }.filter { $0.value.count >= Self.fewest }.map { writer, inks in
            (writer, Array(inks.prefix(inks.count / 2).suffix(limit)), Array(inks.dropFirst(inks.count / 2).prefix(limit)))
        }
        adapter = try Adapter(modelPath: modelPath)
        recognizer = try Recognizer(modelPath: modelPath)
    }

    /// Adapts to the writer at `index` and tests. If adapting gains nothing, the unadapted model is tested.
    ///
    /// - Throws: `AdaptationError`.
    package func result(of index: Int, progress: (Double) -> Void) throws(AdaptationError) -> Result {
        let half = halves[index]
        let others = halves.indices.filter { $0 != index }.flatMap { halves[$0].read.prefix(1 + Self.strangers / halves.count) }
        try recognizer.adapt(to: nil)
        let before = (count(half.read), count(others))
        let learnt = onlyMisread ? half.learnt.filter { (try? recognizer.greedyText($0.strokes)) != $0.text } : half.learnt
        do {
            let adaptation = try adapter.adapt(to: learnt) { done in
                progress(done)
                return true
            }
            try recognizer.adapt(to: adaptation)
        } catch .nothingGained, .tooFewInks {}
        return Result(
            writer: half.writer, learnt: learnt.count, own: (before.0, count(half.read)), others: (before.1, count(others)))
    }

    private func count(_ inks: [Adapter.Example]) -> ErrorCount {
        var errors = ErrorCount()
        for ink in inks { errors.add((try? recognizer.greedyText(ink.strokes)) ?? "", label: ErrorCount.collapsed(ink.text)) }
        return errors
    }

    /// Returns a table of the results and their sum.
    package static func lines(_ results: [Result]) -> [String] {
        let titles = ["learned", "read", "CER before", "after", "change", "others before", "after"]
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
            "", "percent, greedy decoding; a writer's later inks are read, the earlier ones learned; others: inks of other writers",
        ]
    }
}

/// The labeled inks of some files.
package struct LabeledInks {
    /// The inks by writer, in the order of the files; those without a writer are under "".
    package private(set) var byWriter: [String: [Adapter.Example]] = [:]

    /// Reads the files.
    ///
    /// - Parameter progress: called with the current file and the fraction of all files, 0 to 1.
    /// - Throws: `CorpusError` for a file that cannot be read, `RecordingError` for a line that is not an ink.
    package init(paths: [String], progress: (String, Double) -> Void = { _, _ in }) throws {
        for (index, path) in paths.enumerated() {
            let file = try InkFile(path: path)
            while let ink = try file.nextInk() {
                let label = ErrorCount.collapsed(ink.label ?? "")
                guard !label.isEmpty else { continue }
                byWriter[ink.writer ?? "", default: []].append(Adapter.Example(strokes: ink.deviceStrokes, text: label))
                progress(path, (Double(index) + file.fractionRead) / Double(paths.count))
            }
        }
    }
}
