/// A short piece of a path, taken as straight: one chord of the curve with the mark around it.
struct PathPiece {
    /// The parameters of `start` and `end`: the same ones for every part of the path, so that all parts agree on where everything is.
    let chord: ClosedRange<Double>
    /// The part of the chord that is asked for.
    let range: ClosedRange<Double>
    /// Where the chord begins and ends.
    let start: Place
    let end: Place
    /// From there to the left edge of the mark, across the path.
    let startEdge: Place
    let endEdge: Place
    /// No ink of the piece is farther from the chord.
    let margin: Double

    /// The chord moved towards the left (positive) or right edge of the mark, −1…1 of the way.
    func lane(_ share: Double) -> (start: Place, end: Place) { (start + startEdge * share, end + endEdge * share) }

    /// Whether the capsule could reach ink of the piece.
    func isNear(_ capsule: Capsule) -> Bool { capsule.overlap(from: start, to: end, grownBy: margin) != nil }

    /// Whether one of the capsules alone hides the whole piece.
    func isHidden(by capsules: [Capsule]) -> Bool { capsules.contains { $0.overlap(from: start, to: end, grownBy: -margin) == 0...1 } }

    /// The parameter at 0…1 of the chord.
    func parameter(at share: Double) -> Double {
        // Exact at the end, so that what is hidden up to a piece's end and from the next one's beginning is hidden throughout.
        share < 1 ? chord.lowerBound + share * (chord.upperBound - chord.lowerBound) : chord.upperBound
    }
}

extension StrokePath {
    /// A part of the path in pieces; one piece of no length for a tap, none for an empty path.
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

    /// The largest mark of the control points of a segment.
    private func mark(of segment: Int) -> Double {
        var mark: Float = 0
        for index in max(0, segment - 1)...min(controlPoints.count - 1, segment + 2) {
            mark = max(mark, controlPoints[index].width, controlPoints[index].height)
        }
        return Double(mark)
    }

    private static func node(of segment: SplineSegment, at t: Double) -> (place: Place, edge: Place) {
        let weights = SplineWeights(at: t)
        return (segment.place(weights), segment.edge(at: t, weights))
    }
}
