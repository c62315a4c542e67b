/// Which elements of a reading are wrong: the cheapest way to write down the reading as the label with some elements replaced, inserted and left out.
///
/// R. A. Wagner and M. J. Fischer, "The String-to-String Correction Problem", 1974.
struct EditAlignment: Hashable {
    /// One element of the reading, of the label, or of both.
    enum Step: Hashable {
        /// Read as it was wanted.
        case same(String)
        /// Read in place of what was wanted.
        case replaced(read: String, wanted: String)
        /// Read where nothing was wanted.
        case inserted(String)
        /// Wanted, and not read.
        case missed(String)
    }

    /// In the order of the reading.
    let steps: [Step]

    /// A larger table is not filled.
    static let mostCells = 1 << 24

    /// Steps that are wrong: Levenshtein's distance, unless the texts are so long that only their ends are compared.
    var errors: Int { steps.count { if case .same = $0 { false } else { true } } }

    /// Compares character by character.
    init(reading: String, label: String) { self.init(reading: reading.map(String.init), label: label.map(String.init)) }

    /// Compares element by element. Where several ways are as cheap, an element is rather replaced than inserted and another one left out.
    init(reading: [String], label: [String]) {
        let begin = zip(reading, label).prefix { $0 == $1 }.count
        let end = zip(reading.dropFirst(begin).reversed(), label.dropFirst(begin).reversed()).prefix { $0 == $1 }.count
        let (a, b) = (Array(reading[begin..<reading.count - end]), Array(label[begin..<label.count - end]))
        let middle = (a.count + 1) * (b.count + 1) <= Self.mostCells ? Self.cheapest(a, b) : Self.pairs(a, b)
        steps = reading.prefix(begin).map(Step.same) + middle + reading.suffix(end).map(Step.same)
    }

    private static func cheapest(_ a: [String], _ b: [String]) -> [Step] {
        let width = b.count + 1
        // distances from the beginnings of both, a row for every element of the reading
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

    /// One by one, whatever they are.
    private static func pairs(_ a: [String], _ b: [String]) -> [Step] {
        zip(a, b).map { $0 == $1 ? .same($0) : .replaced(read: $0, wanted: $1) } + a.dropFirst(b.count).map(Step.inserted)
            + b.dropFirst(a.count).map(Step.missed)
    }
}
