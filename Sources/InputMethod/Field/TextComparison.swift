/// Comparison of an application's text with the text that inkd expects there.
///
/// Applications change text that is put into them: its spaces, quotation marks, dashes and capitals, the composition of its letters, and
/// characters without width. Such text still counts as the text that was put in. The methods return the application's own spelling,
/// because applications count the code points of their own text.
extension String {
    /// Whether the two texts differ only as applications change text.
    func isSame(as other: String) -> Bool {
        if self == other { return true }
        guard let start = start(ofEnd: other) else { return false }
        return self[..<start].allSatisfy(\.isWithoutWidth)
    }

    /// Whether the two texts differ only as applications change text, and in no capital.
    func isSpelled(as other: String) -> Bool { map(\.folded).joined() == other.map(\.folded).joined() }

    /// Whether the text ends with another.
    func ends(with other: String) -> Bool { start(ofEnd: other) != nil }

    /// Whether the text begins with another.
    func begins(with other: String) -> Bool { beginning(matching: other) != nil }

    /// Whether another text is somewhere in this one.
    func holds(_ other: String) -> Bool {
        if ends(with: other) { return true }
        let text = map(\.folded).filter { !$0.isEmpty }
        let part = other.map(\.folded).filter { !$0.isEmpty }
        return part.isEmpty || text.firstRange(of: part) != nil
    }

    /// Returns the end of this text that matches another text, in the spelling of this text; nil if the text ends otherwise.
    func end(matching other: String) -> String? { start(ofEnd: other).map { String(self[$0...]) } }

    /// Returns the beginning of this text that matches another text, in the spelling of this text; nil if the text begins otherwise.
    func beginning(matching other: String) -> String? {
        var expected = other[...]
        var index = startIndex
        while true {
            expected = expected.drop(while: \.isWithoutWidth)
            guard let next = expected.popFirst() else { return String(self[..<index]) }
            while index < endIndex, self[index].isWithoutWidth { index = self.index(after: index) }
            guard index < endIndex, isMatch(next, at: index) else { return nil }
            index = self.index(after: index)
        }
    }

    /// Returns the text without an end that matches another text. If the text ends otherwise, as many code points are removed as the other
    /// text has.
    func droppingLast(_ other: String) -> String {
        if let start = start(ofEnd: other) { return String(self[..<start]) }
        return String(String.UnicodeScalarView(unicodeScalars.dropLast(other.unicodeScalars.count)))
    }

    /// The number of characters that are compared.
    var comparedCount: Int { count { !$0.isWithoutWidth } }

    /// Returns the index at which the end of this text begins that matches another text.
    private func start(ofEnd other: String) -> Index? {
        let bytes = other.utf8.count
        if utf8.count >= bytes, utf8.suffix(bytes).elementsEqual(other.utf8) { return utf8.index(utf8.endIndex, offsetBy: -bytes) }
        var expected = other[...]
        var index = endIndex
        while true {
            while expected.last?.isWithoutWidth == true { expected.removeLast() }
            guard let last = expected.popLast() else { return index }
            var found: Index
            repeat {
                guard index > startIndex else { return nil }
                index = self.index(before: index)
                found = index
            } while self[found].isWithoutWidth
            guard isMatch(last, at: found) else { return nil }
        }
    }

    /// Whether the character at an index matches another. At the beginning of a sentence case does not count, because word processors
    /// capitalize that letter.
    private func isMatch(_ other: Character, at index: Index) -> Bool {
        let own = self[index]
        if own == other || own.folded == other.folded { return true }
        return own.foldedCase == other.foldedCase && self[..<index].isSentenceStart
    }
}

extension String {
    /// The text as a person reads it, and as inkd receives it: without characters that have no width, and with plain spaces.
    var readable: String {
        guard unicodeScalars.contains(where: { $0.isWithoutWidth || $0.isOtherSpace }) else { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.lazy.filter { !$0.isWithoutWidth || $0.isJoiner }.map { $0.isOtherSpace ? " " : $0 }))
    }
}

extension Substring {
    /// Whether a sentence begins behind the text.
    fileprivate var isSentenceStart: Bool {
        let rest = suffix(40).reversed().drop { "\"'([{¿¡".contains($0.folded) || $0.isWithoutWidth }
        guard let last = rest.first else { return true }
        let sentence = rest.drop(while: \.isWhitespace)
        if rest.prefix(rest.count - sentence.count).contains(where: \.isNewline) { return true }
        return last.isWhitespace && (sentence.isEmpty || String(sentence.reversed()).endsSentence)
    }
}

extension Character {
    /// The character as it is compared: with plain spaces, straight quotation marks and simple dashes; empty if it has no width.
    fileprivate var folded: String {
        if isASCII { return String(self) }
        return String(String.UnicodeScalarView(unicodeScalars.lazy.filter { !$0.isWithoutWidth }.map(\.plain)))
    }

    /// The character as it is compared where case does not count.
    fileprivate var foldedCase: String { folded.lowercased() }

    /// Whether the character consists only of code points without width.
    fileprivate var isWithoutWidth: Bool { !isASCII && unicodeScalars.allSatisfy(\.isWithoutWidth) }
}

extension Unicode.Scalar {
    /// Whether this is a space within a line (Zs) other than U+0020. The ideographic space is not included.
    fileprivate var isOtherSpace: Bool {
        switch self {
        // web pages: the space at the end of a line of rich text; word processors: before punctuation in French
        case "\u{A0}", "\u{1680}", "\u{2000}"..."\u{200A}", "\u{202F}", "\u{205F}": true
        default: false
        }
    }

    /// Whether this is a space within a line.
    var isInlineSpace: Bool { self == " " || isOtherSpace }

    /// Whether this is a joiner, which changes the shape of letters and emoji.
    fileprivate var isJoiner: Bool { self == "\u{200C}" || self == "\u{200D}" }

    /// Whether the code point has no width and is no letter: rich-text editors place such code points at the caret.
    fileprivate var isWithoutWidth: Bool {
        switch self {
        case "\u{AD}", "\u{180E}", "\u{200B}"..."\u{200F}", "\u{202A}"..."\u{202E}", "\u{2060}"..."\u{2064}", "\u{2066}"..."\u{2069}",
            "\u{FEFF}":
            true
        default: false
        }
    }

    /// The plain form of a space, a quotation mark or a dash; other code points are unchanged.
    fileprivate var plain: Unicode.Scalar {
        switch self {
        case _ where isOtherSpace: " "
        case "‘", "’", "‚", "‛", "‹", "›": "'"
        case "“", "”", "„", "‟", "«", "»": "\""
        case "‐", "‑", "–", "—": "-"
        default: self
        }
    }
}
