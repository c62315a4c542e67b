public import Formula
internal import Glibc
public import Ink
public import Recognition

/// A formula that was read from ink.
public struct ReadFormula: Sendable {
    /// A reading of the whole ink.
    public struct Candidate: Sendable, Hashable {
        /// The formula.
        public var node: MathNode
        /// The formula in LaTeX.
        public var latex: String
        /// A natural logarithm: the sum over its symbols; larger is better.
        public var score: Double
    }

    /// A symbol and where it is written.
    public struct Symbol: Sendable, Hashable {
        /// The symbol, as it is in the first candidate.
        public var symbol: MathSymbol
        /// Places of its strokes in the ink, rising.
        public var strokes: [Int]
        /// Around its strokes, in their unit.
        public var box: Box
        /// What it may be, best first.
        public var candidates: [FormulaCandidate]
    }

    /// Best first; none for an ink without samples. Each but the first differs from it in one symbol.
    public var candidates: [Candidate]
    /// From left to right.
    public var symbols: [Symbol]

    /// The best reading; an empty row for an ink without samples.
    public var node: MathNode { candidates.first?.node ?? .row([]) }
    /// The best reading in LaTeX.
    public var latex: String { candidates.first?.latex ?? "" }
}

/// Reads the ink of one formula: symbols, structure, LaTeX. Belongs to one thread at a time, as its classifier does.
///
/// Strokes are grouped into symbols by the classifier's probabilities (`SymbolSegmentation`), the symbols' places give the structure
/// (`LayoutParser`), and their surroundings decide between symbols that are drawn alike (`ContextRules`).
public struct FormulaReader {
    /// Strokes of one formula at most.
    public static let mostStrokes = 200
    /// Samples of one formula at most.
    public static let mostSamples = 20_000

    /// What a group costs that is not written in one go, for each stroke between.
    private static let interruption = 0.25
    private static let mostInterruption = 1.2
    /// What a stroke costs that crosses one of the group and does not belong to it.
    private static let cutCrossing = 1.0
    /// What a horizontal gap within a symbol costs, in the usual size.
    private static let gap = 1.5
    /// What a fraction's bar costs within a symbol.
    private static let takenBar = 4.0
    /// What every symbol costs: of two partitions that are equally good, that of fewer symbols is right.
    private static let everySymbol = 0.2
    /// Probabilities count as no less, so that one bad symbol does not outweigh all others.
    private static let leastQuality = 1e-4
    /// Candidates that share an ink's probability: a symbol may look like others and still be one symbol.
    private static let sharing = 3

    private let classifier: SymbolClassifier
    private let vocabulary = FormulaVocabulary()

    /// A reader with a symbol model.
    public init(classifier: SymbolClassifier) { self.classifier = classifier }

    /// One group of strokes with what it may be.
    private struct Draft {
        var strokes: [Int]
        var box: Box
        var candidates: [FormulaCandidate]
        var hook: Double?
    }

    /// Reads strokes as one formula.
    /// - Parameters:
    ///   - strokes: in the order they were drawn, y down.
    ///   - alternatives: readings at most.
    /// - Throws: `RecognitionError.tooMuchInk` beyond the limits, `coordinate`, `notFinite`.
    public func read(_ strokes: [Stroke], alternatives: Int = 3) throws(RecognitionError) -> ReadFormula {
        guard strokes.count <= Self.mostStrokes else { throw .tooMuchInk(what: "strokes", count: strokes.count, limit: Self.mostStrokes) }
        let samples = strokes.reduce(0) { $0 + $1.points.count }
        guard samples <= Self.mostSamples else { throw .tooMuchInk(what: "points", count: samples, limit: Self.mostSamples) }
        let drafts = try self.drafts(of: strokes)
        guard !drafts.isEmpty else { return ReadFormula(candidates: [], symbols: []) }
        var symbols = drafts.map { LayoutSymbol(Self.likeliest($0.candidates), $0.box, hook: $0.hook) }
        var refined = drafts.map(\.candidates)
        // the structure tells what the symbols are, and these once more what the structure is
        for _ in 0..<2 {
            let tree = LayoutParser(symbols: symbols).parse()
            refined = ContextRules(symbols: symbols, candidates: drafts.map(\.candidates)).refined(in: tree)
            for place in symbols.indices { symbols[place].symbol = refined[place].first?.symbol ?? symbols[place].symbol }
        }
        let read = drafts.indices.map { place in
            ReadFormula.Symbol(
                symbol: symbols[place].symbol, strokes: drafts[place].strokes, box: drafts[place].box,
                candidates: Array(refined[place].prefix(5)))
        }
        return ReadFormula(candidates: Self.candidates(symbols, refined, count: max(1, alternatives)), symbols: read)
    }

    private static func likeliest(_ candidates: [FormulaCandidate]) -> MathSymbol {
        candidates.max { weight($0) < weight($1) }?.symbol ?? placeholder
    }

    private static func weight(_ candidate: FormulaCandidate) -> Double {
        log(max(candidate.score, 1e-9)) + FormulaVocabulary.prior(of: candidate.symbol)
    }

    /// Never used: every group has candidates.
    private static let placeholder = MathSymbol.all[0]

    /// The best reading, and those with the next candidate in place of the least sure symbols.
    private static func candidates(
        _ symbols: [LayoutSymbol], _ refined: [[FormulaCandidate]], count: Int
    ) -> [ReadFormula.Candidate] {
        func formula(_ symbols: [LayoutSymbol]) -> MathNode {
            FormulaBuilder(symbols: symbols).node(of: LayoutParser(symbols: symbols).parse())
        }
        let total = refined.reduce(0) { $0 + log(max($1.first?.score ?? 1, 1e-9)) }
        let best = formula(symbols)
        var found = [ReadFormula.Candidate(node: best, latex: LaTeXWriter.text(of: best), score: total)]
        let swaps = refined.indices.flatMap { place in
            refined[place].dropFirst().map { candidate in
                (place, candidate.symbol, log(max(refined[place].first?.score ?? 1, 1e-9)) - log(max(candidate.score, 1e-9)))
            }
        }
        // as many tries again for those that make no difference
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

    /// The symbols of the best partition, from left to right.
    private func drafts(of strokes: [Stroke]) throws(RecognitionError) -> [Draft] {
        let sorted = strokes.indices.compactMap { index in StrokeShape(strokes[index]).map { (index, $0) } }
            .sorted { ($0.1.box.x, $0.0) < ($1.1.box.x, $1.0) }
        let places = sorted.map(\.0)
        let groups = StrokeGroups(sorted.map(\.1))
        var candidates: [[FormulaCandidate]] = []
        var scores: [Double] = []
        for group in groups.groups {
            let members = group.map { places[$0] }.sorted()
            let found = try self.candidates(group, groups, members.map { strokes[$0] })
            candidates.append(found)
            scores.append(Self.score(group, members, groups, found))
        }
        let best = SymbolSegmentation.best(of: groups.groups, scores: scores, strokes: sorted.count)
        return best.compactMap { index -> Draft? in
            let members = groups.groups[index].map { places[$0] }.sorted()
            guard let box = Box(around: members.flatMap { strokes[$0].points }) else { return nil }
            return Draft(strokes: members, box: box, candidates: candidates[index], hook: Self.hook(members.map { strokes[$0] }))
        }
        .sorted { ($0.box.x, $0.strokes.first ?? 0) < ($1.box.x, $1.strokes.first ?? 0) }
    }

    private func candidates(_ group: [Int], _ groups: StrokeGroups, _ strokes: [Stroke]) throws(RecognitionError) -> [FormulaCandidate] {
        func sure(_ latex: String, _ score: Double) -> FormulaCandidate? {
            MathSymbol.latex(latex).map { FormulaCandidate(symbol: $0, score: score) }
        }
        if group.count == 1, groups.isFractionBar(group[0]) { return [sure("-", 0.95)].compactMap { $0 } }
        // the classifier sees no size: a dot is whatever its few samples make
        if group.count == 1, groups.isDot(group[0]) { return [sure(".", 0.85), sure(",", 0.1)].compactMap { $0 } }
        let found = vocabulary.ranked(try classifier.classify(strokes, candidates: .max))
        return found.isEmpty ? [sure("x", Self.leastQuality)].compactMap { $0 } : Array(found.prefix(8))
    }

    /// The natural logarithm of how well a group is one symbol, for each of its strokes, so that partitions into few and many symbols compare.
    private static func score(_ group: [Int], _ members: [Int], _ groups: StrokeGroups, _ candidates: [FormulaCandidate]) -> Double {
        let quality = candidates.prefix(sharing).reduce(0) { $0 + $1.score }
        var score = Double(group.count) * log(max(min(quality, 1), leastQuality)) - everySymbol
        score -= cutCrossing * Double(groups.crossings(of: group))
        score -= gap * groups.gap(in: group)
        if let first = members.first, let last = members.last {
            score -= min(mostInterruption, interruption * Double(last - first + 1 - members.count))
        }
        if group.count > 1, group.contains(where: groups.isFractionBar) { score -= takenBar }
        return score
    }

    /// The x of the lowest sample: of a root sign the place behind which its radicand stands.
    private static func hook(_ strokes: [Stroke]) -> Double? { strokes.flatMap(\.points).max { $0.y < $1.y }?.x }
}
