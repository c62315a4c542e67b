import Ink

/// The last places of one contact, to average with. It holds them in itself: nothing is allocated.
struct PlaceSmoother {
    private static let capacity = 8
    private var places = InlineArray<8, Place>(repeating: Place(x: 0, y: 0))
    private var count = 0
    /// Where the next place goes.
    private var next = 0

    /// Forgets all places.
    mutating func reset() { (count, next) = (0, 0) }

    /// The mean of a place and of so many before it as there are, at most `samples`; the place itself for 0.
    mutating func smooth(_ place: Place, over samples: Int) -> Place {
        let taken = min(max(0, samples), count)
        var (x, y) = (place.x, place.y)
        for back in 0..<taken {
            let before = places[(next + Self.capacity - 1 - back) % Self.capacity]
            (x, y) = (x + before.x, y + before.y)
        }
        places[next] = place
        next = (next + 1) % Self.capacity
        count = min(count + 1, Self.capacity)
        return taken == 0 ? place : Place(x: x / Double(taken + 1), y: y / Double(taken + 1))
    }
}
