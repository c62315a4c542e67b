/// How a channel of a path is written.
private enum ChannelForm: UInt8 {
    /// One number for all control points.
    case constant = 0
    /// The difference of each from the one before.
    case differences = 1
    /// The same as the channel before.
    case repeated = 2
}

extension StrokePath {
    /// Writes a quantised path: the exponent of its precision, its places, and channel by channel the rest.
    func write(to writer: inout InkBytesWriter) {
        writer.write(signed: Int64(precision.exponent))
        writer.write(unsigned: UInt64(controlPoints.count))
        writer.write(controlPoints.map { Place(x: $0.x, y: $0.y) }, precision: precision)
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

    /// Reads what `write` wrote.
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

    /// Places that are whole steps, each written as its difference from the one before.
    mutating func places(_ count: Int, precision: Double) throws(InkCodingError) -> [Place] {
        var (x, y): (Int64, Int64) = (0, 0)
        var places: [Place] = []
        places.reserveCapacity(count)
        for _ in 0..<count {
            x = try next("x", after: x, in: Quantum.coordinates)
            y = try next("y", after: y, in: Quantum.coordinates)
            places.append(Place(x: Double(x) * precision, y: Double(y) * precision))
        }
        return places
    }
}

extension InkBytesWriter {
    /// Writes places in steps of `precision`, each as its difference from the one before.
    mutating func write(_ places: [Place], precision: Double) {
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
