/// The corners of strokes and of outlines.
enum Corners {
    /// The points that a stroke cannot do without: none of the others is farther than `tolerance` from the straight pieces between them.
    ///
    /// Source: Douglas and Peucker 1973, "Algorithms for the reduction of the number of points required to represent a digitized line".
    static func simplified(_ stroke: [Vector], tolerance: Double) -> [Vector] {
        guard stroke.count > 2 else { return stroke }
        var kept = [Bool](repeating: false, count: stroke.count)
        (kept[0], kept[stroke.count - 1]) = (true, true)
        var open = [(0, stroke.count - 1)]
        while let (first, last) = open.popLast() {
            var (farthest, distance) = (first, tolerance)
            for i in (first + 1)..<max(first + 1, last) {
                let d = stroke[i].distance(from: stroke[first], to: stroke[last])
                if d > distance { (farthest, distance) = (i, d) }
            }
            guard farthest > first else { continue }
            kept[farthest] = true
            open += [(first, farthest), (farthest, last)]
        }
        return stroke.indices.filter { kept[$0] }.map { stroke[$0] }
    }

    /// The convex hull, clockwise as seen with y growing downwards.
    ///
    /// Source: Andrew 1979, "Another efficient algorithm for convex hulls in two dimensions".
    static func hull(_ points: [Vector]) -> [Vector] {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func half(_ points: some Sequence<Vector>) -> [Vector] {
            var chain: [Vector] = []
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

    /// The convex outline with only so many corners: those go first that cut off the least. Fewer if it has no more.
    static func reduced(_ outline: [Vector], to count: Int) -> [Vector] {
        var outline = outline
        while outline.count > count {
            let n = outline.count
            let areas = outline.indices.map { i in
                (outline[i] - outline[(i + n - 1) % n]).cross(outline[(i + 1) % n] - outline[i])
            }
            guard let least = outline.indices.min(by: { areas[$0] < areas[$1] }) else { break }
            outline.remove(at: least)
        }
        return outline
    }
}
