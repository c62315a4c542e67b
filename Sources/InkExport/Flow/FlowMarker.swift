/// The bullet or number at the beginning of a list item.
struct FlowMarker: Hashable {
    /// The kind of marker.
    enum Style: Hashable {
        /// A dash or a dot.
        case bullet
        /// 1. 2. 3.
        case number
        /// a) b) c)
        case letter
    }

    var style: Style
    /// The bullet itself; for numbers and letters, only the character after the number or letter, such as a period.
    var sign: String
    /// The value of a number, or the position of a letter in the alphabet, from 1.
    var value = 1

    /// The bullets, including characters that recognizers often return for handwritten bullets.
    private static let bullets: Set = ["-", "–", "—", "•", "·", "*", "+", "‣", "▪", "○", "●", "→", ">", ".", "o", "°"]

    /// Creates the marker from the first word of a line; nil if the word is not a marker.
    init?(_ word: String) {
        if Self.bullets.contains(word) {
            (style, sign) = (.bullet, word)
            return
        }
        guard let last = word.last, last == "." || last == ")" else { return nil }
        let name = word.dropLast().drop { $0 == "(" && last == ")" }
        sign = String(last)
        if let number = Int(name), name.count <= 3, number > 0, name.allSatisfy(\.isNumber) {
            (style, value) = (.number, number)
        } else if let letter = name.unicodeScalars.first, name.unicodeScalars.count == 1, ("a"..."z").contains(letter), last == ")" {
            (style, value) = (.letter, Int(letter.value) - Int(Unicode.Scalar("a").value) + 1)
        } else {
            return nil
        }
    }

    /// Returns whether this marker and the next one can mark consecutive items of a list.
    func isFollowed(by next: FlowMarker) -> Bool {
        guard style == next.style, sign == next.sign else { return false }
        return style == .bullet || next.value == value + 1
    }
}

/// A list of items.
struct FlowList: Hashable {
    /// The number of the list in the document, from 0.
    var number: Int
    var style: FlowMarker.Style
    /// The bullet; for numbers and letters, the character after the number or letter.
    var sign: String
    /// The value of the first item's marker.
    var start: Int
}
