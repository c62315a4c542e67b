public import Ink

extension InkInterface.NewStroke {
    /// Microseconds between samples whose times are not given.
    static let interval: Int64 = 10_000

    /// The samples, with times in microseconds since 1970; from `start` on, 10 milliseconds apart, if the stroke has none of its own.
    ///
    /// - Throws: `InvalidInk` if it has no samples, arrays of different length, a number that is not finite, a force outside 0 to 1,
    ///   or times that go back.
    public func points(from start: Int64) throws(InkInterface.InvalidInk) -> [InkPoint] {
        guard !x.isEmpty else { throw .init(reason: "a stroke has no samples") }
        guard y.count == x.count, (force?.count ?? x.count) == x.count, (time?.count ?? x.count) == x.count else {
            throw .init(
                reason: "a stroke has \(x.count) x, \(y.count) y, \(force?.count ?? x.count) forces and \(time?.count ?? x.count) times; "
                    + "give one of each for every sample")
        }
        guard x.allSatisfy(\.isFinite), y.allSatisfy(\.isFinite) else { throw .init(reason: "a coordinate is not finite") }
        guard (force ?? []).allSatisfy((0...1).contains) else { throw .init(reason: "a force is not between 0 and 1") }
        var points: [InkPoint] = []
        points.reserveCapacity(x.count)
        for index in x.indices {
            var moment = start &+ Int64(index) * Self.interval
            if let time = time?[index] {
                guard let microseconds = Int64(exactly: (time * 1000).rounded()) else { throw .init(reason: "\(time) is no time") }
                moment = microseconds
            }
            let instant = Instant(microseconds: moment)
            if let last = points.last, instant < last.time { throw .init(reason: "the times of a stroke go back") }
            points.append(InkPoint(x: x[index], y: y[index], time: instant, force: Float(force?[index] ?? 0)))
        }
        return points
    }
}

extension InkInterface.Erase.Parameters {
    /// Where the eraser goes.
    ///
    /// - Throws: `InvalidInk` if `x` and `y` are empty, of different length or not finite, or the radius is not a positive number.
    public func track() throws(InkInterface.InvalidInk) -> [Place] {
        guard !x.isEmpty, x.count == y.count else {
            throw .init(reason: "a track of \(x.count) x and \(y.count) y; give at least one of each, equally many")
        }
        guard x.allSatisfy(\.isFinite), y.allSatisfy(\.isFinite) else { throw .init(reason: "a coordinate is not finite") }
        if let radius, !(radius > 0 && radius.isFinite) { throw .init(reason: "the radius \(radius) is not above 0") }
        return zip(x, y).map { Place(x: $0, y: $1) }
    }
}
