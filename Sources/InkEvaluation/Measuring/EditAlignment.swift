/// The Levenshtein distance: the minimum number of insertions, deletions and replacements that turn one sequence into another.
///
/// V. I. Levenshtein, "Binary codes capable of correcting deletions, insertions, and reversals", 1966; computed one row at a time.
package enum EditDistance {
    /// Returns the distance between two sequences.
    package static func between<Element: Equatable>(_ a: [Element], _ b: [Element]) -> Int {
        var row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, y) in b.enumerated() {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (x == y ? 0 : 1))
                diagonal = above
            }
        }
        return row[b.count]
    }
}

/// An alignment of a reading with its label that has the minimum number of edits.
///
/// R. A. Wagner and M. J. Fischer, "The String-to-String Correction Problem", 1974.
package struct EditAlignment: Hashable {
    /// A step of the alignment.
    package enum Step: Hashable {
        /// A match.
        case same(String)
        /// A replacement.
        case replaced(read: String, wanted: String)
        /// An insertion: in the reading, not in the label.
        case inserted(String)
        /// A deletion: in the label, not in the reading.
        case missed(String)
    }

    /// The steps in the order of the reading.
    package let steps: [Step]

    /// The maximum number of cells of the dynamic programming table. For longer texts, only equal beginnings and ends are aligned; the
    /// elements between them are paired by index.
    package static let mostCells = 1 << 24

    /// The number of edits: the Levenshtein distance, or an upper bound for texts longer than `mostCells` allows.
    package var errors: Int { steps.count { if case .same = $0 { false } else { true } } }

    /// Aligns by characters.
    package init(reading: String, label: String) { self.init(reading: reading.map(String.init), label: label.map(String.init)) }

    /// Aligns by elements. Among alignments with equally many edits, a replacement is preferred to an insertion and a deletion.
    package init(reading: [String], label: [String]) {
        let begin = zip(reading, label).prefix { $0 == $1 }.count
        let end = zip(reading.dropFirst(begin).reversed(), label.dropFirst(begin).reversed()).prefix { $0 == $1 }.count
        let (a, b) = (Array(reading[begin..<reading.count - end]), Array(label[begin..<label.count - end]))
        let middle = (a.count + 1) * (b.count + 1) <= Self.mostCells ? Self.cheapest(a, b) : Self.pairs(a, b)
        steps = reading.prefix(begin).map(Step.same) + middle + reading.suffix(end).map(Step.same)
    }

    private static func cheapest(_ a: [String], _ b: [String]) -> [Step] {
        let width = b.count + 1
        // distances between the prefixes of both, with a row for each element of the reading
        var table = [Int32](repeating: 0, count: (a.count + 1) * width)
        for j in 0...b.count { table[j] = Int32(j) }
        for i in a.indices {
            table[(i + 1) * width] = Int32(i + 1)
            for j in b.indices {
                let (above, before) = (table[i * width + j + 1] + 1, table[(i + 1) * width + j] + 1)
                table[(i + 1) * width + j + 1] = min(above, before, table[i * width + j] + (a[i] == b[j] ? 0 : 1))
            }
        }
        var steps: [Step] = []
        var (i, j) = (a.count, b.count)
        while i > 0 || j > 0 {
            let here = table[i * width + j]
            if i > 0, j > 0, here == table[(i - 1) * width + j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1) {
                (i, j) = (i - 1, j - 1)
                steps.append(a[i] == b[j] ? .same(a[i]) : .replaced(read: a[i], wanted: b[j]))
            } else if i > 0, here == table[(i - 1) * width + j] + 1 {
                i -= 1
                steps.append(.inserted(a[i]))
            } else {
                j -= 1
                steps.append(.missed(b[j]))
            }
        }
        return steps.reversed()
    }

    /// Pairs the elements by their index.
    private static func pairs(_ a: [String], _ b: [String]) -> [Step] {
        zip(a, b).map { $0 == $1 ? .same($0) : .replaced(read: $0, wanted: $1) } + a.dropFirst(b.count).map(Step.inserted)
            + b.dropFirst(a.count).map(Step.missed)
    }
}

extension EditAlignment.Step {
    /// The element of the reading; nil for a deletion.
    package var read: String? {
        switch self {
        case .same(let text), .inserted(let text), .replaced(let text, _): text
        case .missed: nil
        }
    }
}
