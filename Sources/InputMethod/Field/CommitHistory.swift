internal import Ink

/// The last commits in a field.
struct CommitHistory: Sendable {
    /// The last words that were committed, with the spaces before them.
    private(set) var words: [String] = []
    /// The original readings of the words of the last commit, before an alternative was chosen.
    var readWords: [String] = []
    /// The text before the caret after the last commit.
    var textAfterCommit = ""
    /// The position of the last commit.
    private(set) var place = InsertionPlace()

    /// The maximum number of words that can be undone one after the other.
    private static let limit = 50

    /// Records committed text.
    /// - Parameters:
    ///   - place: The position of the insertion.
    ///   - before: The text before the caret after the commit.
    mutating func note(_ text: String, at place: InsertionPlace, before: String) {
        self.place = place
        // spaces left over from a replaced word belong to the word that replaces it
        var word = words.last?.allSatisfy(\.isWhitespace) == true ? words.removeLast() : ""
        for character in text {
            if character.isWhitespace, word.contains(where: { !$0.isWhitespace }) {
                words.append(word)
                word = ""
            }
            word.append(character)
        }
        if !word.isEmpty { words.append(word) }
        words = words.suffix(Self.limit)
        textAfterCommit = before
    }

    /// Removes deleted text from the end of the recorded words.
    mutating func remove(_ removed: String) {
        var count = removed.unicodeScalars.count
        while count > 0, let word = words.popLast() {
            let scalars = word.unicodeScalars
            if scalars.count > count { words.append(String(String.UnicodeScalarView(scalars.prefix(scalars.count - count)))) }
            count -= scalars.count
        }
    }

    /// Forgets the words, because they are no longer directly before the caret.
    mutating func forgetWords() { words = [] }

    /// Restores the words from the last time when the same field had the focus.
    mutating func adopt(_ other: CommitHistory) { (words, textAfterCommit) = (other.words, other.textAfterCommit) }
}
