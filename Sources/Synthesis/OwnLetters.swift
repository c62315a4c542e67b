public import Ink

/// Letters cut out of words that a person wrote, as the glyphs of a hand that imitates the person's handwriting.
public struct OwnLetters: Sendable {
    /// The letters as they were written, in the unit of the hand.
    private var letters: [Character: [Hand.Glyph]] = [:]
    /// The number of words that have been cut into letters.
    public private(set) var words = 0

    /// The height of a lowercase letter in the hand's unit.
    static let xHeight = 300.0
    /// The gap after a word's last letter, as a fraction of the height of a lowercase letter.
    private static let gap = 0.25
    /// The maximum number of forms per letter.
    private static let mostForms = 5
    /// The simplification tolerance: the maximum distance of a removed point from the simplified line, in the hand's unit.
    private static let coarseness = 4.0
    /// The maximum number of points in a stroke, as in a hand's file.
    private static let mostPoints = 500
    /// The accepted widths of a form, as multiples of the median width of its letter. Other forms were cut in the wrong place, or are
    /// outliers.
    private static let sizes = 0.6...1.6

    /// Creates a collection without letters.
    public init() {}

    /// The characters for which letters have been cut out.
    public var characters: Set<Character> { Set(letters.keys) }

    /// Cuts a word into letters. A word without a known position on its line, or with a letter without ink, is ignored.
    ///
    /// - Parameters:
    ///   - word: the recognized word, with the correct text.
    ///   - strokes: the ink that was recognized.
    public mutating func add(_ word: TranscribedWord, of strokes: [Stroke]) {
        guard let baseline = word.baseline, let height = word.xHeight, height > 0 else { return }
        let pieces = word.graphemes.map { grapheme in
            grapheme.ranges.filter { range in
                strokes.indices.contains(range.stroke) && range.first <= range.last
                    && strokes[range.stroke].points.indices.contains(range.first)
                    && strokes[range.stroke].points.indices.contains(range.last)
            }
        }
        guard !pieces.isEmpty, pieces.allSatisfy({ !$0.isEmpty }) else { return }
        let unit = Self.xHeight / height
        func places(_ range: StrokeRange, from first: Int) -> [Point] {
            strokes[range.stroke].points[first...range.last].map { Point(x: $0.x * unit, y: ($0.y - baseline) * unit) }
        }
        let bounds = pieces.map { ranges in ranges.flatMap { places($0, from: $0.first) }.map(\.x) }.map { ($0.min() ?? 0, $0.max() ?? 0) }
        words += 1
        for (index, ranges) in pieces.enumerated() {
            guard let character = word.graphemes[index].text.first, word.graphemes[index].text.count == 1 else { continue }
            let next = index + 1 < pieces.count ? pieces[index + 1] : []
            // strokes, such as dots and bars, that were drawn after the next letter
            let delayed = next.first.map { next in ranges.drop { $0.stroke <= next.stroke }.count } ?? 0
            let body = ranges.dropLast(delayed)
            guard let first = body.first, let last = body.last else { continue }
            let entry = index > 0 && pieces[index - 1].contains { $0.stroke == first.stroke && $0.last == first.first - 1 }
            let exit = next.contains { $0.stroke == last.stroke && $0.first == last.last + 1 }
            let left = bounds[index].0
            let shapes = ranges.map { range in
                // a joined letter begins where the previous one ends
                Self.simplified(places(range, from: entry && range == first ? range.first - 1 : range.first))
                    .map { Point(x: ($0.x - left).rounded(), y: $0.y.rounded()) }
            }
            let right = index + 1 < pieces.count ? bounds[index + 1].0 : bounds[index].1 + Self.gap * Self.xHeight
            let advance = max(Self.gap * Self.xHeight, right - left).rounded()
            letters[character, default: []].append(
                Hand.Glyph(advance: advance, strokes: shapes, delayed: delayed, entry: entry, exit: exit))
        }
    }

    /// Removes letters that were cut wrong.
    ///
    /// - Parameter isRight: called with each letter's strokes, lowercase letters 3 high, and their intended character.
    public mutating func keep(where isRight: (Character, [[Point]]) throws -> Bool) rethrows {
        let scale = 3 / Self.xHeight
        for (character, forms) in letters {
            let right = try forms.filter { form in try isRight(character, form.strokes.map { $0.map { $0 * scale } }) }
            letters[character] = right.isEmpty ? nil : right
        }
    }

    /// Returns a hand with these letters; other characters come from another hand.
    public func hand(named name: String, title: String, completedBy base: Hand) -> Hand {
        let scale = Self.xHeight / base.xHeight
        var glyphs = base.glyphs.mapValues { $0.map { $0.scaled(by: scale) } }
        for (character, forms) in letters { glyphs[character] = Self.usual(forms) }
        func height(of kind: (Character) -> Bool, _ measure: (Hand.Glyph) -> Double?) -> Double? {
            Self.median(letters.filter { kind($0.key) }.values.joined().compactMap(measure))
        }
        let capitals = height(of: { $0.isUppercase }, { $0.places.map(\.y).min().map { -$0 } })
        let tails = height(of: { "gpqy".contains($0) }, { $0.places.map(\.y).max() })
        return Hand(
            name: name, title: title, notice: base.notice, xHeight: Self.xHeight,
            capHeight: max(Self.xHeight, capitals ?? base.capHeight * scale),
            descent: max(1, tails ?? base.descent * scale), space: base.space * scale, glyphs: glyphs)
    }

    /// The fraction of letters that are joined to the next letter.
    public var joinedShare: Double {
        let all = letters.values.joined()
        return all.isEmpty ? 0 : Double(all.count(where: \.exit)) / Double(all.count)
    }

    /// Returns the forms whose sizes are nearest to the median, at most `mostForms`.
    private static func usual(_ forms: [Hand.Glyph]) -> [Hand.Glyph] {
        guard let width = median(forms.map(\.advance)), let height = median(forms.map(\.height)) else { return forms }
        func strangeness(_ form: Hand.Glyph) -> Double {
            abs(form.advance / max(1, width) - 1) + abs((form.height + xHeight / 4) / (height + xHeight / 4) - 1)
        }
        let sorted = forms.sorted { strangeness($0) < strangeness($1) }
        let right = sorted.filter { sizes.contains($0.advance / max(1, width)) }
        return Array((right.isEmpty ? sorted : right).prefix(mostForms))
    }

    private static func median(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.sorted()[values.count / 2]
    }

    private static func simplified(_ places: [Point]) -> [Point] {
        var tolerance = coarseness
        while true {
            let line = places.corners(tolerance: tolerance).map { places[$0] }
            if line.count <= mostPoints { return line }
            tolerance *= 2
        }
    }
}

extension Hand.Glyph {
    var places: some Sequence<Point> { strokes.joined() }

    fileprivate var height: Double { (places.map(\.y).max() ?? 0) - (places.map(\.y).min() ?? 0) }

    fileprivate func scaled(by scale: Double) -> Hand.Glyph {
        var glyph = self
        glyph.advance = (advance * scale).rounded()
        glyph.strokes = strokes.map { $0.map { Point(x: ($0.x * scale).rounded(), y: ($0.y * scale).rounded()) } }
        return glyph
    }
}
