/// A text as lines of words, each as glyphs.
struct TextLines {
    /// Characters without a space between them, with the width of the spaces before them.
    struct Word {
        var indent = 0.0
        var glyphs: [Hand.Glyph] = []

        /// In the hand's units, without the spaces before it.
        var width: Double { glyphs.reduce(0) { $0 + $1.advance } }
    }

    /// In order; an empty line has no word.
    private(set) var lines: [[Word]] = []

    /// Spaces that a tab is as wide as.
    private static let tab = 4.0

    /// Lays a text out.
    ///
    /// - Parameters:
    ///   - width: the longest line in the hand's units; a longer word stands alone, and is not broken.
    ///   - random: chooses among a character's forms.
    ///   - isVaried: forms after the first are used as well.
    init(_ text: String, in hand: Hand, width: Double, isVaried: Bool, _ random: inout SeededGenerator) {
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var words: [Word] = []
            var word = Word()
            for character in line {
                guard character.isWhitespace else {
                    let forms = hand.forms(of: character)
                    if !forms.isEmpty { word.glyphs.append(forms[isVaried ? random.index(below: forms.count) : 0]) }
                    continue
                }
                if !word.glyphs.isEmpty {
                    words.append(word)
                    word = Word()
                }
                word.indent += hand.space * (character == "\t" ? Self.tab : 1)
            }
            if !word.glyphs.isEmpty { words.append(word) }
            wrap(words, width)
        }
    }

    private mutating func wrap(_ words: [Word], _ width: Double) {
        var line: [Word] = []
        var used = 0.0
        for var word in words {
            if !line.isEmpty, used + word.indent + word.width > width {
                lines.append(line)
                (line, used) = ([], 0)
                // what the line is broken at is gone
                word.indent = 0
            }
            line.append(word)
            used += word.indent + word.width
        }
        lines.append(line)
    }
}
