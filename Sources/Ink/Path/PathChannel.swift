/// The steps in which a stroke's numbers are stored: powers of two, so that what was stored once is stored the same again.
enum Quantum {
    /// Of force and opacity (0…1), and of angles in radians.
    static let attribute = 1.0 / 1024
    /// Of times, in seconds.
    static let time = 1.0 / 4096
    /// Of parameters.
    static let parameter = 1.0 / 65536
    /// So many steps from the origin a coordinate may be: a Double holds them exactly.
    static let coordinates: ClosedRange<Int64> = -(1 << 52)...(1 << 52)

    /// The nearest whole number of steps within the bounds; for what is no number the lower bound, or 0 if that is within.
    static func steps(_ value: Double, _ step: Double, _ bounds: ClosedRange<Int64>) -> Int64 {
        let steps = (value / step).rounded()
        if steps > Double(bounds.lowerBound) { return steps < Double(bounds.upperBound) ? Int64(steps) : bounds.upperBound }
        return steps.isNaN ? max(0, bounds.lowerBound) : bounds.lowerBound
    }

    /// A coordinate in whole steps.
    static func coordinate(_ value: Double, _ step: Double) -> Double { Double(steps(value, step, coordinates)) * step }
}

/// One of the numbers of a path point besides its place, and how it is stored. A Float holds all of its steps exactly.
struct PathChannel {
    let name: String
    let value: WritableKeyPath<PathPoint, Float>
    let step: Double
    let bounds: ClosedRange<Int64>

    /// All of them, for sizes of this precision.
    static func all(precision: Double) -> [PathChannel] {
        let most: Int64 = 1 << 24
        // π/2 = 1608.5 steps; a right angle is stored as 1608.
        let attribute = Quantum.attribute
        return [
            PathChannel(name: "time", value: \.time, step: Quantum.time, bounds: 0...most),
            PathChannel(name: "width", value: \.width, step: precision, bounds: 0...most),
            PathChannel(name: "height", value: \.height, step: precision, bounds: 0...most),
            PathChannel(name: "opacity", value: \.opacity, step: attribute, bounds: 0...1024),
            PathChannel(name: "force", value: \.force, step: attribute, bounds: 0...1024),
            PathChannel(name: "azimuth", value: \.azimuth, step: attribute, bounds: -most...most),
            PathChannel(name: "altitude", value: \.altitude, step: attribute, bounds: 0...1608),
        ]
    }

    func steps(of point: PathPoint) -> Int64 { Quantum.steps(Double(point[keyPath: value]), step, bounds) }

    func value(of steps: Int64) -> Float { Float(Double(steps) * step) }
}

extension StrokePath {
    /// The path as it is once stored: every number rounded to its step and within its bounds, time never falling.
    public var quantised: StrokePath {
        let channels = PathChannel.all(precision: precision)
        var time: Float = 0
        let points = controlPoints.map { point in
            var point = point
            point.x = Quantum.coordinate(point.x, precision)
            point.y = Quantum.coordinate(point.y, precision)
            for channel in channels { point[keyPath: channel.value] = channel.value(of: channel.steps(of: point)) }
            point.time = max(time, point.time)
            time = point.time
            return point
        }
        return StrokePath(controlPoints: points, created: created, precision: precision)
    }
}
