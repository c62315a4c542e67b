internal import Ink

/// A stroke as areas to be filled.
struct StrokeOutline {
    /// Areas of one opacity.
    struct Layer {
        /// To be filled together by the nonzero rule, in the coordinates of the document.
        var polygons: [[Place]]
        /// 0…1.
        var opacity: Double
    }

    /// How far an outline may lie beside the true one, in the coordinates of the path.
    var tolerance: Double

    /// The whole stroke but for what was cut off its ends; what eraser tracks hide is still in it.
    ///
    /// Where the opacity varies, a layer with the least of it covers everything, and each further layer covers what is more opaque by at least
    /// a step: so no seams are seen.
    func layers(_ stroke: InkStroke) -> [Layer] {
        let all = stroke.path.parameters
        let kept = (stroke.mask?.kept ?? all).clamped(to: all)
        let points = flattened(stroke.path, in: kept)
        let opacities = points.map { min(1, max(0, Double($0.opacity))) }
        guard let least = opacities.min(), let most = opacities.max() else { return [] }
        let flat = (start: kept.lowerBound > all.lowerBound, end: kept.upperBound < all.upperBound)
        let step = 1.0 / 8
        let count = min(8, Int((most - least) / step))
        var layers: [Layer] = []
        var below = 0.0
        for index in 0...count {
            let level = count == 0 ? opacities.reduce(0, +) / Double(opacities.count) : least + Double(index) * step
            guard level > below else { continue }
            let runs = Self.runs(opacities.map { index == 0 || $0 >= level - step / 2 })
            let polygons = runs.flatMap { run in
                let sweep = Sweep(
                    tolerance: tolerance, isFlatAtStart: flat.start && run.lowerBound == 0,
                    isFlatAtEnd: flat.end && run.upperBound == points.count)
                return sweep.polygons(points[run].map(Mark.init)).map { $0.map { stroke.transform($0) } }
            }
            // The layer lies over what is below: 1 - (1 - below)(1 - opacity) = level.
            if !polygons.isEmpty { layers.append(Layer(polygons: polygons, opacity: (level - below) / (1 - below))) }
            below = level
        }
        return layers
    }

    /// Areas that erasers took out of a stroke, none of which overlaps itself, in the coordinates of the document.
    func holes(_ stroke: InkStroke) -> [[Place]] {
        let tracks = stroke.mask?.tracks ?? []
        let sweep = Sweep(tolerance: tolerance, longestTurn: .pi / 2)
        return tracks.flatMap { track in sweep.polygons(track.places.map { Mark(centre: $0, radius: track.radius) }) }
            .map { $0.map { stroke.transform($0) } }
    }

    private static func runs(_ flags: [Bool]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for (index, flag) in flags.enumerated() where flag {
            if let last = runs.last, last.upperBound == index {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
        return runs
    }

    /// Points on the curve as close as needed for straight lines between them.
    private func flattened(_ path: StrokePath, in range: ClosedRange<Double>) -> [PathPoint] {
        guard !path.controlPoints.isEmpty else { return [] }
        var points = [path.point(at: range.lowerBound)]
        var parameter = range.lowerBound
        while parameter < range.upperBound {
            let next = min(range.upperBound, parameter.rounded(.down) + 1)
            flatten(path, from: (parameter, points[points.count - 1]), to: (next, path.point(at: next)), depth: 0, into: &points)
            parameter = next
        }
        return points
    }

    private func flatten(
        _ path: StrokePath, from a: (parameter: Double, point: PathPoint), to b: (parameter: Double, point: PathPoint), depth: Int,
        into points: inout [PathPoint]
    ) {
        let middle = (a.parameter + b.parameter) / 2
        // A piece that turns both ways crosses its chord in the middle: so its quarters are looked at as well.
        let quarters = [(a.parameter + middle) / 2, middle, (middle + b.parameter) / 2].map { path.point(at: $0) }
        guard depth < 5, zip(quarters, [0.25, 0.5, 0.75]).contains(where: { isFar($0, from: (a.point, b.point), at: $1) }) else {
            return points.append(b.point)
        }
        let point = quarters[1]
        flatten(path, from: a, to: (middle, point), depth: depth + 1, into: &points)
        flatten(path, from: (middle, point), to: b, depth: depth + 1, into: &points)
    }

    /// Whether the mark at a point covers what a straight piece between two marks does not, or the other way round; `share` of the way along.
    private func isFar(_ point: PathPoint, from ends: (a: PathPoint, b: PathPoint), at share: Double) -> Bool {
        let (a, b) = ends
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let (ex, ey) = (point.x - a.x, point.y - a.y)
        let length = (dx * dx + dy * dy).squareRoot()
        let height = length > 0 ? abs(dx * ey - dy * ex) / length : (ex * ex + ey * ey).squareRoot()
        let width = Double(a.width) + share * Double(b.width - a.width)
        return height > tolerance || abs(Double(point.width) - width) / 2 > tolerance
    }
}
