internal import Ink

/// The words of a line after the user's decisions: the recognizer's words, joined, split and corrected.
///
/// The words are computed anew from every reading, so that no reading undoes a decision.
struct DecidedReading {
    /// The words in reading order.
    private(set) var words: [LineWord]
    /// Whether the decisions differ from the reading.
    private(set) var isChanged = false

    /// The recognizer's texts of the whole line, best first.
    private let readings: [String]
    /// The function that returns the box around samples; nil for an empty list.
    private let bounds: ([WordRange]) -> Box?

    /// - Parameters:
    ///   - words: the words of the line's best reading.
    ///   - readings: candidate texts of the whole line, best first. The text of a joined word comes from the first candidate that fits.
    ///   - bounds: returns the box around samples.
    init(_ words: [LineWord], readings: [String], decisions: WordDecisions, bounds: @escaping ([WordRange]) -> Box?) {
        self.words = words
        self.readings = readings
        self.bounds = bounds
        let boundaries = decisions.boundaries.filter { isThere($0.left) && isThere($0.right) }
        for boundary in boundaries where boundary.kind == .joined { join(Set(boundary.left + boundary.right)) }
        for boundary in boundaries where boundary.kind == .parted { part(Set(boundary.left), Set(boundary.right)) }
        // choices with fewer strokes first, because larger choices may refer to the joined words that result
        for choice in decisions.choices.sorted(by: { $0.strokes.count < $1.strokes.count }) { choose(choice) }
    }

    /// The line's text.
    var text: String { words.map(\.text).joined(separator: " ") }

    /// Whether a word contains samples of one of the strokes.
    private func isThere(_ strokes: [StrokeID]) -> Bool {
        let strokes = Set(strokes)
        return words.contains { $0.samples(of: strokes) > 0 }
    }
}

// MARK: Joining

extension DecidedReading {
    /// Joins neighboring words that contain these strokes. Words separated by text that was added later stay separate.
    private mutating func join(_ strokes: Set<StrokeID>) {
        for index in words.indices.dropFirst().reversed()
        where words[index - 1].samples(of: strokes) > 0 && words[index].samples(of: strokes) > 0 {
            joinNext(to: index - 1)
        }
    }

    private mutating func joinNext(to index: Int) {
        let (left, right) = (words[index], words[index + 1])
        let plain = left.text + right.text
        var texts = fitting(at: index)
        // the recognizer's text for both words as one is more likely than a combination of its texts for separate words
        for text in [plain] + left.alternatives.map({ $0 + right.text }) + right.alternatives.map({ left.text + $0 })
        where !texts.contains(text) { texts.append(text) }
        var word = left
        word.text = texts[0]
        word.box = left.box.flatMap { box in right.box.map { box.union($0) } ?? box } ?? right.box
        word.ranges = left.ranges + right.ranges
        word.candidates = texts.prefix(max(left.candidates.count, right.candidates.count, 1)).map { Candidate(text: $0, score: nil) }
        word.baseline = left.baseline ?? right.baseline
        word.xHeight = left.xHeight ?? right.xHeight
        let isSpelled = left.isSpelled && right.isSpelled
        word.graphemes = isSpelled ? left.graphemes + right.graphemes : []
        word.relabel()
        word.confidence = left.confidence.flatMap { confidence in right.confidence.map { confidence * $0 } }
        words.replaceSubrange(index...(index + 1), with: [word])
        isChanged = true
    }

    /// Returns texts of two neighboring words as one word. The texts come from candidates of the line in which the words before and after
    /// have the same texts.
    private func fitting(at index: Int) -> [String] {
        let (before, behind) = (words[..<index].map(\.text), words[(index + 2)...].map(\.text))
        var found: [String] = []
        for reading in readings {
            let texts = reading.split(separator: " ").map(String.init)
            guard texts.count == words.count - 1, Array(texts[..<index]) == before, Array(texts[(index + 1)...]) == behind,
                !found.contains(texts[index])
            else { continue }
            found.append(texts[index])
        }
        return found
    }
}

// MARK: Parting

extension DecidedReading {
    /// Makes the strokes of each side separate words.
    private mutating func part(_ left: Set<StrokeID>, _ right: Set<StrokeID>) {
        let both = words.indices.map { min(words[$0].samples(of: left), words[$0].samples(of: right)) }
        if let most = both.max(), most > 0, let index = both.firstIndex(of: most) { cut(index, left, right) }
        join(side: left, not: right)
        join(side: right, not: left)
    }

    /// Joins like `join(_:)`, but ignores words that consist mostly of the other side's strokes.
    private mutating func join(side: Set<StrokeID>, not other: Set<StrokeID>) {
        func holds(_ word: LineWord) -> Bool { word.samples(of: side) > word.samples(of: other) }
        for index in words.indices.dropFirst().reversed() where holds(words[index - 1]) && holds(words[index]) { joinNext(to: index - 1) }
    }

    /// Cuts a word at the position that best separates the strokes `left` from the strokes `right`. A single character stays whole.
    private mutating func cut(_ index: Int, _ left: Set<StrokeID>, _ right: Set<StrokeID>) {
        let word = words[index]
        let characters = word.isSpelled ? word.graphemes.map(\.text) : word.text.map(String.init)
        guard characters.count > 1 else { return }
        let place: Int
        if word.isSpelled {
            // for a cut before each character, the number of samples on the wrong side of the cut
            let costs = (1..<characters.count).map { cut in
                word.graphemes[..<cut].reduce(0) { $0 + $1.ranges.samples(of: right) }
                    + word.graphemes[cut...].reduce(0) { $0 + $1.ranges.samples(of: left) }
            }
            place = 1 + (costs.min().flatMap { costs.firstIndex(of: $0) } ?? 0)
        } else {
            let (before, behind) = (word.samples(of: left), word.samples(of: right))
            let share = Double(characters.count * before) / Double(max(1, before + behind))
            place = min(max(1, Int(share.rounded())), characters.count - 1)
        }
        let inFirst = Set(word.isSpelled ? word.graphemes[..<place].flatMap { $0.ranges.map(\.stroke) } : [])
        func isFirst(_ range: WordRange) -> Bool {
            left.contains(range.stroke) || !right.contains(range.stroke) && inFirst.contains(range.stroke)
        }
        words.replaceSubrange(
            index...index,
            with: [
                piece(of: word, 0..<place, of: characters.count, ranges: word.ranges.filter(isFirst)),
                piece(of: word, place..<characters.count, of: characters.count, ranges: word.ranges.filter { !isFirst($0) }),
            ])
        isChanged = true
    }

    private func piece(of word: LineWord, _ place: Range<Int>, of count: Int, ranges: [WordRange]) -> LineWord {
        let strokes = Set(ranges.map(\.stroke))
        var piece = word
        piece.ranges = ranges
        piece.box = bounds(ranges)
        piece.graphemes = word.isSpelled ? Array(word.graphemes[place]) : []
        for index in piece.graphemes.indices { piece.graphemes[index].ranges.removeAll { !strokes.contains($0.stroke) } }
        func text(_ whole: String) -> String? {
            let characters = Array(whole)
            return characters.count == count ? String(characters[place]) : nil
        }
        let own = word.isSpelled ? word.graphemes[place].map(\.text).joined() : text(word.text) ?? word.text
        var texts = [own]
        for other in word.candidates.compactMap({ text($0.text) }) where !texts.contains(other) { texts.append(other) }
        piece.text = own
        piece.candidates = texts.map { Candidate(text: $0, score: nil) }
        piece.confidence = nil
        return piece
    }
}

// MARK: Choosing

extension DecidedReading {
    /// Replaces the reading of a choice's strokes with the chosen text.
    private mutating func choose(_ choice: WordChoice) {
        let same = words.indices.filter { words[$0].strokes == choice.strokes }
        if same.indices.contains(choice.place) { return choose(choice.text, for: same[choice.place]) }
        // several words written without lifting the pen have the same strokes, so only the index distinguishes the words
        guard choice.place == 0, same.isEmpty else { return }
        let strokes = Set(choice.strokes)
        guard strokes.isSubset(of: words.flatMap { $0.ranges.map(\.stroke) }) else { return }
        join(strokes)
        let holding = words.indices.filter { words[$0].samples(of: strokes) > 0 }
        guard holding.count == 1, let index = holding.first else { return }
        let word = words[index]
        guard word.isSpelled else {
            // accept a small addition to the word, such as a dot; the position of a larger addition in the text is unknown
            if 5 * word.samples(of: strokes) > 4 * word.ranges.samples { choose(choice.text, for: index) }
            return
        }
        // strokes added to the word after the choice are shown beside the chosen text
        func isOther(_ grapheme: LineGrapheme) -> Bool { 2 * grapheme.ranges.samples(of: strokes) < grapheme.ranges.samples }
        let before = word.graphemes.prefix(while: isOther)
        let behind = word.graphemes.dropFirst(before.count).reversed().prefix(while: isOther).reversed()
        choose(before.map(\.text).joined() + choice.text + behind.map(\.text).joined(), for: index)
    }

    private mutating func choose(_ text: String, for index: Int) {
        words[index].choose(text)
        isChanged = true
    }
}

extension LineWord {
    /// Returns the number of the word's samples that belong to these strokes.
    func samples(of strokes: Set<StrokeID>) -> Int { ranges.samples(of: strokes) }

    /// Whether the characters spell the word's text.
    var isSpelled: Bool { !graphemes.isEmpty && graphemes.map(\.text).joined() == text }

    /// The candidates other than the word's text.
    fileprivate var alternatives: [String] { candidates.map(\.text).filter { $0 != text } }

    /// Sets the text and makes it the first candidate.
    mutating func choose(_ text: String) {
        isChosen = true
        guard self.text != text else { return }
        self.text = text
        candidates.removeAll { $0.text == text }
        candidates.insert(Candidate(text: text, score: nil), at: 0)
        relabel()
        confidence = nil
    }

    /// Updates the characters from the text. If the number of characters differs, the characters cannot be matched to the ink and are
    /// removed.
    fileprivate mutating func relabel() {
        let characters = text.map(String.init)
        guard characters.count == graphemes.count else { return graphemes = [] }
        for index in graphemes.indices { graphemes[index].text = characters[index] }
    }
}

extension [WordRange] {
    /// The number of samples.
    var samples: Int { reduce(0) { $0 + $1.last - $1.first + 1 } }

    /// Returns the number of samples that belong to these strokes.
    func samples(of strokes: Set<StrokeID>) -> Int { reduce(0) { $0 + (strokes.contains($1.stroke) ? $1.last - $1.first + 1 : 0) } }
}
