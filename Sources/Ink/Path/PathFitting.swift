extension StrokePath {
    /// A path through samples: the curve passes every one of them within `tolerance`, in their unit, with few control points.
    ///
    /// Samples that are no place (not finite, or 2³⁰ units and more from the origin) are left out, as are those that say nothing new; time
    /// never falls. Sizes of the mark are meant for paper when the unit is a millimetre and the tolerance 0.05, and grow with the
    /// tolerance. All numbers are whole numbers of steps, so that the path survives storing as it is: coordinates the power of two below a
    /// 32nd of the tolerance, time 1/4096 s up to 4096 s, the rest 1/1024. Of `samples`, times count from the first; `created` is when
    /// that was. A tolerance that is not above 0 is taken for 0.05; less than 2⁻¹⁵ is as good as 2⁻¹⁵.
    public init(fitting samples: [InkPoint], tolerance: Double = 0.05, style: InkStyle, created: Int64) {
        self = Self.fit(samples, tolerance: tolerance, style: style, created: created).path
    }

    /// The path, the samples that it was made from, and where on it each is.
    static func fit(
        _ samples: [InkPoint], tolerance: Double, style: InkStyle, created: Int64
    ) -> (path: StrokePath, samples: [InkPoint], parameters: [Double]) {
        let tolerance = tolerance > 0 && tolerance.isFinite ? max(tolerance, 1.0 / 32768) : 0.05
        let samples = pinned(usable(samples), step: 10 * tolerance)
        let empty = StrokePath(controlPoints: [], created: created, precision: tolerance / 32)
        guard let first = samples.first, samples.count > 1 else {
            return (empty.with(samples.map { controlPoint($0, since: $0.time) }, style, tolerance), samples, samples.map { _ in 0 })
        }
        // The distance by which rounding of control points may move the curve is set aside.
        let fit = SplineFit(samples.map { Place(x: $0.x, y: $0.y) }, limit: tolerance - empty.precision)
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
        return (empty.with(points, style, tolerance), samples, fit.parameters)
    }

    /// The samples that can be drawn, without repetitions, their times not falling.
    private static func usable(_ samples: [InkPoint]) -> [InkPoint] {
        let most = Double(1 << 30)
        var usable: [InkPoint] = []
        usable.reserveCapacity(samples.count)
        for var sample in samples where abs(sample.x) < most && abs(sample.y) < most {
            if !sample.force.isFinite { sample.force = 0 }
            if !sample.azimuth.isFinite { sample.azimuth = 0 }
            if !sample.altitude.isFinite { sample.altitude = .pi / 2 }
            if let last = usable.last {
                sample.time = max(last.time, sample.time)
                if sample.x == last.x, sample.y == last.y, sample.time == last.time { continue }
            }
            usable.append(sample)
        }
        return usable
    }

    /// Samples that are far apart say little of a corner between them, and a smooth curve would swing around it: two more are put on the
    /// straight line on each side of such a corner, a step and two steps away from it.
    private static func pinned(_ samples: [InkPoint], step: Double) -> [InkPoint] {
        guard samples.count > 2 else { return samples }
        func direction(_ a: InkPoint, _ b: InkPoint) -> (x: Double, y: Double, length: Double) {
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let length = (dx * dx + dy * dy).squareRoot()
            return length > 0 ? (dx / length, dy / length, length) : (0, 0, 0)
        }
        let ways = zip(samples, samples.dropFirst()).map(direction)
        var corners = [Bool](repeating: false, count: samples.count)
        // more than 60 degrees
        for index in 1..<ways.count { corners[index] = ways[index - 1].x * ways[index].x + ways[index - 1].y * ways[index].y < 0.5 }
        var pinned: [InkPoint] = []
        pinned.reserveCapacity(samples.count)
        for (index, sample) in samples.enumerated() {
            pinned.append(sample)
            guard index < ways.count, ways[index].length > 5 * step else { continue }
            let (next, length) = (samples[index + 1], ways[index].length)
            let after = corners[index] ? [step, 2 * step] : []
            let before = corners[index + 1] ? [length - 2 * step, length - step] : []
            for way in after + before { pinned.append(between(sample, next, way / length)) }
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

    /// Angles that go on counting where they would jump by a turn.
    private static func unwound(_ angles: [Float]) -> [Double] {
        var last = 0.0
        return angles.map { angle in
            last += (Double(angle) - last).remainder(dividingBy: 2 * .pi)
            return last
        }
    }

    /// A path of these control points with the marks that the style makes of them, in stored steps.
    private func with(_ points: [PathPoint], _ style: InkStyle, _ tolerance: Double) -> StrokePath {
        // Of a device that knows no force all samples have none, and the pen is taken to be pressed as usual.
        let knowsForce = points.contains { $0.force > 0 }
        let marked = points.map { point in
            var point = point
            style.kind.mark(&point, force: knowsForce ? max(0, min(1, point.force)) : 0.5, unit: Float(tolerance / 0.05))
            return point
        }
        return StrokePath(controlPoints: marked, created: created, precision: precision).quantised
    }
}

extension InkStyle.Kind {
    /// Gives a point the mark that the tool leaves under such force; sizes in millimetres of the project's own choice, times `unit`.
    fileprivate func mark(_ point: inout PathPoint, force: Float, unit: Float) {
        switch self {
        case .pen: (point.width, point.height, point.opacity) = (unit * (0.3 + 0.4 * force), unit * (0.3 + 0.4 * force), 1)
        case .pencil:
            (point.width, point.height, point.opacity) = (unit * (0.4 + 0.2 * force), unit * (0.4 + 0.2 * force), 0.4 + 0.6 * force)
        case .marker: (point.width, point.height, point.opacity) = (unit * 2, unit * 5, 0.5)
        }
    }
}
