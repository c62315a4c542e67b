import Glibc

/// The tips and notches of a drawn star.
enum StarFit {
    /// How far to both sides of a notch's direction (radians) ink is looked for.
    private static let notch = 0.12

    /// Centre, distances of tips and notches from it, and the direction of the tip that lies nearest to straight up; nil if the ink encloses
    /// no polygon of so many corners.
    ///
    /// - Parameter points: Evenly spaced ink, of size 1.
    static func star(_ points: [Vector], tips count: Int) -> (centre: Vector, outer: Double, inner: Double, rotation: Double)? {
        let tips = Corners.reduced(Corners.hull(points), to: count)
        guard tips.count == count else { return nil }
        let centre = tips.reduce(Vector.zero, +) / Double(count)
        let outer = tips.reduce(0) { $0 + ($1 - centre).length } / Double(count)
        // directions agree when multiplied by the number of tips
        let turns = tips.map { Vector(angle: atan2($0.y - centre.y, $0.x - centre.x) * Double(count)) }.reduce(.zero, +)
        let step = 2 * Double.pi / Double(count)
        let first = atan2(turns.y, turns.x) / Double(count)
        let rotation = first + ((-.pi / 2 - first) / step).rounded() * step
        let notches = (0..<count).compactMap { k in
            let direction = Vector(angle: rotation + (Double(k) + 0.5) * step)
            return points.lazy.map { $0 - centre }.filter { $0.dot(direction) > cos(notch) * $0.length }.map(\.length).max()
        }
        guard outer > 0, !notches.isEmpty else { return nil }
        return (centre, outer, notches.sorted()[notches.count / 2], rotation)
    }
}
