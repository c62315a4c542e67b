/// The words of a text in the form in which a search compares them: only letters and digits, lowercase, without accents.
enum SearchTerms {
    /// The maximum number of Unicode scalars in a term. Longer words are cut off.
    static let longest = 64

    /// Returns the terms of a text, in order. Apostrophes within a word are removed ("don't" is `dont`). All other characters except
    /// letters and digits separate words.
    static func of(_ text: some StringProtocol) -> [String] {
        var terms: [String] = []
        var term = String.UnicodeScalarView()
        func end() {
            if !term.isEmpty { terms.append(String(term.prefix(longest))) }
            term = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                switch scalar.value {
                case 0x61...0x7A, 0x30...0x39: term.append(scalar)
                case 0x41...0x5A: term.append(Unicode.Scalar(UInt8(scalar.value) + 32))
                case 0x27: break
                default: end()
                }
            } else if apostrophes.contains(scalar) || isAccent(scalar) {
                continue
            } else if isOfWords(scalar) {
                for small in scalar.properties.lowercaseMapping.unicodeScalars where !isAccent(small) { term += plain(small) }
            } else {
                end()
            }
        }
        end()
        return terms
    }

    /// U+2018 and U+2019 are quotation marks used as apostrophes. U+02BC is the apostrophe that is a letter.
    private static let apostrophes: Set<Unicode.Scalar> = ["\u{2018}", "\u{2019}", "\u{02BC}"]

    /// Whether a scalar is part of a word: a letter, a digit, or a mark that changes a letter, such as an Indic vowel sign.
    private static func isOfWords(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber, .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }

    /// Whether a scalar is a combining mark that is optional in the alphabets of Europe and the Near East.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // combining diacritical marks, with their supplements; points of Hebrew; vowels of Arabic
        case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F, 0x591...0x5C7, 0x64B...0x65F, 0x670: true
        default: false
        }
    }

    /// Returns the letters that replace a lowercase letter in comparisons.
    private static func plain(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        folded[scalar]?.unicodeScalars ?? String(scalar).unicodeScalars
    }

    /// Lowercase letters with accents, and the letters that replace them. The letters are derived from Unicode names, in which the base
    /// letter precedes " WITH ". Unlike decomposition, this includes letters with strokes.
    private static let folded: [Unicode.Scalar: String] = {
        var folded: [Unicode.Scalar: String] = [
            "ß": "ss", "æ": "ae", "œ": "oe", "ĳ": "ij", "þ": "th", "ð": "d", "ı": "i", "ĸ": "k", "ſ": "s", "ŉ": "n", "ς": "σ",
            "ё": "е", "й": "и", "ї": "і", "ў": "у", "ѐ": "е", "ѝ": "и", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl",
        ]
        let ranges: [ClosedRange<UInt32>] = [0x61...0x7A, 0xDF...0x24F, 0x370...0x3FF, 0x400...0x52F, 0x1E00...0x1FFF]
        let named = ranges.joined().compactMap { value in
            Unicode.Scalar(value).flatMap { scalar in scalar.properties.name.map { (scalar: scalar, name: $0) } }
        }
        let byName = Dictionary(named.map { ($0.name, $0.scalar) }, uniquingKeysWith: { first, _ in first })
        for (scalar, name) in named where folded[scalar] == nil {
            guard let base = beforeWith(name).flatMap({ byName[$0] }) else { continue }
            folded[scalar] = folded[base] ?? String(base)
        }
        return folded
    }()

    /// Returns the part of a letter's name before " WITH "; nil if there is no such part.
    private static func beforeWith(_ name: String) -> String? {
        let words = name.split(separator: " ")
        guard let index = words.firstIndex(of: "WITH"), index > 0 else { return nil }
        return words[..<index].joined(separator: " ")
    }
}

extension SearchTerms {
    /// Returns the terms of one word. If punctuation splits the word, as in "U.K." and "8/4", the last term is the word without
    /// punctuation.
    static func ofWord(_ text: some StringProtocol) -> [String] {
        let terms = of(text)
        return terms.count > 1 ? terms + [String(terms.joined().unicodeScalars.prefix(longest))] : terms
    }

    /// Returns one term for each word of a text: the word with inner punctuation removed.
    static func glued(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).compactMap { ofWord($0).last }
    }

    /// Whether inserting, deleting or replacing one letter turns one term into the other; false for equal terms.
    static func areOneEditApart(_ a: String, _ b: String) -> Bool {
        let (a, b) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
        guard abs(a.count - b.count) <= 1, a != b else { return false }
        let same = zip(a, b).prefix { $0 == $1 }.count
        let sameAtEnd = zip(a.reversed(), b.reversed()).prefix { $0 == $1 }.count
        return same + sameAtEnd >= max(a.count, b.count) - 1
    }

    /// Returns a term reversed. Reversed terms with the same ending are adjacent in the index.
    static func reversed(_ term: some StringProtocol) -> String {
        var reversed = String.UnicodeScalarView()
        reversed.append(contentsOf: term.unicodeScalars.reversed())
        return String(reversed)
    }
}
