internal import PenLog
internal import Recognition

/// How often a symbol classifier's first candidates are right.
struct SymbolEvaluation: Hashable {
    /// The symbols that were considered; the others were impossible.
    let kind: Symbol.Kind
    /// Inks whose label is one of those symbols.
    private(set) var inks = 0
    /// Inks whose first candidate is right.
    private(set) var first = 0
    /// Inks with the right one among the first three candidates.
    private(set) var firstThree = 0
    /// Inks with the right candidate first, where symbols of the same character, such as \alpha and \upalpha, are one candidate.
    private(set) var firstAlike = 0
    /// Inks with the right candidate among the first three, counted in the same way.
    private(set) var firstThreeAlike = 0
    /// Inks with another label or none, which are not counted.
    private(set) var unlabelled = 0
    /// Inks that the classifier refused, which are counted as wrong.
    private(set) var refused = 0

    /// Nothing measured yet.
    init(kind: Symbol.Kind) { self.kind = kind }

    /// Share of the inks whose first candidate is right; nil without inks.
    var firstShare: Double? { share(first) }
    /// Share of the inks with the right one among the first three; nil without inks.
    var firstThreeShare: Double? { share(firstThree) }
    /// Share of the inks whose first candidate looks like the right one; nil without inks.
    var firstAlikeShare: Double? { share(firstAlike) }
    /// Share of the inks with one that looks like the right one among the first three; nil without inks.
    var firstThreeAlikeShare: Double? { share(firstThreeAlike) }

    private func share(_ count: Int) -> Double? { inks > 0 ? Double(count) / Double(inks) : nil }

    /// Classifies the labelled inks of a file, every `step`-th of them and at most `limit`. A label is a command of LaTeX where `kind` is
    /// `latex`, else a character.
    ///
    /// - Throws: `InkctlError` if the file cannot be read, `RecordingError` for a line that is no ink.
    static func measure(
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
                evaluation.unlabelled += 1
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

    /// Counts an ink of the symbol `label` and what it was taken for: as it is, and with symbols of the same character as one candidate.
    mutating func add(_ candidates: [SymbolCandidate], merged: [SymbolCandidate], label: Symbol) {
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

    /// One line for a person.
    var summary: String {
        func percent(_ share: Double?) -> String { "\(DisplayText.percent(share)) %" }
        let rest = unlabelled > 0 ? "; \(DisplayText.count(unlabelled, "ink")) without such a label not counted" : ""
        let wrong = refused > 0 ? "; \(DisplayText.count(refused, "ink")) refused, counted as wrong" : ""
        return "\(DisplayText.count(inks, "ink")) among \(kind.rawValue): top-1 \(percent(firstShare)), top-3 \(percent(firstThreeShare)); "
            + "by character \(percent(firstAlikeShare)), \(percent(firstThreeAlikeShare))\(rest)\(wrong)"
    }
}
