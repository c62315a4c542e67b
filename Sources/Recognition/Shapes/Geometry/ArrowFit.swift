/// The shaft and the head of a drawn arrow.
enum ArrowFit {
    /// Corners of the strokes: nothing is farther from the pieces between them, in sizes of the ink.
    private static let tolerance = 0.07
    /// Pieces that may be the shaft are no shorter than this share of the longest.
    private static let shortest = 0.5

    /// Tail, tip and the ends of the barbs; nil if the ink has no straight piece.
    ///
    /// The shaft is a long piece with ink on both of its sides alike; its tip is where that ink is.
    ///
    /// - Parameter strokes: Evenly spaced ink, of size 1.
    static func arrow(_ strokes: [[Vector]]) -> (tail: Vector, tip: Vector, barbs: [Vector])? {
        guard let (a, b) = shaft(strokes) else { return nil }
        let points = strokes.joined()
        let direction = (b - a) / (b - a).length
        let off = points.filter { abs(($0 - a).cross(direction)) > tolerance }
        let nearerEnd = off.filter { ($0 - b).length < ($0 - a).length }.count * 2 >= off.count
        let (tail, tip) = nearerEnd ? (a, b) : (b, a)
        func barb(_ side: Double) -> Vector? {
            let farthest = points.max { side * direction.cross($0 - a) < side * direction.cross($1 - a) }
            return farthest.flatMap { side * direction.cross($0 - a) > tolerance / 2 ? $0 : nil }
        }
        return (tail, tip, [barb(-1), barb(1)].compactMap { $0 })
    }

    /// The two ends of the shaft.
    static func shaft(_ strokes: [[Vector]]) -> (Vector, Vector)? {
        let pieces = strokes.flatMap { stroke in
            let corners = Corners.simplified(stroke, tolerance: tolerance)
            return Array(zip(corners, corners.dropFirst()))
        }
        let longest = pieces.map { ($1 - $0).length }.max() ?? 0
        guard longest > 0 else { return nil }
        func worth(_ piece: (Vector, Vector)) -> Double {
            let side = piece.1 - piece.0
            var (sum, balance) = (0.0, 0.0)
            for point in strokes.joined() {
                let across = side.cross(point - piece.0) / side.length
                (sum, balance) = (sum + abs(across), balance + across)
            }
            return side.length * (1 - (sum > 0 ? abs(balance) / sum : 0))
        }
        return pieces.filter { ($1 - $0).length >= shortest * longest }.max { worth($0) < worth($1) }
    }
}
