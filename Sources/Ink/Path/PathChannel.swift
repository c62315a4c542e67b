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
    /// Which number.
    enum Kind: String {
        case time, width, height, opacity, force, azimuth, altitude
    }

    let kind: Kind
    let step: Double
    let bounds: ClosedRange<Int64>

    /// All of them, for sizes of this precision.
    static func all(precision: Double) -> [PathChannel] {
        let most: Int64 = 1 << 24
        // π/2 = 1608.5 steps; a right angle is stored as 1608.
        let attribute = Quantum.attribute
        return [
            PathChannel(kind: .time, step: Quantum.time, bounds: 0...most),
            PathChannel(kind: .width, step: precision, bounds: 0...most),
            PathChannel(kind: .height, step: precision, bounds: 0...most),
            PathChannel(kind: .opacity, step: attribute, bounds: 0...1024),
            PathChannel(kind: .force, step: attribute, bounds: 0...1024),
            PathChannel(kind: .azimuth, step: attribute, bounds: -most...most),
            PathChannel(kind: .altitude, step: attribute, bounds: 0...1608),
        ]
    }

    var name: String { kind.rawValue }

    func steps(of point: PathPoint) -> Int64 { Quantum.steps(Double(point[kind]), step, bounds) }

    func value(of steps: Int64) -> Float { Float(Double(steps) * step) }
}

extension PathPoint {
    /// One of its numbers. A switch, since a key path would take most of the time that a document takes to open.
    subscript(kind: PathChannel.Kind) -> Float {
        get {
            switch kind {
            case .time: time
            case .width: width
            case .height: height
            case .opacity: opacity
            case .force: force
            case .azimuth: azimuth
            case .altitude: altitude
            }
        }
        set {
            switch kind {
            case .time: time = newValue
            case .width: width = newValue
            case .height: height = newValue
            case .opacity: opacity = newValue
            case .force: force = newValue
            case .azimuth: azimuth = newValue
            case .altitude: altitude = newValue
            }
        }
    }
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
            for channel in channels { point[channel.kind] = channel.value(of: channel.steps(of: point)) }
            point.time = max(time, point.time)
            time = point.time
            return point
        }
        return StrokePath(controlPoints: points, created: created, precision: precision)
    }
}
