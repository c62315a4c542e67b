import InkProtocol

/// A text of which one part can be exchanged.
struct Alternatives: Sendable, Hashable {
    /// What can be chosen at once, with the digits 1 to 9.
    static let limit = 9

    let prefix: String
    /// At least one.
    let options: [String]
    let suffix: String
    var selected: Int

    var text: String { prefix + options[selected] + suffix }

    /// The text from the exchangeable part on.
    var tail: String { options[selected] + suffix }

    init(prefix: String, options: [String], selected: Int, suffix: String) {
        self.prefix = prefix
        self.suffix = suffix
        // the one that is read must be among those shown
        if selected < Self.limit {
            self.options = Array(options.prefix(Self.limit))
            self.selected = selected
        } else {
            self.options = Array(options.prefix(Self.limit - 1)) + [options[selected]]
            self.selected = Self.limit - 1
        }
    }

    /// Exchangeable is the last word that has more than one candidate; without one the line as a whole.
    init(of reading: TextInputInterface.Reading) {
        var rest = reading.text[...]
        var found: Alternatives?
        for word in reading.words where !word.text.isEmpty {
            guard let range = rest.firstRange(of: word.text) else { break }
            rest = rest[range.upperBound...]
            let options = Self.distinct(word.text, word.candidates)
            guard options.list.count > 1 else { continue }
            found = Alternatives(
                prefix: String(reading.text[..<range.lowerBound]), options: options.list, selected: options.index,
                suffix: String(reading.text[range.upperBound...]))
        }
        let whole = Self.distinct(reading.text, reading.candidates)
        self = found ?? Alternatives(prefix: "", options: whole.list, selected: whole.index, suffix: "")
    }

    /// The candidates, each once and none empty, and where among them the text that was read is.
    private static func distinct(_ text: String, _ candidates: [String]) -> (list: [String], index: Int) {
        var list: [String] = []
        for candidate in candidates where !candidate.isEmpty && !list.contains(candidate) { list.append(candidate) }
        if let index = list.firstIndex(of: text) { return (list, index) }
        return ([text] + list, 0)
    }
}
