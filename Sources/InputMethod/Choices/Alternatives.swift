internal import Ink

/// A text with one replaceable part, and the candidates for that part.
struct Alternatives: Sendable, Hashable {
    /// The maximum number of alternatives: one page, chosen with the digits 1 to 9.
    static let limit = 9

    let prefix: String
    /// The candidates for the replaceable part, at least one.
    var options: [String]
    var suffix: String
    var selected: Int
    /// The option that was recognized, before the user chose another one.
    let read: String
    /// The index of the replaceable word among the words of the text; nil if the whole text is replaceable, or it has a single word.
    let word: Int?

    var text: String { prefix + options[selected] + suffix }

    /// The text from the replaceable part on.
    var tail: String { options[selected] + suffix }

    init(prefix: String, options: [String], selected: Int, suffix: String, word: Int? = nil) {
        self.prefix = prefix
        self.suffix = suffix
        self.word = word
        read = options[selected]
        // the reading must be among the displayed options
        if selected < Self.limit {
            self.options = Array(options.prefix(Self.limit))
            self.selected = selected
        } else {
            self.options = Array(options.prefix(Self.limit - 1)) + [options[selected]]
            self.selected = Self.limit - 1
        }
    }

    /// Makes the last word that has several candidates replaceable. If no word has several candidates, the whole text is replaceable.
    ///
    /// - Parameters:
    ///   - whole: The candidates of the whole text.
    ///   - lead: Whether the text includes the space before the first word.
    init(of words: [PendingWord], whole: [String], lead: Bool = false) {
        func text(_ words: some Sequence<PendingWord>) -> String { words.map { $0.lead + $0.text }.joined() }
        var words = words
        if !lead, !words.isEmpty { words[0].lead = "" }
        for (index, word) in words.enumerated().reversed() {
            let options = Self.distinct(word.text, word.options)
            guard options.list.count > 1 else { continue }
            self.init(
                prefix: text(words[..<index]) + word.lead, options: options.list, selected: options.index,
                suffix: text(words[(index + 1)...]), word: index)
            return
        }
        let options = Self.distinct(text(words), lead ? [] : whole.map(\.trimmed))
        self.init(prefix: "", options: options.list, selected: options.index, suffix: "")
    }

    /// Returns the alternatives whose whole text fulfills a condition, which that of the selected one does.
    func filtered(_ isIncluded: (String) -> Bool) -> Alternatives {
        let chosen = options[selected]
        var result = self
        result.options = options.filter { isIncluded(prefix + $0 + suffix) }
        guard let index = result.options.firstIndex(of: chosen) else { return self }
        result.selected = index
        return result
    }

    /// Returns the candidates without duplicates and empty texts, and the index of the recognized text among them.
    private static func distinct(_ text: String, _ candidates: [String]) -> (list: [String], index: Int) {
        var list: [String] = []
        for candidate in candidates where !candidate.isEmpty && !list.contains(candidate) { list.append(candidate) }
        if let index = list.firstIndex(of: text) { return (list, index) }
        return ([text] + list, 0)
    }
}
