/// What a format could not hold of what was to be written, each thing once with how often it was there.
public struct Losses: Sendable, Hashable {
    private struct Kind: Sendable, Hashable {
        var what: String
        var noun: String
    }

    private var kinds: [Kind] = []
    private var counts: [Kind: Int] = [:]

    /// Everything was kept.
    public init() {}

    /// Whether everything was kept.
    public var isEmpty: Bool { kinds.isEmpty }

    /// In the order in which they were found: "force of 12 inks".
    public var sentences: [String] {
        kinds.map { kind in
            let count = counts[kind] ?? 0
            return "\(kind.what) of \(count) \(kind.noun)\(count == 1 ? "" : "s")"
        }
    }

    /// So many of these had something that was not kept; none is no loss.
    mutating func add(_ what: String, of count: Int = 1, _ noun: String) {
        guard count > 0 else { return }
        let kind = Kind(what: what, noun: noun)
        if counts[kind] == nil { kinds.append(kind) }
        counts[kind, default: 0] += count
    }

    /// What was lost before comes first.
    mutating func add(_ others: Losses) {
        for kind in others.kinds { add(kind.what, of: others.counts[kind] ?? 0, kind.noun) }
    }
}
