internal import Ink

/// The strokes of an editor in the order they were made.
struct StrokeCollection: Sendable {
    /// Ascending by id.
    private(set) var all: [Stroke] = []
    /// How many samples they have in all.
    private(set) var samples = 0

    subscript(id: StrokeID) -> Stroke? {
        let index = position(of: id)
        return index < all.count && all[index].id == id ? all[index] : nil
    }

    mutating func insert(_ stroke: Stroke) {
        all.insert(stroke, at: position(of: stroke.id))
        samples += stroke.points.count
    }

    mutating func remove(_ id: StrokeID) {
        let index = position(of: id)
        guard index < all.count, all[index].id == id else { return }
        samples -= all.remove(at: index).points.count
    }

    /// Index of the first stroke that is not older than `id`.
    private func position(of id: StrokeID) -> Int {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
