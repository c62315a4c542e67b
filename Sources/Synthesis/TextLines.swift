internal import System

/// A text as lines of words, with their glyphs.
struct TextLines {
    /// Characters without a space between them, with the width of the preceding spaces.
    struct Word {
        var indent = 0.0
        var glyphs: [Hand.Glyph] = []

        /// The width in the hand's units, without the preceding spaces.
        var width: Double { glyphs.reduce(0) { $0 + $1.advance } }
    }

    /// The lines in order; an empty line has no words.
    private(set) var lines: [[Word]] = []

    /// The width of a tab in spaces.
    private static let tab = 4.0

    /// Lays out a text.
    ///
    /// - Parameters:
    ///   - width: the maximum length of a line in the hand's units; a longer word is alone on its line, and is not broken.
    ///   - random: The generator that chooses among a character's forms.
    ///   - isVaried: Whether to use all forms of a character, not only the first.
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
                // the spaces at the line break are dropped
                word.indent = 0
            }
            line.append(word)
            used += word.indent + word.width
        }
        lines.append(line)
    }
}
