/// The encoding of a channel of a path.
private enum ChannelForm: UInt8 {
    /// One number for all control points.
    case constant = 0
    /// The difference of each control point from the previous one.
    case differences = 1
    /// The same numbers as in the previous channel.
    case repeated = 2
}

extension StrokePath {
    /// Writes a quantized path: the exponent of its precision, its positions, and then the other channels one by one.
    func write(to writer: inout InkBytesWriter) {
        writer.write(signed: Int64(precision.exponent))
        writer.write(unsigned: UInt64(controlPoints.count))
        writer.write(controlPoints.map { Point(x: $0.x, y: $0.y) }, precision: precision)
        var before: [Int64] = []
        for channel in PathChannel.all(precision: precision) {
            let steps = controlPoints.map { channel.steps(of: $0) }
            if steps.allSatisfy({ $0 == steps[0] }) {
                writer.write(ChannelForm.constant.rawValue)
                writer.write(signed: steps.first ?? 0)
            } else if steps == before {
                writer.write(ChannelForm.repeated.rawValue)
            } else {
                writer.write(ChannelForm.differences.rawValue)
                var last: Int64 = 0
                for step in steps {
                    writer.write(signed: step - last)
                    last = step
                }
            }
            before = steps
        }
    }

    /// Reads a path written by `write(to:)`.
    init(from reader: inout InkBytesReader, created: Int64) throws(InkCodingError) {
        let precision = Double(sign: .plus, exponent: Int(try reader.signed("precision", in: -20...20)), significand: 1)
        let count = try reader.count("number of control points", size: 2)
        var points = try reader.places(count, precision: precision).map { PathPoint(x: $0.x, y: $0.y) }
        var before: [Int64] = Array(repeating: 0, count: count)
        for channel in PathChannel.all(precision: precision) {
            let steps = try reader.channel(channel, count: count, before: before)
            for index in points.indices { points[index][channel.kind] = channel.value(of: steps[index]) }
            before = steps
        }
        for (a, b) in zip(points, points.dropFirst()) where b.time < a.time {
            throw .invalid(field: "time", value: "less than the one before")
        }
        self.init(controlPoints: points, created: created, precision: precision)
    }
}

extension InkBytesReader {
    fileprivate mutating func channel(_ channel: PathChannel, count: Int, before: [Int64]) throws(InkCodingError) -> [Int64] {
        let number = try byte()
        switch ChannelForm(rawValue: number) {
        case .constant: return Array(repeating: try signed(channel.name, in: channel.bounds), count: count)
        case .repeated:
            guard before.allSatisfy(channel.bounds.contains) else { throw .invalid(field: channel.name, value: "out of its bounds") }
            return before
        case .differences:
            var steps: [Int64] = []
            steps.reserveCapacity(count)
            for _ in 0..<count { steps.append(try next(channel.name, after: steps.last ?? 0, in: channel.bounds)) }
            return steps
        case nil: throw .invalid(field: "form of \(channel.name)", value: "\(number)")
        }
    }

    /// Reads points in whole steps, each written as the difference from the previous one.
    mutating func places(_ count: Int, precision: Double) throws(InkCodingError) -> [Point] {
        var (x, y): (Int64, Int64) = (0, 0)
        var places: [Point] = []
        places.reserveCapacity(count)
        for _ in 0..<count {
            x = try next("x", after: x, in: Quantum.coordinates)
            y = try next("y", after: y, in: Quantum.coordinates)
            places.append(Point(x: Double(x) * precision, y: Double(y) * precision))
        }
        return places
    }
}

extension InkBytesWriter {
    /// Writes points in steps of `precision`, each as the difference from the previous one.
    mutating func write(_ places: [Point], precision: Double) {
        var (x, y): (Int64, Int64) = (0, 0)
        for place in places {
            let next = (
                x: Quantum.steps(place.x, precision, Quantum.coordinates), y: Quantum.steps(place.y, precision, Quantum.coordinates)
            )
            write(signed: next.x - x)
            write(signed: next.y - y)
            (x, y) = next
        }
    }
}

/// The steps in which a stroke's numbers are stored. The steps are powers of two, so that storing a stroke repeatedly does not change it.
enum Quantum {
    /// The step of force and opacity (0…1), and of angles in radians.
    static let attribute = 1.0 / 1024
    /// The step of times, in seconds.
    static let time = 1.0 / 4096
    /// The step of parameters.
    static let parameter = 1.0 / 65536
    /// The allowed coordinates, in steps from the origin. A Double represents these coordinates exactly.
    static let coordinates: ClosedRange<Int64> = -(1 << 52)...(1 << 52)

    /// Returns the nearest number of whole steps, limited to the bounds. For NaN: 0, or the lower bound if 0 is out of bounds.
    static func steps(_ value: Double, _ step: Double, _ bounds: ClosedRange<Int64>) -> Int64 {
        let steps = (value / step).rounded()
        if steps > Double(bounds.lowerBound) { return steps < Double(bounds.upperBound) ? Int64(steps) : bounds.upperBound }
        return steps.isNaN ? max(0, bounds.lowerBound) : bounds.lowerBound
    }

    /// Returns a coordinate rounded to whole steps.
    static func coordinate(_ value: Double, _ step: Double) -> Double { Double(steps(value, step, coordinates)) * step }
}

/// A quantity of path points other than the position, with its quantization. A Float represents all steps of the quantity exactly.
struct PathChannel {
    /// The quantity in a channel.
    enum Kind: String {
        case time, width, height, opacity, force, azimuth, altitude
    }

    let kind: Kind
    let step: Double
    let bounds: ClosedRange<Int64>

    /// Returns all channels, for sizes of this precision.
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
    /// The value of a quantity at this point. A switch is used because key paths would take most of the time of opening a document.
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
    /// The path as it is stored: every number is rounded to its step and limited to its bounds, and time never decreases.
    public var quantized: StrokePath {
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
