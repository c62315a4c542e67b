/// The characters that a network tells apart. Class 0 is CTC's blank, class k is the k-th character.
struct Alphabet: Sendable, Hashable {
    /// One character a class, from class 1 on.
    let scalars: [Unicode.Scalar]
    /// The class of the space; nil if it is not among the characters.
    let space: Int?

    /// Classes, the blank among them.
    var classes: Int { scalars.count + 1 }

    /// The characters in the order of their classes.
    ///
    /// - Throws: `metadata` if there are none, too many, or one occurs twice.
    init(_ text: String) throws(RecognitionError) {
        scalars = Array(text.unicodeScalars)
        guard (1...4096).contains(scalars.count) else {
            throw .metadata(key: "alphabet", problem: "has \(scalars.count) characters, expected 1 to 4096")
        }
        guard Set(scalars).count == scalars.count else { throw .metadata(key: "alphabet", problem: "has a character twice") }
        space = scalars.firstIndex(of: " ").map { $0 + 1 }
    }

    /// The text that the classes spell; blanks and unknown classes say nothing.
    func text(_ classes: some Sequence<Int>) -> String {
        var text = String.UnicodeScalarView()
        for c in classes where c > 0 && c <= scalars.count { text.append(scalars[c - 1]) }
        return String(text)
    }
}
