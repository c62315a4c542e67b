/// Polylines and polygons.
extension [Point] {
    /// Returns the indices of the essential points. All other points are within `tolerance` of the polyline through the essential points.
    ///
    /// Source: Douglas and Peucker 1973, "Algorithms for the reduction of the number of points required to represent a digitized line".
    public func corners(tolerance: Double) -> [Int] {
        guard count > 2 else { return Array<Int>(indices) }
        var kept = [Bool](repeating: false, count: count)
        (kept[0], kept[count - 1]) = (true, true)
        var open = [(0, count - 1)]
        while let (first, last) = open.popLast() {
            var (farthest, distance) = (first, tolerance)
            for index in (first + 1)..<Swift.max(first + 1, last) {
                let own = self[index].distance(from: self[first], to: self[last])
                if own > distance { (farthest, distance) = (index, own) }
            }
            guard farthest > first else { continue }
            kept[farthest] = true
            open += [(first, farthest), (farthest, last)]
        }
        return indices.filter { kept[$0] }
    }

    /// The convex hull, clockwise as seen with y growing downward.
    ///
    /// Source: Andrew 1979, "Another efficient algorithm for convex hulls in two dimensions".
    public var hull: [Point] {
        let sorted = sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func half(_ points: some Sequence<Point>) -> [Point] {
            var chain: [Point] = []
            for point in points {
                while chain.count > 1, (chain[chain.count - 1] - chain[chain.count - 2]).cross(point - chain[chain.count - 1]) <= 0 {
                    chain.removeLast()
                }
                chain.append(point)
            }
            return chain.dropLast()
        }
        return half(sorted) + half(sorted.reversed())
    }

    /// Returns the convex outline with at most `count` corners, removing first the corners that cut off the least area.
    public func reduced(to count: Int) -> [Point] {
        var outline = self
        while outline.count > count {
            let n = outline.count
            let areas = outline.indices.map { (outline[$0] - outline[($0 + n - 1) % n]).cross(outline[($0 + 1) % n] - outline[$0]) }
            guard let least = outline.indices.min(by: { areas[$0] < areas[$1] }) else { break }
            outline.remove(at: least)
        }
        return outline
    }
}

extension Point {
    /// Returns the point nearest to this one on the segment between two others.
    public func nearest(from a: Point, to b: Point) -> Point {
        let side = b - a
        let squared = side.dot(side)
        let share = squared > 0 ? Swift.min(Swift.max((self - a).dot(side) / squared, 0), 1) : 0
        return a + side * share
    }

    /// Returns the distance of this point from the segment between two others.
    public func distance(from a: Point, to b: Point) -> Double { distance(to: nearest(from: a, to: b)) }
}
