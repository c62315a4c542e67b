/// The bullet or number that an item of a list begins with.
struct FlowMarker: Hashable {
    /// The way in which items are marked.
    enum Style: Hashable {
        /// A dash or a dot.
        case bullet
        /// 1. 2. 3.
        case number
        /// a) b) c)
        case letter
    }

    var style: Style
    /// The mark itself; of numbers and letters what follows these.
    var sign: String
    /// Of numbers and letters, from 1.
    var value = 1

    /// What handwriting has for bullets, and what recognisers make of these.
    private static let bullets: Set = ["-", "–", "—", "•", "·", "*", "+", "‣", "▪", "○", "●", "→", ">", ".", "o", "°"]

    /// The first word of a line, if a list's item may begin so.
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

    /// Whether both may be items of one list, one after the other.
    func isFollowed(by next: FlowMarker) -> Bool {
        guard style == next.style, sign == next.sign else { return false }
        return style == .bullet || next.value == value + 1
    }
}

/// A list that items are part of.
struct FlowList: Hashable {
    /// Counts the lists of a document, from 0.
    var number: Int
    var style: FlowMarker.Style
    /// What follows numbers and letters.
    var sign: String
    /// The first item's number.
    var start: Int
}
