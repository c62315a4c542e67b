import Glibc

/// A detector of ink that a resting hand or a slip of the pen leaves far above or below a line: little ink, separated from the writing by
/// more than the writing's height.
///
/// A single such stroke would distort the line's height and position, relative to which all strokes are described. The detector is the same
/// as `training/inkd_training/text/stray.py`.
enum StrayStrokes {
    /// The minimum distance of stray ink from the writing, in heights of the writing: dots, accents and quotation marks are nearer.
    private static let distance = 1.5
    /// The maximum length of stray ink, as a fraction of the writing's length; longer ink is writing.
    private static let share = 0.1
    /// The minimum length of writing with few strokes, in diagonals of its box: shorter writing is a dash or a stem, whose marks may be
    /// at any distance.
    private static let turns = 1.25
    /// The minimum height assumed for a few flat strokes, as a fraction of their width.
    private static let flattest = 0.05
    /// The number of strokes that always count as writing, even if they are flat or straight: a long line is sixty times as wide as high.
    private static let many = 4

    /// Strokes whose vertical extents overlap, directly or by way of other strokes.
    private struct Band {
        var left: Double
        var right: Double
        var top: Double
        var bottom: Double
        var length: Double
        var strokes: [Int]

        mutating func absorb(_ other: Band) {
            (left, right) = (min(left, other.left), max(right, other.right))
            (top, bottom) = (min(top, other.top), max(bottom, other.bottom))
            length += other.length
            strokes += other.strokes
        }
    }

    /// Returns the strokes that are writing, in order; nil if all strokes are.
    static func writing(in ink: Polylines) -> [Int]? {
        guard ink.starts.count > 1 else { return nil }
        let bands = bands(of: ink)
        guard let main = bands.indices.max(by: { bands[$0].length < bands[$1].length }), bands.count > 1 else { return nil }
        var (body, low, high) = (bands[main], main, main)
        while true {
            let floor = body.strokes.count < many ? flattest * (body.right - body.left) : 0
            let reach = distance * max(body.bottom - body.top, floor)
            if low > 0, body.top - bands[low - 1].bottom < reach {
                low -= 1
                body.absorb(bands[low])
            } else if high + 1 < bands.count, bands[high + 1].top - body.bottom < reach {
                high += 1
                body.absorb(bands[high])
            } else {
                break
            }
        }
        guard low > 0 || high + 1 < bands.count else { return nil }
        let rest = bands[..<low].reduce(0) { $0 + $1.length } + bands[(high + 1)...].reduce(0) { $0 + $1.length }
        guard rest <= share * body.length else { return nil }
        guard body.strokes.count >= many || body.length > turns * hypot(body.right - body.left, body.bottom - body.top) else { return nil }
        return body.strokes.sorted()
    }

    /// Returns the bands from top to bottom.
    private static func bands(of ink: Polylines) -> [Band] {
        let strokes = ink.starts.indices.map { stroke -> Band in
            let range = ink.range(stroke)
            let (x, y) = (ink.x[range], ink.y[range])
            var length = 0.0
            for i in range.dropFirst() { length += hypot(ink.x[i] - ink.x[i - 1], ink.y[i] - ink.y[i - 1]) }
            return Band(
                left: x.min() ?? 0, right: x.max() ?? 0, top: y.min() ?? 0, bottom: y.max() ?? 0, length: length, strokes: [stroke])
        }
        var bands: [Band] = []
        for stroke in strokes.sorted(by: { $0.top < $1.top }) {
            if let last = bands.last, stroke.top <= last.bottom {
                bands[bands.count - 1].absorb(stroke)
            } else {
                bands.append(stroke)
            }
        }
        return bands
    }
}
