public import Ink

/// A style of handwriting: for each character, its glyphs as single lines, as a pen draws them.
///
/// Lengths are in the hand's own units; x grows to the right from the glyph's left bound, y downward from the baseline.
public struct Hand: Sendable, Hashable {
    /// One form of a character.
    public struct Glyph: Sendable, Hashable {
        /// The distance from this glyph's left bound to the next one's.
        public var advance: Double
        /// The strokes in drawing order. Each has at least one point: control points of a smooth curve, except at sharp corners.
        public var strokes: [[Point]]
        /// The number of final strokes, such as dots and bars, that are drawn after the word if letters are joined.
        public var delayed: Int
        /// Whether the first stroke can be joined to the letter before it: it then begins where that letter ends.
        public var entry: Bool
        /// Whether the last stroke that is not delayed can be joined to the letter after it: it then ends where that letter begins.
        public var exit: Bool

        /// Creates a glyph.
        public init(advance: Double, strokes: [[Point]], delayed: Int = 0, entry: Bool = false, exit: Bool = false) {
            (self.advance, self.strokes, self.delayed, self.entry, self.exit) = (advance, strokes, delayed, entry, exit)
        }

        /// The strokes drawn before the next letter.
        var body: ArraySlice<[Point]> { strokes.dropLast(delayed) }
        /// The delayed strokes, drawn after the word if letters are joined.
        var late: ArraySlice<[Point]> { strokes.suffix(delayed) }
    }

    /// The hand's name in calls and on command lines.
    public let name: String
    /// The description of the handwriting's appearance, in English.
    public let title: String
    /// The origin of the glyphs, and the notice that their license requires.
    public let notice: String
    /// The height of a lowercase letter without ascender; above 0.
    public let xHeight: Double
    /// The height of a capital letter; above 0.
    public let capHeight: Double
    /// The depth of letters below the baseline.
    public let descent: Double
    /// The width of a space.
    public let space: Double
    /// The forms of each character; never empty. In the glyph of a combining accent, x = 0 is the accent's center, and y = 0 its edge next
    /// to the letter.
    public let glyphs: [Character: [Glyph]]
    /// Whether letters are joined within words.
    public let isJoined: Bool

    /// Creates a hand with these glyphs.
    public init(
        name: String, title: String = "", notice: String = "", xHeight: Double, capHeight: Double, descent: Double, space: Double,
        glyphs: [Character: [Glyph]]
    ) {
        (self.name, self.title, self.notice) = (name, title, notice)
        (self.xHeight, self.capHeight, self.descent, self.space) = (xHeight, capHeight, descent, space)
        self.glyphs = glyphs
        isJoined = glyphs.values.contains { $0.contains(where: \.entry) }
    }

    /// Returns the forms of a character: its own glyphs, or those of its letter combined with its accent. Empty if the hand has neither.
    public func forms(of character: Character) -> [Glyph] {
        if let own = glyphs[character] { return own }
        guard let parts = Accents.parts(of: character), let mark = glyphs[parts.mark]?.first else { return [] }
        // an accent replaces the dot
        let letter: Character = parts.letter == "i" ? "ı" : parts.letter == "j" ? "ȷ" : parts.letter
        return (glyphs[letter] ?? []).map { accented($0, by: mark, below: parts.isBelow) }
    }

    /// Returns the characters of a text that the hand lacks, without duplicates, in the order of the text.
    public func missingCharacters(in text: String) -> [Character] {
        var seen: Set<Character> = []
        return text.filter { !$0.isWhitespace && seen.insert($0).inserted && forms(of: $0).isEmpty }
    }

    /// Returns a letter with its accent: above the center of the letter's upper part, or below the center of its part on the baseline.
    private func accented(_ letter: Glyph, by mark: Glyph, below: Bool) -> Glyph {
        let points = letter.body.joined()
        guard let top = points.map(\.y).min() else { return letter }
        let near = points.filter { below ? $0.y > -0.2 * xHeight : $0.y <= 0.55 * top }
        guard let left = near.map(\.x).min(), let right = near.map(\.x).max() else { return letter }
        let place = Point(x: (left + right) / 2, y: below ? 0 : top - 0.12 * capHeight)
        var result = letter
        result.strokes += mark.strokes.map { $0.map { $0 + place } }
        result.delayed += mark.strokes.count
        return result
    }
}
