internal import Editing
internal import Ink

/// The texts in a word's row. People can read the format, and a search decodes only the rows that match.
struct SearchRow {
    /// A line for each candidate, best first: its probability, its text and its terms, separated by tabs.
    let readings: String
    /// The terms of all candidates, without duplicates, separated by spaces.
    let terms: String
    /// `STROKE,FIRST,LAST` for each range, separated by semicolons.
    let ranges: String

    init(_ word: SearchableWord) {
        var all: [String] = []
        var lines: [String] = []
        for candidate in word.candidates {
            let terms = SearchTerms.ofWord(candidate.text)
            for term in terms where !all.contains(term) { all.append(term) }
            let probability = candidate.probability.isFinite ? candidate.probability : 0
            lines.append("\(probability)\t\(Self.printable(candidate.text))\t\(terms.joined(separator: " "))")
        }
        readings = lines.joined(separator: "\n")
        terms = all.joined(separator: " ")
        ranges = word.ranges.map { "\($0.stroke.value),\($0.first),\($0.last)" }.joined(separator: ";")
    }

    /// Returns terms with each one reversed.
    static func reversed(_ terms: String) -> String {
        terms.split(separator: " ").map { SearchTerms.reversed($0) }.joined(separator: " ")
    }

    /// Removes the separator characters used inside a row.
    private static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.value < 0x20 }) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
}

extension SearchRow {
    /// The candidate that matches an expression best.
    struct Match {
        var guess: Int
        var text: String
        var probability: Double
        var form: SearchHit.Form

        /// The score of the match.
        var score: Double { probability * form.weight }
    }

    /// Returns the candidate of a row that matches best; nil if no candidate matches.
    static func match(_ readings: String, _ expression: SearchExpression) throws(Damage) -> Match? {
        var best: Match?
        for (guess, line) in readings.utf8.split(separator: UInt8(ascii: "\n")).enumerated() {
            let fields = Substring(line).split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 3, let probability = Double(fields[0]) else { throw Damage("the candidates of a word are invalid") }
            for term in fields[2].split(separator: " ") {
                guard let form = expression.form(of: term) else { continue }
                let match = Match(guess: guess, text: String(fields[1]), probability: probability, form: form)
                if match.score > best?.score ?? -1 { best = match }
            }
        }
        return best
    }

    /// Returns the text of a row's best candidate.
    static func best(_ readings: String) -> String {
        let fields = readings.prefix { $0 != "\n" }.split(separator: "\t", omittingEmptySubsequences: false)
        return fields.count == 3 ? String(fields[1]) : ""
    }

    /// Returns the ranges of samples in a row.
    static func ranges(_ text: String) throws(Damage) -> [WordRange] {
        var ranges: [WordRange] = []
        for part in text.split(separator: ";") {
            let numbers = part.split(separator: ",")
            guard numbers.count == 3, let stroke = UInt64(numbers[0]), let first = Int(numbers[1]), let last = Int(numbers[2]) else {
                throw Damage("the ranges of a word are invalid")
            }
            ranges.append(WordRange(stroke: StrokeID(stroke), first: first, last: last))
        }
        return ranges
    }
}
