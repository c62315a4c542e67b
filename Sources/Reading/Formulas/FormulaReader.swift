public import Formula
internal import Glibc
public import Ink
public import Recognition

/// A formula read from ink.
public struct ReadFormula: Sendable {
    /// A reading of the whole ink.
    public struct Candidate: Sendable, Hashable {
        /// The formula.
        public var node: MathNode
        /// The formula in LaTeX.
        public var latex: String
        /// The sum of the natural logarithms of its symbols' probabilities; larger is better.
        public var score: Double

        /// Creates a reading.
        @inlinable public init(node: MathNode, latex: String, score: Double) {
            self.node = node
            self.latex = latex
            self.score = score
        }
    }

    /// A symbol and its position in the ink.
    public struct Symbol: Sendable, Hashable {
        /// The symbol's reading in the formula's first candidate.
        public var symbol: MathSymbol
        /// The indices of the symbol's strokes in the ink, ascending.
        public var strokes: [Int]
        /// The box around the symbol's strokes, in the unit of the strokes.
        public var box: Box
        /// The symbol's candidates, best first.
        public var candidates: [FormulaCandidate]

        /// Creates a symbol.
        @inlinable public init(symbol: MathSymbol, strokes: [Int], box: Box, candidates: [FormulaCandidate]) {
            self.symbol = symbol
            self.strokes = strokes
            self.box = box
            self.candidates = candidates
        }
    }

    /// The readings, best first; empty for an ink without samples. Each alternative differs from the first reading in one symbol.
    public var candidates: [Candidate]
    /// The symbols from left to right.
    public var symbols: [Symbol]

    /// Creates a formula of readings and symbols.
    @inlinable public init(candidates: [Candidate], symbols: [Symbol]) {
        self.candidates = candidates
        self.symbols = symbols
    }

    /// The best reading; an empty row for an ink without samples.
    public var node: MathNode { candidates.first?.node ?? .row([]) }
    /// The best reading in LaTeX.
    public var latex: String { candidates.first?.latex ?? "" }
}

/// A reader of the ink of one formula: symbols, structure, LaTeX. Confined to one thread at a time, like its recognizer.
///
/// Strokes are grouped into symbols by the probability that a group is one symbol (`SymbolSegmentation`). The structure is
/// determined from the symbols' positions (`LayoutParser`). Among symbols that are drawn alike, the neighbors decide (`ContextRules`).
public struct FormulaReader {
    /// The maximum number of strokes of one formula.
    public static let mostStrokes = 200
    /// The maximum number of samples of one formula.
    public static let mostSamples = 20_000

    /// Penalty of a group for each stroke of another symbol that was written between the group's strokes; a natural logarithm.
    private static let interruption = 0.25
    private static let mostInterruption = 1.2
    /// Penalty, as a natural logarithm, of a group that joins a fraction bar to other strokes. Without the penalty, 1 over 1 would be a T.
    private static let takenBar = 8.0
    /// The lower limit of probabilities, so that a single bad symbol does not outweigh all others.
    private static let leastProbability = 1e-2

    /// The weight, in a group's score, of the best symbol's probability given that the group is a symbol.
    private static let sureness = 0.7
    /// Bonus, as a natural logarithm, of a group for each stroke after the first: strokes form one symbol more often than the network
    /// estimates.
    private static let togetherness = 0.3

    /// Score, for each of its strokes, of a group that breaks up a symbol decided by the user; a natural logarithm.
    private static let againstDecision = -1000.0

    /// The second opinion of the classifier of single symbols: its weight relative to the network of formulas, and the minimum probability
    /// assumed for each symbol.
    private static let secondOpinion = (weight: 0.25, least: 0.01)
    /// The number of candidates requested from the classifier of single symbols.
    private static let mostOpinions = 16

    private let recognizer: GroupRecognizer
    private let classifier: SymbolClassifier?

    /// A user's decision that certain strokes form a certain symbol.
    public struct Decision: Sendable, Hashable {
        /// The indices of the strokes in the ink.
        public var strokes: [Int]
        /// The symbol that the strokes form.
        public var symbol: MathSymbol

        /// Creates a decision about these strokes.
        @inlinable public init(strokes: [Int], symbol: MathSymbol) {
            self.strokes = strokes
            self.symbol = symbol
        }
    }

    /// Creates a reader with a model of formulas.
    ///
    /// - Parameter classifier: A classifier of single symbols, used as a second opinion on each symbol; nil for no second opinion. The
    ///   classifier sees how strokes were drawn, but not their surroundings, so its errors differ from those of the recognizer.
    public init(recognizer: GroupRecognizer, classifier: SymbolClassifier? = nil) {
        (self.recognizer, self.classifier) = (recognizer, classifier)
    }

    /// One group of strokes with its candidates.
    private struct Draft {
        var strokes: [Int]
        var box: Box
        var candidates: [FormulaCandidate]
        var hook: Double?
        /// The symbol that the user has decided on; nil without a decision.
        var decided: MathSymbol?

        /// Returns the candidates, beginning with the one that the user has chosen, if any.
        func ordered(_ candidates: [FormulaCandidate]) -> [FormulaCandidate] {
            guard let decided else { return candidates }
            return [FormulaCandidate(symbol: decided, score: 1)] + candidates.filter { $0.symbol != decided }
        }
    }

    /// Reads strokes as one formula.
    /// - Parameters:
    ///   - strokes: The strokes in drawing order, y down.
    ///   - alternatives: The maximum number of readings.
    ///   - decisions: The user's decisions. If two decisions share a stroke, only the first applies. Indices out of range are ignored.
    /// - Throws: `RecognitionError.tooMuchInk` beyond the limits, `coordinate`, `notFinite`.
    public func read(
        _ strokes: [Stroke], alternatives: Int = 3, decisions: [Decision] = []
    ) throws(RecognitionError) -> ReadFormula {
        guard strokes.count <= Self.mostStrokes else { throw .tooMuchInk(what: "strokes", count: strokes.count, limit: Self.mostStrokes) }
        let samples = strokes.reduce(0) { $0 + $1.points.count }
        guard samples <= Self.mostSamples else { throw .tooMuchInk(what: "points", count: samples, limit: Self.mostSamples) }
        let drafts = Self.withBrackets(try self.drafts(of: strokes, decisions))
        guard !drafts.isEmpty else { return ReadFormula(candidates: [], symbols: []) }
        var symbols = drafts.map { LayoutSymbol(Self.likeliest($0.candidates), $0.box, hook: $0.hook) }
        var refined = drafts.map(\.candidates)
        // symbols determine the structure, and the structure in turn the symbols, so both are determined twice
        for _ in 0..<2 {
            let tree = LayoutParser(symbols: symbols).parse()
            refined = ContextRules(symbols: symbols, candidates: drafts.map(\.candidates)).refined(in: tree)
            refined = zip(drafts, refined).map { $0.ordered($1) }
            for place in symbols.indices { symbols[place].symbol = refined[place].first?.symbol ?? symbols[place].symbol }
        }
        let read = drafts.indices.map { place in
            ReadFormula.Symbol(
                symbol: symbols[place].symbol, strokes: drafts[place].strokes, box: drafts[place].box,
                candidates: Array(refined[place].prefix(5)))
        }
        return ReadFormula(
            candidates: Self.candidates(
                symbols, refined, isDecided: drafts.map { $0.decided != nil }, count: max(1, alternatives)),
            symbols: read)
    }

    /// Moves the brackets of matrices and cases to the front of their groups' candidates, because these brackets are certain.
    private static func withBrackets(_ drafts: [Draft]) -> [Draft] {
        let symbols = drafts.map { LayoutSymbol(likeliest($0.candidates), $0.box, hook: $0.hook) }
        var drafts = drafts
        let found = TallBrackets(symbols: symbols, candidates: drafts.map(\.candidates)).found()
        for (place, symbol) in found where drafts[place].decided == nil {
            let others = drafts[place].candidates.filter { $0.symbol != symbol }
            let score = max(drafts[place].candidates.first?.score ?? 1, 0.5)
            drafts[place].candidates = [FormulaCandidate(symbol: symbol, score: score)] + others
        }
        return drafts
    }

    private static func likeliest(_ candidates: [FormulaCandidate]) -> MathSymbol { candidates.first?.symbol ?? placeholder }

    /// The symbol of a group whose candidates are all unknown.
    private static let placeholder = MathSymbol.all[0]

    /// Returns the best reading, then readings that replace one of the least certain symbols with another of its candidates.
    private static func candidates(
        _ symbols: [LayoutSymbol], _ refined: [[FormulaCandidate]], isDecided: [Bool], count: Int
    ) -> [ReadFormula.Candidate] {
        func formula(_ symbols: [LayoutSymbol]) -> MathNode {
            FormulaBuilder(symbols: symbols).node(of: LayoutParser(symbols: symbols).parse())
        }
        let total = refined.reduce(0) { $0 + log(max($1.first?.score ?? 1, 1e-9)) }
        let best = formula(symbols)
        var found = [ReadFormula.Candidate(node: best, latex: LaTeXWriter.text(of: best), score: total)]
        let swaps = refined.indices.filter { !isDecided[$0] }.flatMap { place in
            refined[place].dropFirst().map { candidate in
                (place, candidate.symbol, log(max(refined[place].first?.score ?? 1, 1e-9)) - log(max(candidate.score, 1e-9)))
            }
        }
        // twice as many swaps as needed, because some make no difference to the LaTeX
        for (place, symbol, cost) in swaps.sorted(by: { ($0.2, $0.0) < ($1.2, $1.0) }).prefix(2 * count) {
            guard found.count < count else { break }
            var changed = symbols
            changed[place].symbol = symbol
            let node = formula(changed)
            let latex = LaTeXWriter.text(of: node)
            guard !found.contains(where: { $0.latex == latex }) else { continue }
            found.append(ReadFormula.Candidate(node: node, latex: latex, score: total - max(0, cost)))
        }
        return found
    }

    // MARK: symbols

    /// Returns the symbols of the best partition, from left to right.
    private func drafts(of strokes: [Stroke], _ decisions: [Decision]) throws(RecognitionError) -> [Draft] {
        let sorted = strokes.indices.compactMap { index in StrokeShape(strokes[index]).map { (index, $0) } }
            .sorted { ($0.1.box.x, $0.0) < ($1.1.box.x, $1.0) }
        let places = sorted.map(\.0)
        let groups = StrokeGroups(sorted.map(\.1))
        let decided = Self.groups(of: decisions, places: places)
        let all = groups.groups + decided.keys.filter { !groups.groups.contains($0) }.sorted { $0.lexicographicallyPrecedes($1) }
        let owner = Dictionary(decided.keys.flatMap { group in group.map { ($0, group) } }) { first, _ in first }
        let readings = try recognizer.read(all, of: places.map { strokes[$0] }, unit: groups.unit)
        let bars = Set(groups.shapes.indices.filter(groups.isFractionBar))
        let scores = zip(all, readings).map { group, reading in
            if group.contains(where: { owner[$0].map { $0 != group } ?? false }) { return Self.againstDecision * Double(group.count) }
            let cost = group.count > 1 && !bars.isDisjoint(with: group) ? Self.takenBar : 0
            return Self.score(reading, group.map { places[$0] }.sorted()) - cost
        }
        let best = SymbolSegmentation.best(of: all, scores: scores, strokes: sorted.count)
        return best.compactMap { index -> Draft? in
            let members = all[index].map { places[$0] }.sorted()
            guard let box = Box(around: members.flatMap { strokes[$0].points }) else { return nil }
            let ink = members.map { strokes[$0] }
            var draft = Draft(
                strokes: members, box: box, candidates: candidates(readings[index], of: ink), hook: Self.hook(ink),
                decided: decided[all[index]])
            draft.candidates = draft.ordered(draft.candidates)
            return draft
        }
        .sorted { ($0.box.x, $0.strokes.first ?? 0) < ($1.box.x, $1.strokes.first ?? 0) }
    }

    /// Returns the user's decisions as symbols by group. A group is the ascending list of its strokes' indices in `places`, from left to
    /// right.
    private static func groups(of decisions: [Decision], places: [Int]) -> [[Int]: MathSymbol] {
        let ranks = Dictionary(places.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        var groups: [[Int]: MathSymbol] = [:]
        var taken: Set<Int> = []
        for decision in decisions {
            let group = Set(decision.strokes).compactMap { ranks[$0] }.sorted()
            guard !group.isEmpty, taken.isDisjoint(with: group) else { continue }
            taken.formUnion(group)
            groups[group] = decision.symbol
        }
        return groups
    }

    /// Returns the candidates that are known symbols of formulas, with their probabilities normalized to a sum of 1.
    private static func candidates(_ reading: GroupReading) -> [FormulaCandidate] {
        let known = reading.candidates.compactMap { candidate in MathSymbol.latex(candidate.latex).map { ($0, candidate.score) } }
        let sum = max(known.reduce(0) { $0 + $1.1 }, 1e-300)
        return known.map { FormulaCandidate(symbol: $0.0, score: $0.1 / sum) }
    }

    /// Returns the candidates, weighted by the classifier of single symbols.
    private func candidates(_ reading: GroupReading, of ink: [Stroke]) -> [FormulaCandidate] {
        let known = Self.candidates(reading)
        guard let opinions = try? classifier?.classify(ink, candidates: Self.mostOpinions) else { return known }
        let probabilities = opinions.reduce(into: [MathSymbol: Double]()) { sums, opinion in
            if let symbol = Self.symbol(opinion.symbol) { sums[symbol, default: 0] += opinion.score }
        }
        let scored = known.map { candidate in
            let opinion = probabilities[candidate.symbol, default: 0] + Self.secondOpinion.least
            return FormulaCandidate(symbol: candidate.symbol, score: candidate.score * pow(opinion, Self.secondOpinion.weight))
        }
        let sum = max(scored.reduce(0) { $0 + $1.score }, 1e-300)
        return scored.map { FormulaCandidate(symbol: $0.symbol, score: $0.score / sum) }
            .sorted { ($0.score, $1.symbol.latex) > ($1.score, $0.symbol.latex) }
    }

    /// Returns the formula symbol that corresponds to a symbol of the classifier; nil if no formula symbol does.
    private static func symbol(_ symbol: Recognition.Symbol) -> MathSymbol? {
        let found = MathSymbol.latex(symbol.command) ?? symbol.character.flatMap { MathSymbol.text($0) }
        return found.flatMap { MathSymbol.text(alike[$0.text] ?? $0.text) }
    }

    /// Letters that are drawn exactly like an operator, and the operator as which they are read.
    private static let alike = ["Σ": "∑", "Π": "∏"]

    /// Returns a group's score: the log odds that the group is one symbol, plus terms for the number of its strokes and for the certainty
    /// of the symbol, minus the penalty for other strokes written in between.
    ///
    /// The sum of the log odds of a partition's groups is, up to a constant that is the same in all partitions, the logarithm of the
    /// probability that these groups are symbols and all other groups are not.
    private static func score(_ reading: GroupReading, _ members: [Int]) -> Double {
        var score = log(max(1 - reading.none, leastProbability)) - log(max(reading.none, leastProbability))
        if let best = reading.candidates.first?.score {
            score += sureness * log(max(best, leastProbability) / max(1 - reading.none, leastProbability))
        }
        score += togetherness * Double(members.count - 1)
        if let first = members.first, let last = members.last {
            score -= min(mostInterruption, interruption * Double(last - first + 1 - members.count))
        }
        return score
    }

    /// Returns the x coordinate of the lowest sample, which in a root sign is the x coordinate after which the radicand begins.
    private static func hook(_ strokes: [Stroke]) -> Double? { strokes.flatMap(\.points).max { $0.y < $1.y }?.x }
}
