/// The parts of a file that were left out, by kind, with the count, lines and reason of each kind.
public struct LeftOut: Sendable, Hashable {
    private struct Kind: Sendable, Hashable {
        var noun: String
        var reason: String
    }

    private struct Places: Sendable, Hashable {
        var count = 0
        var lines: [Int] = []
    }

    private var kinds: [Kind] = []
    private var places: [Kind: Places] = [:]
    /// The number of pieces whose kinds have no sentence, because there are more than `mostKinds`.
    private var others = 0

    /// Maximum number of kinds with a sentence.
    private static let mostKinds = 30
    /// Maximum number of lines named in a sentence.
    private static let mostLines = 3

    /// Creates an empty list: everything was read.
    public init() {}

    /// Whether everything was read.
    public var isEmpty: Bool { kinds.isEmpty && others == 0 }

    /// The number of pieces left out.
    public var count: Int { places.values.reduce(others) { $0 + $1.count } }

    /// The kinds in the order found: "1 × stroke (line 8: its width is no number)".
    public var sentences: [String] {
        let sentences = kinds.map { kind in
            let places = places[kind] ?? Places()
            let lines = places.lines.map(String.init).joined(separator: ", ")
            let more = places.count - places.lines.count
            let place =
                places.lines.isEmpty
                ? "" : places.count == 1 ? "line \(lines)" : "lines \(lines)" + (more > 0 ? " and \(more) more" : "")
            let remark = [place, kind.reason].filter { !$0.isEmpty }.joined(separator: ": ")
            return "\(places.count) × \(kind.noun)" + (remark.isEmpty ? "" : " (\(remark))")
        }
        return others > 0 ? sentences + ["and \(others) more"] : sentences
    }

    /// Counts a piece that was left out.
    ///
    /// - Parameters:
    ///   - noun: the piece, in the singular: "stroke".
    ///   - line: the piece's line in the file, from 1; nil if it is unknown or meaningless.
    ///   - reason: the fault; empty if the noun implies it.
    public mutating func add(_ noun: String, line: Int? = nil, _ reason: String = "", of count: Int = 1) {
        guard count > 0 else { return }
        let kind = Kind(noun: noun, reason: reason)
        if places[kind] == nil {
            guard kinds.count < Self.mostKinds else {
                others += count
                return
            }
            kinds.append(kind)
        }
        places[kind, default: Places()].count += count
        if let line, places[kind, default: Places()].lines.count < Self.mostLines { places[kind, default: Places()].lines.append(line) }
    }

    /// Adds the pieces of another list; earlier kinds come first.
    public mutating func add(_ other: LeftOut) {
        for kind in other.kinds {
            let more = other.places[kind] ?? Places()
            add(kind.noun, line: more.lines.first, kind.reason, of: more.count)
            for line in more.lines.dropFirst() where (places[kind]?.lines.count ?? Self.mostLines) < Self.mostLines {
                places[kind]?.lines.append(line)
            }
        }
        others += other.others
    }
}
