internal import Ink

/// The strokes of a document in the order they were drawn: pieces of a split stroke lie where it lay.
struct DocumentStrokes: Sendable, Hashable {
    /// Where a stroke comes among all.
    private struct Rank: Hashable, Comparable {
        var root: StrokeID
        var begin: Double
        var id: StrokeID

        init(_ stroke: InkStroke) {
            root = stroke.root
            begin = stroke.root == stroke.id ? 0 : stroke.maskedPathRanges.first?.lowerBound ?? 0
            id = stroke.id
        }

        static func < (a: Self, b: Self) -> Bool { (a.root, a.begin, a.id) < (b.root, b.begin, b.id) }
    }

    private var placed: [StrokeID: PlacedStroke] = [:]
    private var ranks: [Rank] = []
    /// How many control points they have in all.
    private(set) var points = 0

    subscript(id: StrokeID) -> PlacedStroke? { placed[id] }
    var count: Int { ranks.count }
    var isEmpty: Bool { ranks.isEmpty }
    /// In the order they were drawn.
    var all: [PlacedStroke] { ranks.compactMap { placed[$0.id] } }

    /// Puts a stroke in, in place of one of the same name.
    mutating func insert(_ stroke: PlacedStroke) {
        remove(stroke.stroke.id)
        let rank = Rank(stroke.stroke)
        ranks.insert(rank, at: position(of: rank))
        placed[rank.id] = stroke
        points += stroke.stroke.path.controlPoints.count
    }

    mutating func remove(_ id: StrokeID) {
        guard let stroke = placed.removeValue(forKey: id) else { return }
        points -= stroke.stroke.path.controlPoints.count
        let index = position(of: Rank(stroke.stroke))
        if index < ranks.count, ranks[index].id == id { ranks.remove(at: index) }
    }

    /// Takes away those that come first.
    mutating func removeFirst(_ count: Int) {
        let count = min(max(0, count), ranks.count)
        for rank in ranks.prefix(count) { points -= placed.removeValue(forKey: rank.id)?.stroke.path.controlPoints.count ?? 0 }
        ranks.removeFirst(count)
    }

    /// Index of the first stroke that does not come before `rank`.
    private func position(of rank: Rank) -> Int {
        var (low, high) = (0, ranks.count)
        while low < high {
            let middle = (low + high) / 2
            if ranks[middle] < rank { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
