/// A step along a path: by length, by time, or by parameter.
public enum PathStride: Sendable, Hashable {
    /// A length in the unit of the path's coordinates.
    case distance(Double)
    /// A time in seconds.
    case time(Double)
    /// A difference of parameters: neighboring control points are 1 apart.
    case parameter(Double)
}

extension StrokePath {
    /// The number of chords between neighboring control points. Lengths are measured and masks are cut along these chords.
    static let chordsPerSegment = 8.0

    /// The length of the curve in the unit of its coordinates.
    public var length: Double { length(of: parameters) }

    /// Returns the length of a part of the curve.
    public func length(of range: ClosedRange<Double>) -> Double {
        var sum = 0.0
        var (from, to) = (clamp(range.lowerBound), clamp(range.upperBound))
        if from > to { swap(&from, &to) }
        while from < to {
            let next = min(to, chordEnd(after: from))
            sum += chordLength(at: from) * (next - from) * Self.chordsPerSegment
            from = next
        }
        return sum
    }

    /// Returns points on the curve in a range, or on the whole curve if the range is nil. The points are one step apart. The last point of
    /// the range is always included.
    ///
    /// Steps are never shorter than 1/1024 of a segment. A step of 0 or less gives only the two ends of the range.
    public func interpolated(in range: ClosedRange<Double>? = nil, by stride: PathStride) -> [PathPoint] {
        guard !controlPoints.isEmpty else { return [] }
        let end = clamp(range?.upperBound ?? parameters.upperBound)
        var parameter = clamp(range?.lowerBound ?? 0)
        var points: [PathPoint] = []
        while parameter < end {
            points.append(point(at: parameter))
            guard stride.amount > 0 else { break }
            parameter = max(self.parameter(parameter, offsetBy: stride), parameter + 1.0 / 1024)
        }
        points.append(point(at: end))
        return points
    }

    /// Returns the parameter one stride farther along the curve, or back if the stride is negative; limited to the ends.
    public func parameter(_ parameter: Double, offsetBy stride: PathStride) -> Double {
        let start = clamp(parameter)
        switch stride {
        case .parameter(let difference): return clamp(start + difference)
        case .distance(let distance): return distance < 0 ? back(from: start, distance: -distance) : forth(from: start, distance: distance)
        case .time(let seconds): return self.parameter(start, offsetBySeconds: seconds)
        }
    }

    /// Returns the nearest parameter of the path; 0 for NaN.
    func clamp(_ parameter: Double) -> Double { parameter > 0 ? min(parameter, parameters.upperBound) : 0 }

    private func chordEnd(after parameter: Double) -> Double {
        ((parameter * Self.chordsPerSegment).rounded(.down) + 1) / Self.chordsPerSegment
    }

    /// Returns the length of the chord that contains the parameter.
    private func chordLength(at parameter: Double) -> Double {
        let end = chordEnd(after: parameter)
        return place(at: end - 1 / Self.chordsPerSegment).distance(to: place(at: end))
    }

    private func forth(from start: Double, distance: Double) -> Double {
        var (parameter, left) = (start, distance)
        while parameter < parameters.upperBound, left > 0 {
            let end = chordEnd(after: parameter)
            let speed = chordLength(at: parameter) * Self.chordsPerSegment
            if speed * (end - parameter) > left { return parameter + left / speed }
            left -= speed * (end - parameter)
            parameter = end
        }
        return parameter
    }

    private func back(from start: Double, distance: Double) -> Double {
        var (parameter, left) = (start, distance)
        while parameter > 0, left > 0 {
            let begin = ((parameter * Self.chordsPerSegment).rounded(.up) - 1) / Self.chordsPerSegment
            let speed = chordLength(at: begin) * Self.chordsPerSegment
            if speed * (parameter - begin) > left { return parameter - left / speed }
            left -= speed * (parameter - begin)
            parameter = begin
        }
        return parameter
    }

    private func parameter(_ start: Double, offsetBySeconds seconds: Double) -> Double {
        let target = time(at: start) + seconds
        var (low, high) = seconds < 0 ? (0, start) : (start, parameters.upperBound)
        if !(time(at: low) < target) { return low }
        if !(time(at: high) > target) { return high }
        // Time only increases along a path, so bisection finds the moment; 60 halvings exceed the precision of a Double.
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if time(at: middle) < target { low = middle } else { high = middle }
        }
        return high
    }
}

extension PathStride {
    fileprivate var amount: Double {
        switch self {
        case .distance(let value), .time(let value), .parameter(let value): value
        }
    }
}

/// A short piece of a path, treated as straight: one chord of the curve with the mark around it.
struct PathPiece {
    /// The parameters of `start` and `end`. They do not depend on the part of the path that was cut into pieces.
    let chord: ClosedRange<Double>
    /// The requested part of the chord.
    let range: ClosedRange<Double>
    /// The position of the curve at the start of the chord.
    let start: Point
    /// The position of the curve at the end of the chord.
    let end: Point
    /// The vector from `start` to the left edge of the mark, across the path.
    let startEdge: Point
    /// The vector from `end` to the left edge of the mark, across the path.
    let endEdge: Point
    /// The maximum distance of the piece's ink from the chord.
    let margin: Double

    /// Returns the chord moved across the path by the fraction `share` of the way to the edge of the mark: 1 is the left edge, −1 the right
    /// edge.
    func lane(_ share: Double) -> (start: Point, end: Point) { (start + startEdge * share, end + endEdge * share) }

    /// Whether the capsule could reach ink of the piece.
    func isNear(_ capsule: Capsule) -> Bool { capsule.overlap(from: start, to: end, grownBy: margin) != nil }

    /// Whether a single capsule hides the whole piece.
    func isHidden(by capsules: [Capsule]) -> Bool { capsules.contains { $0.overlap(from: start, to: end, grownBy: -margin) == 0...1 } }

    /// Returns the parameter at a fraction of the chord, 0…1.
    func parameter(at share: Double) -> Double {
        // Exact at the end, so that no visible gap remains between two hidden pieces that adjoin.
        share < 1 ? chord.lowerBound + share * (chord.upperBound - chord.lowerBound) : chord.upperBound
    }
}

extension StrokePath {
    /// Returns the pieces of a part of the path: one piece of length 0 for a tap, an empty array for an empty path.
    func pieces(in part: ClosedRange<Double>) -> [PathPiece] {
        guard !controlPoints.isEmpty else { return [] }
        let (lower, chords) = (clamp(part.lowerBound), Int(Self.chordsPerSegment))
        let upper = max(lower, clamp(part.upperBound))
        let end = max(0, Int(parameters.upperBound) * chords - 1)
        let first = min(end, Int(lower * Self.chordsPerSegment))
        let last = max(first, min(end, Int((upper * Self.chordsPerSegment).rounded(.up)) - 1))
        var pieces: [PathPiece] = []
        pieces.reserveCapacity(last - first + 1)
        var segment = segment(first / chords)
        var (start, margin) = (Self.node(of: segment, at: 0), 0.0)
        for index in first...last {
            if index == first || index % chords == 0 {
                segment = self.segment(index / chords)
                start = Self.node(of: segment, at: Double(index % chords) / Self.chordsPerSegment)
                margin = mark(of: index / chords) / 2 + segment.bulge(chords: Self.chordsPerSegment)
            }
            let finish = Self.node(of: segment, at: Double(index % chords + 1) / Self.chordsPerSegment)
            let begin = Double(index) / Self.chordsPerSegment
            let chord = begin...min(parameters.upperBound, begin + 1 / Self.chordsPerSegment)
            pieces.append(
                PathPiece(
                    chord: chord, range: max(lower, chord.lowerBound)...min(upper, chord.upperBound), start: start.place, end: finish.place,
                    startEdge: start.edge, endEdge: finish.edge, margin: margin))
            start = finish
        }
        return pieces
    }

    /// Returns the size of the largest mark among the control points of a segment.
    private func mark(of segment: Int) -> Double {
        var mark: Float = 0
        for index in max(0, segment - 1)...min(controlPoints.count - 1, segment + 2) {
            mark = max(mark, controlPoints[index].width, controlPoints[index].height)
        }
        return Double(mark)
    }

    private static func node(of segment: SplineSegment, at t: Double) -> (place: Point, edge: Point) {
        let weights = SplineWeights(at: t)
        return (segment.place(weights), segment.edge(at: t, weights))
    }
}
