import Ink

/// The last positions of one contact, for averaging. They are stored inline, without allocation.
struct PlaceSmoother {
    private static let capacity = 8
    private var places = InlineArray<8, Point>(repeating: Point(x: 0, y: 0))
    private var count = 0
    /// Index of the next position.
    private var next = 0

    /// Forgets all positions.
    mutating func reset() { (count, next) = (0, 0) }

    /// Returns the mean of a position and up to `samples` stored positions before it; for 0, the position itself.
    mutating func smooth(_ place: Point, over samples: Int) -> Point {
        let taken = min(max(0, samples), count)
        var (x, y) = (place.x, place.y)
        for back in 0..<taken {
            let before = places[(next + Self.capacity - 1 - back) % Self.capacity]
            (x, y) = (x + before.x, y + before.y)
        }
        places[next] = place
        next = (next + 1) % Self.capacity
        count = min(count + 1, Self.capacity)
        return taken == 0 ? place : Point(x: x / Double(taken + 1), y: y / Double(taken + 1))
    }
}
