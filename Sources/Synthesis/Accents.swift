/// Letters with accents, decomposed as in Unicode's canonical decomposition (NFD): those of English, German, French, Spanish, Italian,
/// Portuguese, Dutch, Swedish and their neighbors. Source: UnicodeData.txt, field 5.
enum Accents {
    struct Parts: Hashable {
        let letter: Character
        /// A combining accent.
        let mark: Character
        /// Whether the accent is below the letter.
        let isBelow: Bool
    }

    /// Returns a character's letter and accent; nil for other characters. The precomposed and the decomposed encoding give the same result,
    /// because they are equal as `Character`.
    static func parts(of character: Character) -> Parts? { table[character] }

    private static let letters: [(mark: Character, letters: String)] = [
        ("\u{300}", "aeiouAEIOU"),
        ("\u{301}", "aeiouyAEIOUYcnszCNSZ"),
        ("\u{302}", "aeiouyAEIOUYcghjswCGHJSW"),
        ("\u{303}", "anoAiuNOIU"),
        ("\u{308}", "aeiouyAEIOUY"),
        ("\u{30A}", "auAU"),
        ("\u{30C}", "cdenrszCDENRSZ"),
        ("\u{327}", "csCS"),
    ]

    private static let table: [Character: Parts] = {
        var table: [Character: Parts] = [:]
        for (mark, letters) in letters {
            for letter in letters {
                table[Character(String(letter) + String(mark))] = Parts(letter: letter, mark: mark, isBelow: mark == "\u{327}")
            }
        }
        return table
    }()
}
