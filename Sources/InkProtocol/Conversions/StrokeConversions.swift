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
        guard let visible else { return nil }
        let range = ValueRange(0...Double(max(0, x.count - 1)))
        for (value, end) in [(visible.first, "first"), (visible.last, "last")] where !range.contains(value) {
            throw .init(reason: range.problem(with: value, of: "\(name).visible.\(end)"))
        }
        guard visible.first <= visible.last else { throw .init(reason: "\(name).visible ends before it begins: swap first and last") }
        return visible.first...visible.last
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
