internal import InkCorpus
internal import PenLog
package import Recognition

/// The top-1 and top-3 accuracy of a symbol classifier.
package struct SymbolEvaluation: Hashable {
    /// The kind of symbols that the classifier is restricted to.
    package let kind: Symbol.Kind
    /// The number of inks whose label is a symbol of this kind.
    package private(set) var inks = 0
    /// The number of inks with the correct symbol as first candidate.
    package private(set) var first = 0
    /// The number of inks with the correct symbol among the first three candidates.
    package private(set) var firstThree = 0
    /// Like `first`, with symbols of the same character, such as \alpha and \upalpha, merged into one candidate.
    package private(set) var firstAlike = 0
    /// Like `firstThree`, with symbols of the same character merged.
    package private(set) var firstThreeAlike = 0
    /// The number of inks that are not counted, because they have no label or their label is not a symbol of this kind.
    package private(set) var unlabeled = 0
    /// The number of inks that the classifier refused; they count as wrong.
    package private(set) var refused = 0

    /// Creates an empty evaluation.
    package init(kind: Symbol.Kind) { self.kind = kind }

    /// Top-1 accuracy; nil without inks.
    package var firstShare: Double? { share(first) }
    /// Top-3 accuracy; nil without inks.
    package var firstThreeShare: Double? { share(firstThree) }
    /// Top-1 accuracy by character; nil without inks.
    package var firstAlikeShare: Double? { share(firstAlike) }
    /// Top-3 accuracy by character; nil without inks.
    package var firstThreeAlikeShare: Double? { share(firstThreeAlike) }

    private func share(_ count: Int) -> Double? { inks > 0 ? Double(count) / Double(inks) : nil }

    /// Classifies the labeled inks of a file, every `step`-th of them and at most `limit`. A label is a LaTeX command if `kind` is `latex`,
    /// otherwise a character.
    ///
    /// - Throws: `CorpusError` if the file cannot be read, `RecordingError` for a line that is not an ink.
    package static func measure(
        _ path: String, with classifier: SymbolClassifier, among kind: Symbol.Kind, limit: Int = .max, step: Int = 1
    ) throws -> SymbolEvaluation {
        var evaluation = SymbolEvaluation(kind: kind)
        let considered = classifier.symbols.filter { $0.kinds.contains(kind) }
        let labels = considered.map { (kind == .latex ? $0.command : $0.character ?? $0.command, $0) }
        let symbols = Dictionary(labels) { first, _ in first }
        let commands = classifier.commands(kind)
        let file = try InkFile(path: path)
        var taken = 0
        while taken / step < limit, let line = try file.nextLine() {
            taken += 1
            guard (taken - 1).isMultiple(of: step) else { continue }
            let ink = try JSONInk(line: line, number: file.lineNumber)
            guard let label = ink.label, let symbol = symbols[label], !ink.strokes.isEmpty else {
                evaluation.unlabeled += 1
                continue
            }
            let strokes = ink.deviceStrokes
            let candidates = try? classifier.classify(strokes, candidates: 3, among: commands)
            let merged = try? classifier.classify(strokes, candidates: 3, among: commands, mergingAlike: true)
            if candidates == nil { evaluation.refused += 1 }
            evaluation.add(candidates ?? [], merged: merged ?? [], label: symbol)
        }
        return evaluation
    }

    /// Counts an ink with the label `label`, its candidates, and the candidates with symbols of the same character merged.
    package mutating func add(_ candidates: [SymbolCandidate], merged: [SymbolCandidate], label: Symbol) {
        inks += 1
        if let place = candidates.firstIndex(where: { $0.symbol == label }) {
            first += place == 0 ? 1 : 0
            firstThree += place < 3 ? 1 : 0
        }
        let alike = merged.firstIndex { $0.symbol == label || $0.symbol.character != nil && $0.symbol.character == label.character }
        if let place = alike {
            firstAlike += place == 0 ? 1 : 0
            firstThreeAlike += place < 3 ? 1 : 0
        }
    }

    /// A one-line summary for people.
    package var summary: String {
        func percent(_ share: Double?) -> String { "\(DisplayText.percent(share)) %" }
        let rest = unlabeled > 0 ? "; \(DisplayText.count(unlabeled, "ink")) without such a label not counted" : ""
        let wrong = refused > 0 ? "; \(DisplayText.count(refused, "ink")) refused, counted as wrong" : ""
        return "\(DisplayText.count(inks, "ink")) among \(kind.rawValue): top-1 \(percent(firstShare)), top-3 \(percent(firstThreeShare)); "
            + "by character \(percent(firstAlikeShare)), \(percent(firstThreeAlikeShare))\(rest)\(wrong)"
    }
}
