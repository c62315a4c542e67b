/// The order of an ink's strokes from left to right, letter by letter, for ink whose letters were not written in that order.
///
/// The network was trained on ink in the order of writing and misreads letters that were written before their left neighbors. Consecutive
/// strokes that overlap form a letter and stay in their order. A small mark that was written later follows the letter above or below which
/// it is.
enum LetterOrder {
    /// The minimum horizontal overlap of two strokes of a letter, as a fraction of the narrower one's width.
    private static let overlap = 0.3
    /// The minimum height of a letter, as a fraction of the ink's height. Lower strokes are marks, dots or bars, unless they are small
    /// letters beside tall ones (`small`).
    private static let tall = 0.3
    /// The minimum height and width of a small letter, as fractions of the ink's height.
    private static let small = 0.18
    /// The width of a stem, as a fraction of the ink's height.
    private static let thin = 0.05

    /// The strokes of one letter, or a mark.
    private struct Letter {
        var left: Double
        var right: Double
        var top: Double
        var bottom: Double
        var strokes: [Int]

        var center: Double { (left + right) / 2 }
        var height: Double { bottom - top }

        /// Whether the strokes are large enough to be a letter instead of a mark; `whole` is the ink's height.
        func isLetter(in whole: Double) -> Bool { height >= tall * whole || min(height, right - left) >= small * whole }

        mutating func absorb(_ other: Letter) {
            (left, right) = (min(left, other.left), max(right, other.right))
            (top, bottom) = (min(top, other.top), max(bottom, other.bottom))
            strokes += other.strokes
        }

        /// Returns the horizontal overlap of both as a fraction of the narrower one's width; `thin` is added to both lengths. Negative if
        /// the two are apart.
        func shared(with other: Letter, thin: Double) -> Double {
            (min(right, other.right) - max(left, other.left) + thin) / (min(right - left, other.right - other.left) + thin)
        }
    }

    /// Returns all strokes ordered from left to right; nil if they were written in that order.
    static func sorted(_ ink: Polylines) -> [Int]? {
        guard ink.starts.count > 1, let top = ink.y.min(), let bottom = ink.y.max(), bottom > top else { return nil }
        let (height, thin) = (bottom - top, thin * (bottom - top))
        var written: [Letter] = []
        for stroke in ink.starts.indices {
            let range = ink.range(stroke)
            let (x, y) = (ink.x[range], ink.y[range])
            guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else { continue }
            let letter = Letter(left: left, right: right, top: top, bottom: bottom, strokes: [stroke])
            if let last = written.last, last.shared(with: letter, thin: thin) >= overlap {
                written[written.count - 1].absorb(letter)
            } else {
                written.append(letter)
            }
        }
        guard isMixed(written.filter { $0.isLetter(in: height) }) else { return nil }
        var letters = written.filter { $0.isLetter(in: height) }
        var marks: [Letter] = []
        for mark in written where !mark.isLetter(in: height) {
            let host = letters.indices.max { letters[$0].shared(with: mark, thin: thin) < letters[$1].shared(with: mark, thin: thin) }
            if let host, letters[host].shared(with: mark, thin: thin) >= overlap {
                letters[host].strokes += mark.strokes
            } else {
                marks.append(mark)
            }
        }
        let places = (letters + marks).sorted { $0.center < $1.center }
        return places.flatMap(\.strokes)
    }

    /// Whether a letter is completely to the left of a letter that was written before it.
    private static func isMixed(_ letters: [Letter]) -> Bool {
        var (left, center) = (-Double.infinity, -Double.infinity)
        for letter in letters {
            if letter.center < left, letter.right < center { return true }
            (left, center) = (max(left, letter.left), max(center, letter.center))
        }
        return false
    }
}
