/// Error counts of readings against labels.
package struct ErrorCount: Sendable, Hashable {
    /// The number of inks read.
    package var inks = 0
    /// The number of inks read without errors.
    package var exact = 0
    /// The number of characters of the labels.
    package var characters = 0
    /// Edit distance in characters, summed over the inks.
    package var edits = 0
    /// The number of words of the labels.
    package var words = 0
    /// Edit distance in words, summed over the inks.
    package var wordEdits = 0

    /// Creates a count without inks.
    package init() {}

    /// Character error rate: edits divided by characters; nil without characters. A perfect reading has 0, and a rate may exceed 1.
    package var characterErrorRate: Double? { characters > 0 ? Double(edits) / Double(characters) : nil }
    /// Word error rate: word edits divided by words; nil without words.
    package var wordErrorRate: Double? { words > 0 ? Double(wordEdits) / Double(words) : nil }
    /// The fraction of inks without errors; nil without inks.
    package var exactShare: Double? { inks > 0 ? Double(exact) / Double(inks) : nil }

    /// Counts a reading against its label, whose white space has been collapsed.
    package mutating func add(_ reading: String, label: String) {
        let edits = EditDistance.between(Array(reading), Array(label))
        let labelWords = label.split(whereSeparator: \.isWhitespace)
        inks += 1
        exact += edits == 0 ? 1 : 0
        characters += label.count
        self.edits += edits
        words += labelWords.count
        wordEdits += EditDistance.between(reading.split(whereSeparator: \.isWhitespace), labelWords)
    }

    /// Returns the text with every run of white space collapsed to one space, and trimmed.
    package static func collapsed(_ label: String) -> String { label.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

/// A confusion table: recognition errors by label and reading.
package struct Confusions {
    /// An error: the element of the label and that of the reading; nil if one of them is missing.
    package struct Pair: Hashable {
        /// The element of the label; nil for an insertion.
        package var wanted: String?
        /// The element of the reading; nil for a deletion.
        package var read: String?

        /// Creates an error.
        package init(wanted: String?, read: String?) {
            self.wanted = wanted
            self.read = read
        }
    }

    /// An error with its frequency and the inks it occurs in.
    package struct Row {
        /// The error.
        package var pair: Pair
        /// The number of occurrences.
        package var count: Int
        /// The numbers of the inks, without duplicates.
        package var places: [Int]
    }

    private var counts: [Pair: Int] = [:]
    private var places: [Pair: [Int]] = [:]
    /// The number of all errors.
    package private(set) var total = 0

    /// Creates an empty table.
    package init() {}

    /// Counts the errors of the ink with the number `place`.
    package mutating func add(_ alignment: EditAlignment, place: Int) {
        for step in alignment.steps {
            let pair: Pair
            switch step {
            case .same: continue
            case .replaced(let read, let wanted): pair = Pair(wanted: wanted, read: read)
            case .inserted(let read): pair = Pair(wanted: nil, read: read)
            case .missed(let wanted): pair = Pair(wanted: wanted, read: nil)
            }
            total += 1
            counts[pair, default: 0] += 1
            if places[pair]?.last != place { places[pair, default: []].append(place) }
        }
    }

    /// The number of different errors.
    package var kinds: Int { counts.count }

    /// Returns the most frequent errors first; equally frequent ones are ordered by their characters.
    package func rows(most: Int) -> [Row] {
        let sorted = counts.sorted { a, b in
            a.value != b.value ? a.value > b.value : (a.key.wanted ?? "", a.key.read ?? "") < (b.key.wanted ?? "", b.key.read ?? "")
        }
        return sorted.prefix(most).map { Row(pair: $0.key, count: $0.value, places: places[$0.key] ?? []) }
    }
}
