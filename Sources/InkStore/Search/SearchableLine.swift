public import Editing
internal import Glibc
public import Ink

/// A possible text of a word.
public struct SearchableCandidate: Sendable, Hashable {
    /// The text.
    public var text: String
    /// The probability that this is the word's text, 0…1.
    public var probability: Double

    /// Creates a text with its probability.
    public init(_ text: String, _ probability: Double) {
        self.text = text
        self.probability = probability
    }
}

/// A word that a search can find by any of its candidates.
public struct SearchableWord: Sendable, Hashable {
    /// The candidates, best first; never empty.
    public var candidates: [SearchableCandidate]
    /// The ranges of ink samples of the word.
    public var ranges: [WordRange]
    /// The word's bounding box.
    public var box: Box?
    /// Whether the word is typeset rather than ink.
    public var isTypeset: Bool
    /// The word's index in the line.
    public var position: Int

    /// Creates a word with its candidates.
    public init(_ candidates: [SearchableCandidate], position: Int, ranges: [WordRange] = [], box: Box? = nil, isTypeset: Bool = false) {
        self.candidates = candidates
        self.position = position
        self.ranges = ranges
        self.box = box
        self.isTypeset = isTypeset
    }

    /// The best reading.
    public var text: String { candidates.first?.text ?? "" }
}

/// A line, or a block's text, in searchable form.
public struct SearchableLine: Sendable, Hashable {
    /// The line or block that contains the text.
    public var place: TextPlace
    /// The best reading; empty for ink that has not been recognized yet.
    public var text: String
    /// Whether all ink of the line has been read.
    public var isRead: Bool
    /// The words of the best reading, and words in which the line's other readings differ.
    public var words: [SearchableWord]

    /// Creates a line with its words.
    public init(place: TextPlace, text: String, isRead: Bool = true, words: [SearchableWord]) {
        self.place = place
        self.text = text
        self.isRead = isRead
        self.words = words
    }

    /// Creates the searchable form of an editor's line. A reading that is not final is ignored, because the division into words may change.
    init(_ line: LineState) {
        place = .line(line.id)
        isRead = line.isFinal
        text = line.isFinal ? line.text : ""
        words = line.isFinal ? line.words.enumerated().map { SearchableWord($0.element, position: $0.offset) } : []
        if line.isFinal { addAlternatives(of: line) }
    }

    /// Creates the searchable text of a block; nil for blocks without text.
    init?(_ block: AddedBlock) {
        guard case .text(let lines) = block.content else { return nil }
        place = .block(block.id)
        isRead = true
        text = lines.map(\.text).joined(separator: " ")
        let texts = lines.flatMap { line in line.text.split(whereSeparator: \.isWhitespace).map { (text: String($0), box: line.box) } }
        words = texts.enumerated().map { index, word in
            SearchableWord([.init(word.text, 1)], position: index, box: word.box, isTypeset: true)
        }
    }
}

extension SearchableWord {
    /// Creates a word of a line. Text that the user chose, and typeset text, has the probability 1.
    fileprivate init(_ word: LineWord, position: Int) {
        let isTypeset = word.typeset != nil
        self.init([], position: position, ranges: word.ranges, box: word.box, isTypeset: isTypeset)
        guard !word.isChosen, !isTypeset else {
            candidates = [.init(word.text, 1)]
            return
        }
        let best = Self.probability(word.confidence ?? word.candidates.first?.score.map { exp($0) })
        let others = word.candidates.filter { $0.text != word.text && !$0.text.isEmpty }
        candidates = [.init(word.text, best)] + Self.share(min(1 - best, best), among: others)
    }

    /// Clamps a probability to 0…1; 0.5 if it is missing.
    fileprivate static func probability(_ value: Double?) -> Double {
        guard let value, value.isFinite else { return 0.5 }
        return min(max(value, 0), 1)
    }

    /// Distributes a probability among candidates in proportion to exp(score). Without a score, the weight is 1/2 for the first candidate,
    /// 1/4 for the second, and so on.
    fileprivate static func share(_ probability: Double, among candidates: [Candidate]) -> [SearchableCandidate] {
        let best = candidates.compactMap(\.score).max() ?? 0
        let weights = candidates.enumerated().map { index, candidate in
            candidate.score.map { exp($0 - best) } ?? pow(0.5, Double(index + 1))
        }
        let sum = max(weights.reduce(0, +), .leastNormalMagnitude)
        return zip(candidates, weights).map { .init($0.text, probability * $1 / sum) }
    }
}

extension SearchableLine {
    /// The maximum number of words of a line for which words of other readings are added. The readings of a longer line mostly differ in
    /// the candidates of single words.
    private static let mostWords = 40

    /// Adds the words in which the line's other readings differ from the best reading, for example if two words were read as one. Words
    /// that are already candidates at that position are skipped.
    private mutating func addAlternatives(of line: LineState) {
        let best = line.words.map(\.text)
        guard best.count <= Self.mostWords, line.candidates.count > 1 else { return }
        let others = Array(line.candidates.dropFirst())
        let rest = min(0.5, 1 - SearchableWord.probability(line.confidence))
        for other in SearchableWord.share(rest, among: others) {
            let texts = other.text.split(separator: " ").map(String.init)
            let before = zip(best, texts).prefix { $0 == $1 }.count
            let behind = zip(best.dropFirst(before).reversed(), texts.dropFirst(before).reversed()).prefix { $0 == $1 }.count
            let (place, new) = (before..<(best.count - behind), texts[before..<(texts.count - behind)])
            let isDecided = line.words[place].contains { $0.isChosen || $0.typeset != nil }
            if !place.isEmpty, !new.isEmpty, !isDecided { add(Array(new), insteadOf: place, other.probability) }
        }
    }

    /// Adds words that are alternatives to the words at `place`.
    private mutating func add(_ texts: [String], insteadOf place: Range<Int>, _ probability: Double) {
        if texts.count == place.count {
            for (index, text) in zip(place, texts) where !words[index].candidates.contains(where: { $0.text == text }) {
                words[index].candidates.append(.init(text, probability))
            }
            return
        }
        let own = words[place]
        let known = Set(words.filter { place.contains($0.position) }.flatMap { $0.candidates.map(\.text) })
        let new = texts.filter { !known.contains($0) }
        guard !new.isEmpty else { return }
        let box = own.dropFirst().reduce(own.first?.box) { box, word in word.box.map { box?.union($0) ?? $0 } ?? box }
        let text = own.map(\.text).joined(separator: " ")
        // the probability of this text is 0: the line's own words already match it
        words.append(
            SearchableWord(
                [.init(text, 0)] + new.map { .init($0, probability) }, position: place.lowerBound, ranges: own.flatMap(\.ranges), box: box))
    }
}

extension InkEditor {
    /// Returns the lines and blocks whose text may be different after changes or readings.
    public func textPlaces(of changes: [DocumentChange], readings: some Sequence<LineID>) -> Set<TextPlace> {
        var places = Set(readings.map { TextPlace.line($0) })
        func add(lineOf strokes: [StrokeID]) {
            for stroke in strokes { if let line = line(of: [stroke]) { places.insert(.line(line)) } }
        }
        for change in changes {
            for item in [change.before, change.after] {
                switch item {
                case .stroke(let placed)?: places.insert(.line(placed.line))
                case .word(let word)?: places.insert(.line(word.line))
                case .block(let block)?: places.insert(.block(block.id))
                case .choice(let choice)?: add(lineOf: choice.strokes)
                case .boundary(let boundary)?: add(lineOf: boundary.left + boundary.right)
                case .decoration?, nil: break
                }
            }
        }
        places.remove(.line(.drawn))
        return places
    }

    /// Returns the searchable text of a line or block; nil if it no longer exists.
    public func searchable(_ place: TextPlace) -> SearchableLine? {
        switch place {
        case .line(let id): return line(id).map(SearchableLine.init)
        case .block(let id):
            guard case .block(let block)? = document[.block(id)] else { return nil }
            return SearchableLine(block)
        }
    }

    /// The searchable text of all lines and blocks of the editor.
    public var searchableLines: [SearchableLine] {
        lines.map(SearchableLine.init)
            + document.items.compactMap { item in
                if case .block(let block) = item { SearchableLine(block) } else { nil }
            }
    }
}
