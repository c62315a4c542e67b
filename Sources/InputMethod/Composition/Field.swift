/// What is known of the field that has the focus.
struct Field: Sendable {
    /// The same whenever this very field has the focus; nil where nothing is known about that.
    var id: String?
    /// What stands before the caret as the application told it, and what was committed since; nil: it tells nothing.
    var told: String?
    /// Told after the last commit.
    var isFresh = false
    var hasSelection = false
    /// It was asked to delete something and did not.
    var refusesChanges = false
    /// What was written and typed since the focus came, for applications that tell nothing.
    var written = ""
    /// What inkd takes to stand before the caret.
    var knownToDaemon = ""
    /// The last words that were committed, with the spaces before them.
    var words: [String] = []
    /// How the words of the last commit were read, before anything else was chosen for them.
    var read: [String] = []
    /// What stood before the caret after the last commit.
    var after = ""
    /// More words than this are not taken back one after the other.
    private static let mostWords = 50

    var before: String { told ?? written }

    /// Its end, as much of it as counts for reading.
    var context: String { String(before.suffix(20)) }

    /// A word that is in it can be exchanged.
    var isCorrectable: Bool { told != nil && !refusesChanges }

    /// The caret is where the last commit left it.
    var isWhereItWas: Bool {
        guard let told else { return false }
        // applications tell a window of their text
        return told == after || (min(told.count, after.count) >= 40 && (told.ends(with: after) || after.ends(with: told)))
    }

    mutating func append(_ text: String) {
        told?.append(text)
        written = String((written + text).suffix(40))
        isFresh = false
    }

    mutating func committed(_ text: String) {
        append(text)
        // spaces that are left of an exchanged word belong to the one that takes its place
        var word = words.last?.allSatisfy(\.isWhitespace) == true ? words.removeLast() : ""
        for character in text {
            if character.isWhitespace, word.contains(where: { !$0.isWhitespace }) {
                words.append(word)
                word = ""
            }
            word.append(character)
        }
        if !word.isEmpty { words.append(word) }
        words = words.suffix(Self.mostWords)
        after = before
    }
}

extension String {
    /// Code point by code point, as applications count; `hasSuffix` compares what looks the same.
    func ends(with other: String) -> Bool { unicodeScalars.reversed().starts(with: other.unicodeScalars.reversed()) }
}
