extension InkStroke {
    /// Parameters from one of `samples` to the next.
    public static let sampleStride = 0.25

    /// The parameter of each of `samples`: the whole quarters within what can be seen of the path's line, and the ends of that.
    public var sampleParameters: [Double] {
        maskedPathRanges.flatMap { range in
            var parameters = [range.lowerBound]
            parameters.reserveCapacity(Int((range.upperBound - range.lowerBound) / Self.sampleStride) + 3)
            var next = ((range.lowerBound / Self.sampleStride).rounded(.down) + 1) * Self.sampleStride
            while next < range.upperBound {
                parameters.append(next)
                next += Self.sampleStride
            }
            if range.upperBound > range.lowerBound { parameters.append(range.upperBound) }
            return parameters
        }
    }

    /// The places of `samples`, without the rest of them.
    public var samplePlaces: [Place] { sampleParameters.map { transform(path.place(at: $0)) } }

    /// The stroke as a recogniser sees it: points on what can be seen of the path's line, in the document's coordinates, with times in
    /// microseconds since 1970; force and angles as the hand held the pen, whatever the transform. The same before and after the stroke was
    /// stored.
    public var samples: [InkPoint] {
        sampleParameters.map { parameter in
            let point = path.point(at: parameter)
            let place = transform(Place(x: point.x, y: point.y))
            let microseconds = Quantum.steps(Double(point.time), 1e-6, Quantum.coordinates)
            let time = Instant(microseconds: path.created).advanced(byMicroseconds: microseconds)
            return InkPoint(x: place.x, y: place.y, time: time, force: point.force, azimuth: point.azimuth, altitude: point.altitude)
        }
    }
}
