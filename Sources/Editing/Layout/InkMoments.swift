internal import Ink

/// How ink is spread over the surface: sums over the length of its path, so that neither the rate of the samples nor pen lifts matter.
struct InkMoments: Sendable {
    /// Length of the path.
    private(set) var length = 0.0
    private var x = 0.0
    private var y = 0.0
    private var xx = 0.0
    private var xy = 0.0
    private var yy = 0.0

    /// No ink.
    init() {}

    /// The ink of a stroke around `origin`; a dot counts as a path of length `dot`.
    init(_ stroke: Stroke, origin: InkPoint, dot: Double) {
        var last: InkPoint?
        for point in stroke.points {
            defer { last = point }
            guard let last else { continue }
            add(from: last, to: point, origin: origin)
        }
        if length < dot, let last { add(dot - length, x: last.x - origin.x, y: last.y - origin.y) }
    }

    /// Vertical deviation of the ink from its own line, which is level for letters and may slope for what is wide; 0 without ink.
    var deviation: Double {
        guard length > 0 else { return 0 }
        return (residual(stiffness: 4 * spread.yy) / length).squareRoot()
    }

    /// Second moments around the mean.
    var spread: (xx: Double, xy: Double, yy: Double) {
        guard length > 0 else { return (0, 0, 0) }
        return (max(0, xx - x * x / length), xy - x * y / length, max(0, yy - y * y / length))
    }

    /// Squared vertical distances from the straight line that fits best, integrated along the path.
    ///
    /// - Parameter stiffness: what a slope of one costs; it keeps short pieces of ink from being taken for steep ones.
    func residual(stiffness: Double) -> Double {
        let spread = spread
        let slack = spread.xx + stiffness
        return slack > 0 ? max(0, spread.yy - spread.xy * spread.xy / slack) : spread.yy
    }

    static func + (a: Self, b: Self) -> Self { combine(a, b, 1) }
    static func - (a: Self, b: Self) -> Self { combine(a, b, -1) }

    private static func combine(_ a: Self, _ b: Self, _ sign: Double) -> Self {
        var sum = a
        sum.length += sign * b.length
        sum.x += sign * b.x
        sum.y += sign * b.y
        sum.xx += sign * b.xx
        sum.xy += sign * b.xy
        sum.yy += sign * b.yy
        return sum
    }

    /// A straight piece: what its middle gives, and what it spreads around that.
    private mutating func add(from a: InkPoint, to b: InkPoint, origin: InkPoint) {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let piece = (dx * dx + dy * dy).squareRoot()
        add(piece, x: (a.x + b.x) / 2 - origin.x, y: (a.y + b.y) / 2 - origin.y)
        xx += piece * dx * dx / 12
        xy += piece * dx * dy / 12
        yy += piece * dy * dy / 12
    }

    private mutating func add(_ piece: Double, x: Double, y: Double) {
        length += piece
        self.x += piece * x
        self.y += piece * y
        xx += piece * x * x
        xy += piece * x * y
        yy += piece * y * y
    }
}
