extension StrokePath {
    /// Creates a path with few control points. The curve is within `tolerance` of every sample, in the unit of the samples.
    ///
    /// Samples without a usable position (not finite, or 2³⁰ units and more from the origin) are left out, as are repetitions; time never
    /// decreases. Widths of the mark are proportional to the tolerance; they suit paper if the unit is a millimeter and the tolerance is
    /// 0.05. All numbers are whole numbers of steps, so that storing does not change the path: coordinates in the power of two below a
    /// 32nd of the tolerance, time in 1/4096 s up to 4096 s, the rest in 1/1024. Times of `samples` count from the first sample, whose
    /// time is `created`. A tolerance that is not above 0 is treated as 0.05; a tolerance below 2⁻¹⁵ as 2⁻¹⁵.
    public init(fitting samples: [InkPoint], tolerance: Double = 0.05, style: InkStyle, created: Int64) {
        self = Self.fit(samples, tolerance: tolerance, style: style, created: created).path
    }

    /// Fits a path and returns it with its samples.
    static func fit(_ given: [InkPoint], tolerance: Double, style: InkStyle, created: Int64) -> FittedPath {
        let tolerance = tolerance > 0 && tolerance.isFinite ? max(tolerance, 1.0 / 32768) : 0.05
        let (samples, places) = pinned(usable(given), step: 10 * tolerance)
        let empty = StrokePath(controlPoints: [], created: created, precision: tolerance / 32)
        guard let first = samples.first, samples.count > 1 else {
            let path = empty.with(samples.map { controlPoint($0, since: $0.time) }, style, tolerance)
            return FittedPath(path: path, samples: samples, parameters: samples.map { _ in 0 }, places: places)
        }
        // Reserves the distance by which rounding of control points may move the curve.
        let fit = SplineFit(samples.map { Point(x: $0.x, y: $0.y) }, limit: tolerance - empty.precision)
        let raw = samples.map { controlPoint($0, since: first.time) }
        let azimuths = unwound(samples.map(\.azimuth))
        func channel(_ values: [Double]) -> [Double] {
            let (first, last) = (values[0], values[values.count - 1])
            guard values.contains(where: { $0 != first }) else { return Array(repeating: first, count: fit.count) }
            return fit.system.controls(for: values, first: first, last: last)
        }
        let (x, y) = (channel(raw.map(\.x)), channel(raw.map(\.y)))
        let (time, force) = (channel(raw.map { Double($0.time) }), channel(raw.map { Double($0.force) }))
        let (azimuth, altitude) = (channel(azimuths), channel(raw.map { Double($0.altitude) }))
        let end = raw[raw.count - 1].time
        let points = (0..<fit.count).map {
            PathPoint(
                x: x[$0], y: y[$0], time: min(end, Float(time[$0])), force: Float(force[$0]), azimuth: Float(azimuth[$0]),
                altitude: Float(altitude[$0]))
        }
        return FittedPath(path: empty.with(points, style, tolerance), samples: samples, parameters: fit.parameters, places: places)
    }

    /// Samples, each with its index among the given samples. The index is a whole number, or a fraction for an inserted sample.
    private typealias Placed = (samples: [InkPoint], places: [Double])

    /// Returns the drawable samples, without repetitions, with times that never decrease.
    private static func usable(_ samples: [InkPoint]) -> Placed {
        let most = Double(1 << 30)
        var usable: [InkPoint] = []
        var places: [Double] = []
        usable.reserveCapacity(samples.count)
        places.reserveCapacity(samples.count)
        for (index, given) in samples.enumerated() where abs(given.x) < most && abs(given.y) < most {
            var sample = given
            if !sample.force.isFinite { sample.force = 0 }
            if !sample.azimuth.isFinite { sample.azimuth = 0 }
            if !sample.altitude.isFinite { sample.altitude = .pi / 2 }
            if let last = usable.last {
                sample.time = max(last.time, sample.time)
                if sample.x == last.x, sample.y == last.y, sample.time == last.time { continue }
            }
            usable.append(sample)
            places.append(Double(index))
        }
        return (usable, places)
    }

    /// Adds samples at corners. If samples are far apart, a smooth curve would swing around a corner between them. Therefore, two samples
    /// are added on the straight line on each side of the corner: at one step and two steps from it.
    private static func pinned(_ given: Placed, step: Double) -> Placed {
        let samples = given.samples
        guard samples.count > 2 else { return given }
        func direction(_ a: InkPoint, _ b: InkPoint) -> (x: Double, y: Double, length: Double) {
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let length = (dx * dx + dy * dy).squareRoot()
            return length > 0 ? (dx / length, dy / length, length) : (0, 0, 0)
        }
        let ways = zip(samples, samples.dropFirst()).map(direction)
        var corners = [Bool](repeating: false, count: samples.count)
        // a corner turns by more than 60 degrees
        for index in 1..<ways.count { corners[index] = ways[index - 1].x * ways[index].x + ways[index - 1].y * ways[index].y < 0.5 }
        var pinned: Placed = ([], [])
        pinned.samples.reserveCapacity(samples.count)
        pinned.places.reserveCapacity(samples.count)
        for (index, sample) in samples.enumerated() {
            pinned.samples.append(sample)
            pinned.places.append(given.places[index])
            guard index < ways.count, ways[index].length > 5 * step else { continue }
            let (next, length) = (samples[index + 1], ways[index].length)
            let after = corners[index] ? [step, 2 * step] : []
            let before = corners[index + 1] ? [length - 2 * step, length - step] : []
            for way in after + before {
                pinned.samples.append(between(sample, next, way / length))
                pinned.places.append(given.places[index] + (given.places[index + 1] - given.places[index]) * way / length)
            }
        }
        return pinned
    }

    private static func between(_ a: InkPoint, _ b: InkPoint, _ part: Double) -> InkPoint {
        var point = a
        point.x += (b.x - a.x) * part
        point.y += (b.y - a.y) * part
        point.time = a.time.advanced(byMicroseconds: Int64(Double(b.time.since(a.time)) * part))
        point.force += (b.force - a.force) * Float(part)
        return point
    }

    private static func controlPoint(_ sample: InkPoint, since start: Instant) -> PathPoint {
        PathPoint(
            x: sample.x, y: sample.y, time: Float(Double(sample.time.since(start)) / 1_000_000), force: sample.force,
            azimuth: sample.azimuth, altitude: sample.altitude)
    }

    /// Returns the angles unwrapped, without jumps of a full turn.
    private static func unwound(_ angles: [Float]) -> [Double] {
        var last = 0.0
        return angles.map { angle in
            last += (Double(angle) - last).remainder(dividingBy: 2 * .pi)
            return last
        }
    }

    /// Returns a path of these control points with the marks of the style's tool, rounded to the steps in which paths are stored.
    private func with(_ points: [PathPoint], _ style: InkStyle, _ tolerance: Double) -> StrokePath {
        StrokePath(controlPoints: points, created: created, precision: precision).marked(by: style.kind, unit: tolerance / 0.05)
    }
}

extension InkStyle.Kind {
    /// Sets the size and opacity of the point's mark to those that the tool draws with this force. The sizes, in millimeters times `unit`,
    /// were chosen by this project.
    func mark(_ point: inout PathPoint, force: Float, unit: Float) {
        switch self {
        case .pen: (point.width, point.height, point.opacity) = (unit * (0.3 + 0.4 * force), unit * (0.3 + 0.4 * force), 1)
        case .pencil:
            (point.width, point.height, point.opacity) = (unit * (0.4 + 0.2 * force), unit * (0.4 + 0.2 * force), 0.4 + 0.6 * force)
        case .marker: (point.width, point.height, point.opacity) = (unit * 2, unit * 5, 0.5)
        }
    }
}
