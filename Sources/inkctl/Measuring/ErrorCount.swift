/// How far readings are from what was to be read.
struct ErrorCount: Sendable, Hashable {
    /// Inks read.
    var inks = 0
    /// Inks read without any error.
    var exact = 0
    /// Characters of the labels.
    var characters = 0
    /// Edit distance in characters, summed over the inks.
    var edits = 0
    /// Words of the labels.
    var words = 0
    /// Edit distance in words, summed over the inks.
    var wordEdits = 0

    /// Character error rate, edits over characters: 0 is perfect, and it may exceed 1. nil without characters.
    var characterErrorRate: Double? { characters > 0 ? Double(edits) / Double(characters) : nil }
    /// Word error rate, word edits over words. nil without words.
    var wordErrorRate: Double? { words > 0 ? Double(wordEdits) / Double(words) : nil }
    /// Share of the inks without any error. nil without inks.
    var exactShare: Double? { inks > 0 ? Double(exact) / Double(inks) : nil }

    /// Counts a reading of an ink whose label is `label`, in which runs of white space are one space.
    mutating func add(_ reading: String, label: String) {
        let edits = EditDistance.between(Array(reading), Array(label))
        let labelWords = label.split(whereSeparator: \.isWhitespace)
        inks += 1
        exact += edits == 0 ? 1 : 0
        characters += label.count
        self.edits += edits
        words += labelWords.count
        wordEdits += EditDistance.between(reading.split(whereSeparator: \.isWhitespace), labelWords)
    }

    /// The text with every run of white space one space, none at the ends.
    static func collapsed(_ label: String) -> String { label.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
