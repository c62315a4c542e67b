public import Ink

extension InkInterface.NewStroke {
    /// The microseconds between the samples of a stroke without times.
    static let interval: Int64 = 10_000
    /// Maximum number of samples of a stroke.
    public static let mostSamples = Stroke.mostSamples

    /// Returns the samples, with times in microseconds since 1970. The samples of a stroke without times are 10 milliseconds apart,
    /// beginning at `start`.
    ///
    /// - Parameter name: the stroke's name in errors.
    /// - Throws: `InvalidInk` if the stroke has no samples, arrays of different lengths, a value that the interface does not allow, or
    ///   decreasing times.
    public func points(from start: Int64, named name: String = "the stroke") throws(InkInterface.InvalidInk) -> [InkPoint] {
        guard (1...Self.mostSamples).contains(x.count) else {
            throw .init(reason: "\(name) has \(x.count) samples: give 1 to \(Self.mostSamples)")
        }
        let axes: [(name: String, values: [Double]?, range: ValueRange)] = [
            ("x", x, .place), ("y", y, .place), ("force", force, .share), ("time", time, .time), ("azimuth", azimuth, .azimuth),
            ("altitude", altitude, .altitude), ("width", width, Self.size), ("height", height, Self.size),
        ]
        for (axis, values, range) in axes {
            guard let values else { continue }
            guard values.count == x.count else {
                throw .init(reason: "\(name) has \(x.count) x and \(values.count) \(axis): give one of each for each sample")
            }
            if let index = values.firstIndex(where: { !range.contains($0) }) {
                throw .init(reason: range.problem(with: values[index], of: "\(name).\(axis)[\(index)]"))
            }
        }
        guard height == nil || width != nil else { throw .init(reason: "\(name) has height and no width: give both, or width alone") }
        var points: [InkPoint] = []
        points.reserveCapacity(x.count)
        for index in x.indices {
            let moment = time.map { Int64(($0[index] * 1000).rounded()) } ?? start &+ Int64(index) * Self.interval
            let instant = Instant(microseconds: moment)
            if let last = points.last, instant < last.time {
                throw .init(reason: "\(name).time[\(index)] is before its predecessor: give ascending times")
            }
            points.append(
                InkPoint(
                    x: x[index], y: y[index], time: instant, force: Float(force?[index] ?? 0),
                    azimuth: azimuth.map { ValueRange.turned($0[index]) } ?? 0,
                    altitude: altitude.map { min(Float($0[index]), .pi / 2) } ?? .pi / 2))
        }
        return points
    }

    /// The range of the width and height of the pen's mark.
    private static let size = ValueRange(0...100, "millimeters")

    /// Returns the visible part of the stroke as a range of samples; nil for the whole stroke.
    /// - Throws: `InvalidInk` if the visible part is not within the samples.
    public func visiblePart(named name: String = "the stroke") throws(InkInterface.InvalidInk) -> ClosedRange<Double>? {
        try visible.map { (visible) throws(InkInterface.InvalidInk) in
            try visible.range(within: 0...Double(max(0, x.count - 1)), named: "\(name).visible")
        }
    }
}

extension InkInterface.NewStroke {
    /// A copy of a stroke of another part.
    public init(_ stroke: InkInterface.Stroke) {
        self.init(
            x: stroke.x, y: stroke.y, force: stroke.force, time: stroke.time, azimuth: stroke.azimuth, altitude: stroke.altitude,
            width: stroke.width, height: stroke.height, style: stroke.style, path: stroke.path)
    }

    /// The number of samples or of control points, whichever is larger.
    public var size: Int { max(x.count, path?.controlPoints.count ?? 0) }
}

extension InkInterface.Path {
    /// Converts the path to a stroke with the ID 0, rounded as a stored stroke is.
    ///
    /// - Parameters:
    ///   - name: the path's name in errors.
    ///   - precision: the step of coordinates; see `StrokePath`.
    /// - Throws: `InvalidInk` for a value that the interface does not allow.
    public func stroke(named name: String = "the path", precision: Double = 1.0 / 1024) throws(InkInterface.InvalidInk) -> InkStroke {
        guard (1...InkInterface.NewStroke.mostSamples).contains(controlPoints.count) else {
            throw .init(
                reason: "\(name).controlPoints has \(controlPoints.count) points: give 1 to \(InkInterface.NewStroke.mostSamples)")
        }
        for (index, point) in controlPoints.enumerated() {
            let values: [(Double, String, ValueRange)] = [
                (point.x, "x", .place), (point.y, "y", .place), (point.time, "time", Self.duration), (point.width, "width", Self.size),
                (point.height, "height", Self.size), (point.opacity, "opacity", .share), (point.force, "force", .share),
                (point.azimuth, "azimuth", Self.turns), (point.altitude, "altitude", .altitude),
            ]
            for (value, axis, range) in values where !range.contains(value) {
                throw .init(reason: range.problem(with: value, of: "\(name).controlPoints[\(index)].\(axis)"))
            }
        }
        guard ValueRange.time.contains(created) else { throw .init(reason: ValueRange.time.problem(with: created, of: "\(name).created")) }
        let points = controlPoints.map { point in
            Ink.PathPoint(
                x: point.x, y: point.y, time: Float(point.time), width: Float(point.width), height: Float(point.height),
                opacity: Float(point.opacity), force: Float(point.force), azimuth: Float(point.azimuth), altitude: Float(point.altitude))
        }
        let path = StrokePath(controlPoints: points, created: Int64((created * 1000).rounded()), precision: precision)
        var stroke = InkStroke(
            id: StrokeID(0), path: path, style: try style.style(named: "\(name).style"), transform: try transform.transform())
        let places = (erased ?? []).reduce(0) { $0 + $1.x.count }
        guard places <= InkInterface.Track.mostPlaces else {
            throw .init(reason: "\(name).erased has \(places) points: give at most \(InkInterface.Track.mostPlaces)")
        }
        var tracks: [EraserTrack] = []
        for (index, track) in (erased ?? []).enumerated() { tracks.append(try track.track(named: "\(name).erased[\(index)]")) }
        let part = try kept.map { (kept) throws(InkInterface.InvalidInk) in
            try kept.range(within: path.parameters, named: "\(name).kept")
        }
        if part != nil || !tracks.isEmpty { stroke.mask = StrokeMask(kept: part, tracks: tracks) }
        return stroke.quantized
    }

    /// The range of the width and height of marks, which grow with the stroke.
    private static let size = ValueRange(0...16_384, "millimeters")
    /// The range of times, which is the longest duration that is stored.
    private static let duration = ValueRange(0...4096, "seconds")
    /// The range of the azimuth of control points, which may continue past a full turn.
    private static let turns = ValueRange(-16_384...16_384, "radians")
}

extension InkInterface.ParameterRange {
    /// Converts the range.
    /// - Throws: `InvalidInk` if the range is not within `limits`, or ends before it begins.
    func range(within limits: ClosedRange<Double>, named name: String) throws(InkInterface.InvalidInk) -> ClosedRange<Double> {
        let range = ValueRange(limits)
        for (value, end) in [(first, "first"), (last, "last")] where !range.contains(value) {
            throw .init(reason: range.problem(with: value, of: "\(name).\(end)"))
        }
        guard first <= last else { throw .init(reason: "\(name) ends before it begins: swap first and last") }
        return first...last
    }
}

extension InkInterface.Track {
    /// Maximum number of positions in all tracks of a stroke together, and in a call that erases.
    public static let mostPlaces = 2_000
    /// The range of an eraser's radius.
    private static let size = ValueRange(0.001...1e6, "millimeters")

    /// Converts the track.
    public init(_ track: EraserTrack) { self.init(x: track.places.map(\.x), y: track.places.map(\.y), radius: track.radius) }

    /// Converts the track.
    /// - Throws: `InvalidInk` if `x` and `y` are empty, of different lengths, too long or out of range, or if the radius is out of range.
    public func track(named name: String = "the track") throws(InkInterface.InvalidInk) -> EraserTrack {
        guard x.count == y.count, (1...Self.mostPlaces).contains(x.count) else {
            throw .init(reason: "\(name) has \(x.count) x and \(y.count) y: give the same number of each, 1 to \(Self.mostPlaces)")
        }
        for (axis, values) in [("x", x), ("y", y)] {
            if let index = values.firstIndex(where: { !ValueRange.place.contains($0) }) {
                throw .init(reason: ValueRange.place.problem(with: values[index], of: "\(name).\(axis)[\(index)]"))
            }
        }
        guard Self.size.contains(radius) else { throw .init(reason: Self.size.problem(with: radius, of: "\(name).radius")) }
        return EraserTrack(places: zip(x, y).map { Point(x: $0, y: $1) }, radius: radius)
    }
}

extension InkInterface.Style {
    /// Converts the tool and color.
    public init(_ style: InkStyle) {
        self.init(
            kind: "\(style.kind)", red: Int(style.red), green: Int(style.green), blue: Int(style.blue), alpha: Int(style.alpha))
    }

    /// Converts the tool and color.
    /// - Throws: `InvalidInk` for an unknown kind, or a color component that is not 0 to 255.
    public func style(named name: String = "style") throws(InkInterface.InvalidInk) -> InkStyle {
        guard let kind = InkStyle.Kind.allCases.first(where: { "\($0)" == self.kind }) else {
            throw .init(reason: "\(name).kind is \"\(self.kind.prefix(40))\": give pen, pencil or marker")
        }
        func part(_ value: Int, _ part: String) throws(InkInterface.InvalidInk) -> UInt8 {
            guard let byte = UInt8(exactly: value) else { throw .init(reason: "\(name).\(part) is \(value): give 0 to 255") }
            return byte
        }
        return InkStyle(
            kind: kind, red: try part(red, "red"), green: try part(green, "green"), blue: try part(blue, "blue"),
            alpha: try part(alpha, "alpha"))
    }
}
