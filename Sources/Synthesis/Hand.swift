public import Ink

/// A handwriting: glyphs of single lines, as a pen draws them, by character.
///
/// Lengths are the hand's own units; x grows to the right from the glyph's left bound, y downwards from the baseline.
public struct Hand: Sendable, Hashable {
    /// One way to write a character.
    public struct Glyph: Sendable, Hashable {
        /// From this glyph's left bound to the next one's.
        public var advance: Double
        /// In the order they are drawn. Each has one point at least: control points of a smooth curve, but for sharp corners.
        public var strokes: [[Place]]
        /// How many of the last strokes, such as dots and bars, are drawn when the word is finished, if letters are joined.
        public var delayed: Int
        /// The first stroke begins where a letter that joins on its left ends.
        public var entry: Bool
        /// The last stroke that is not delayed ends where a letter that joins on its right begins.
        public var exit: Bool

        /// A glyph.
        public init(advance: Double, strokes: [[Place]], delayed: Int = 0, entry: Bool = false, exit: Bool = false) {
            (self.advance, self.strokes, self.delayed, self.entry, self.exit) = (advance, strokes, delayed, entry, exit)
        }

        /// The strokes that are drawn at once.
        var body: ArraySlice<[Place]> { strokes.dropLast(delayed) }
        /// The strokes that wait until the word is finished.
        var late: ArraySlice<[Place]> { strokes.suffix(delayed) }
    }

    /// What it is called in calls and on command lines.
    public let name: String
    /// What it looks like, in English.
    public let title: String
    /// Whom the glyphs are from, and what their licence asks to be said.
    public let notice: String
    /// The height of a small letter without ascender; above 0.
    public let xHeight: Double
    /// The height of a capital letter; above 0.
    public let capHeight: Double
    /// How far letters go below the baseline.
    public let descent: Double
    /// The width of a space.
    public let space: Double
    /// The ways to write each character; never none. Combining accents have x = 0 in their middle, and y = 0 where they are next to the letter.
    public let glyphs: [Character: [Glyph]]
    /// Whether letters are joined to words.
    public let isJoined: Bool

    /// A hand of these glyphs.
    public init(
        name: String, title: String = "", notice: String = "", xHeight: Double, capHeight: Double, descent: Double, space: Double,
        glyphs: [Character: [Glyph]]
    ) {
        (self.name, self.title, self.notice) = (name, title, notice)
        (self.xHeight, self.capHeight, self.descent, self.space) = (xHeight, capHeight, descent, space)
        self.glyphs = glyphs
        isJoined = glyphs.values.contains { $0.contains(where: \.entry) }
    }

    /// The ways to write a character: its glyphs, or those of its letter with the accent; none if the hand lacks it.
    public func forms(of character: Character) -> [Glyph] {
        if let own = glyphs[character] { return own }
        guard let parts = Accents.parts(of: character), let mark = glyphs[parts.mark]?.first else { return [] }
        // a dot gives way to an accent
        let letter: Character = parts.letter == "i" ? "ı" : parts.letter == "j" ? "ȷ" : parts.letter
        return (glyphs[letter] ?? []).map { accented($0, by: mark, below: parts.isBelow) }
    }

    /// The characters of a text that the hand lacks, each once, in the order of the text.
    public func missingCharacters(in text: String) -> [Character] {
        var seen: Set<Character> = []
        return text.filter { !$0.isWhitespace && seen.insert($0).inserted && forms(of: $0).isEmpty }
    }

    /// The accent stands over the middle of the letter's upper part, or hangs from the middle of what is on the baseline.
    private func accented(_ letter: Glyph, by mark: Glyph, below: Bool) -> Glyph {
        let points = letter.body.joined()
        guard let top = points.map(\.y).min() else { return letter }
        let near = points.filter { below ? $0.y > -0.2 * xHeight : $0.y <= 0.55 * top }
        guard let left = near.map(\.x).min(), let right = near.map(\.x).max() else { return letter }
        let place = Place(x: (left + right) / 2, y: below ? 0 : top - 0.12 * capHeight)
        var result = letter
        result.strokes += mark.strokes.map { $0.map { $0 + place } }
        result.delayed += mark.strokes.count
        return result
    }
}
