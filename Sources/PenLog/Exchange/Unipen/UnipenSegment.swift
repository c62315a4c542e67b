/// A `.SEGMENT` statement: the components that make up one unit of a level of the hierarchy.
public struct UnipenSegment: Sendable, Hashable {
    /// A range of components, both ends included. The range may begin or end at a sample within a component.
    public struct Range: Sendable, Hashable {
        /// The number of the first component.
        public var first: Int
        /// The first sample in the first component; nil for the beginning of the component.
        public var firstPoint: Int?
        /// The number of the last component.
        public var last: Int
        /// The last sample in the last component; nil for the end of the component.
        public var lastPoint: Int?
    }

    /// The level: CHARACTER, WORD, …
    public var level: String
    /// The segment's components; nil if they are the components that follow the statement.
    public var ranges: [Range]?
    /// The quality: GOOD, OK, BAD, …; nil if unknown.
    public var quality: String?
    /// The text written; nil if not given.
    public var label: String?

    /// Reads the arguments of a statement: `WORD 0-4,7:12-8:30 OK "label"`; a question mark is an unknown value, and commas or plus signs
    /// join ranges.
    ///
    /// - Throws: `RecordingError` without a line.
    init(_ text: String) throws(RecordingError) {
        let quote = text.firstIndex(of: "\"") ?? text.endIndex
        var words = text[..<quote].split(whereSeparator: \.isWhitespace)[...]
        func error(_ problem: String) -> RecordingError {
            RecordingError(
                problem: ".SEGMENT \(RecordingError.quoted(text)) \(problem)",
                remedy: "write it like .SEGMENT WORD 0-4,7:12-8:30 OK \"label\"")
        }
        guard let level = words.popFirst() else { throw error("has no level") }
        self.level = String(level)
        var ranges: [Range] = []
        while let word = words.first, word.first?.isNumber == true || word.first == "," || word.first == "+" {
            for part in word.split(whereSeparator: { $0 == "," || $0 == "+" }) {
                guard let range = Range(part) else { throw error("has the components \(RecordingError.quoted(part))") }
                ranges.append(range)
            }
            words.removeFirst()
        }
        self.ranges = ranges.isEmpty ? nil : ranges
        quality = words.last { $0 != "?" }.map(String.init)
        guard quote < text.endIndex else { return }
        var label = ""
        var isEscaped = false
        for character in text[text.index(after: quote)...] {
            switch character {
            case "t" where isEscaped: label.append("\t")
            case "n" where isEscaped: label.append("\n")
            case _ where isEscaped: label.append(character)
            case "\\":
                isEscaped = true
                continue
            case "\"":
                self.label = label
                return
            default: label.append(character.isWhitespace ? " " : character)
            }
            isEscaped = false
        }
        throw error("has an unterminated label")
    }

    /// Creates a segment of all these components.
    init(level: String, components: ClosedRange<Int>, label: String?) {
        self.level = level
        ranges = [Range(first: components.lowerBound, last: components.upperBound)]
        self.label = label
    }

    /// The arguments of the segment's statement.
    var text: String {
        var words = [level]
        if let ranges { words.append(ranges.map(\.text).joined(separator: ",")) }
        words.append(quality ?? "?")
        if let label {
            let escapes: [Unicode.Scalar: String] = ["\\": "\\\\", "\"": "\\\"", "\t": "\\t", "\n": "\\n", "\r": " "]
            words.append("\"\(label.unicodeScalars.map { escapes[$0] ?? String($0) }.joined())\"")
        }
        return words.joined(separator: " ")
    }
}

extension UnipenSegment.Range {
    fileprivate init?(_ text: Substring) {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { end in
            end.split(separator: ":", omittingEmptySubsequences: false).map { UInt32($0).map(Int.init) }
        }
        guard (1...2).contains(ends.count), ends.allSatisfy({ (1...2).contains($0.count) && !$0.contains(nil) }),
            let first = ends.first?.first ?? nil, let last = ends.last?.first ?? nil
        else { return nil }
        self.first = first
        self.last = last
        firstPoint = ends.first.flatMap { $0.count > 1 ? $0[1] : nil }
        lastPoint = ends.last.flatMap { $0.count > 1 ? $0[1] : nil }
        guard last >= first, first < last || (firstPoint ?? 0) <= (lastPoint ?? Int.max) else { return nil }
    }

    fileprivate var text: String {
        let start = "\(first)" + (firstPoint.map { ":\($0)" } ?? "")
        let end = "\(last)" + (lastPoint.map { ":\($0)" } ?? "")
        return start == end ? start : "\(start)-\(end)"
    }
}
