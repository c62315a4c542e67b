/// Everything within a radius of a straight line between two places.
struct Capsule {
    let start: Place
    let end: Place
    let radius: Double

    /// The part of the way from `p` to `q`, 0…1, that is within the capsule after it was grown; nil if none is.
    ///
    /// A capsule is convex, so that the part is one range: around those within the circles at both ends and within the rectangle between.
    func overlap(from p: Place, to q: Place, grownBy growth: Double = 0) -> ClosedRange<Double>? {
        let radius = radius + growth
        guard radius >= 0, min(start.x, end.x) - radius <= max(p.x, q.x), min(p.x, q.x) <= max(start.x, end.x) + radius,
            min(start.y, end.y) - radius <= max(p.y, q.y), min(p.y, q.y) <= max(start.y, end.y) + radius
        else { return nil }
        var (low, high) = (Double.infinity, -Double.infinity)
        func include(_ range: ClosedRange<Double>?) {
            guard let range else { return }
            (low, high) = (min(low, range.lowerBound), max(high, range.upperBound))
        }
        include(circle(start, radius, p, q))
        if start != end {
            include(circle(end, radius, p, q))
            include(rectangle(radius, p, q))
        }
        guard low <= 1, high >= 0 else { return nil }
        return max(0, low)...min(1, high)
    }

    private func circle(_ centre: Place, _ radius: Double, _ p: Place, _ q: Place) -> ClosedRange<Double>? {
        let (way, offset) = (q - p, p - centre)
        let (a, b, c) = (way.dot(way), way.dot(offset), offset.dot(offset) - radius * radius)
        guard a > 0 else { return c <= 0 ? 0...1 : nil }
        let root = b * b - a * c
        guard root >= 0 else { return nil }
        let half = root.squareRoot()
        return Self.range((-b - half) / a, (-b + half) / a)
    }

    private func rectangle(_ radius: Double, _ p: Place, _ q: Place) -> ClosedRange<Double>? {
        let (way, offset, axis) = (q - p, p - start, end - start)
        let square = axis.dot(axis)
        let across = Place(x: -axis.y, y: axis.x)
        let reach = radius * square.squareRoot()
        guard let along = Self.within(offset.dot(axis), way.dot(axis), 0, square),
            let aside = Self.within(offset.dot(across), way.dot(across), -reach, reach)
        else { return nil }
        return Self.range(max(along.lowerBound, aside.lowerBound), min(along.upperBound, aside.upperBound))
    }

    /// Where on its way a number stays between two others.
    private static func within(_ start: Double, _ way: Double, _ low: Double, _ high: Double) -> ClosedRange<Double>? {
        guard way != 0 else { return start >= low && start <= high ? -Double.infinity...Double.infinity : nil }
        let (a, b) = ((low - start) / way, (high - start) / way)
        return range(min(a, b), max(a, b))
    }

    /// nil for what is empty or no range of numbers.
    private static func range(_ low: Double, _ high: Double) -> ClosedRange<Double>? { low <= high ? low...high : nil }
}
