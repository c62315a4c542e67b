/// What was read in place of what, and how often.
struct Confusions {
    /// Something that was wanted and something that was read; nil for nothing.
    struct Pair: Hashable {
        var wanted: String?
        var read: String?
    }

    /// A pair, how often it occurred, and in which inks, each once.
    struct Row {
        var pair: Pair
        var count: Int
        var places: [Int]
    }

    private var counts: [Pair: Int] = [:]
    private var places: [Pair: [Int]] = [:]
    /// All errors.
    private(set) var total = 0

    /// Counts the errors of an ink by its number.
    mutating func add(_ alignment: EditAlignment, place: Int) {
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

    /// How many different ones there are.
    var kinds: Int { counts.count }

    /// The most frequent first; in the order of characters where they are as frequent.
    func rows(most: Int) -> [Row] {
        let sorted = counts.sorted { a, b in
            a.value != b.value ? a.value > b.value : (a.key.wanted ?? "", a.key.read ?? "") < (b.key.wanted ?? "", b.key.read ?? "")
        }
        return sorted.prefix(most).map { Row(pair: $0.key, count: $0.value, places: places[$0.key] ?? []) }
    }
}
