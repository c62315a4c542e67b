public import Ink

extension RecognizerInterface.Recognize.Parameters {
    /// The strokes as ink, numbered from 0; samples without time.
    ///
    /// - Throws: `InvalidInk` for the first stroke without samples, or whose `x` and `y` differ in length or are not finite.
    public func ink() throws(RecognizerInterface.InvalidInk) -> [Stroke] {
        var ink: [Stroke] = []
        ink.reserveCapacity(strokes.count)
        for (index, stroke) in strokes.enumerated() {
            guard stroke.x.count == stroke.y.count else {
                throw .init(stroke: index, reason: "\(stroke.x.count) x and \(stroke.y.count) y")
            }
            guard !stroke.x.isEmpty else { throw .init(stroke: index, reason: "no samples") }
            guard stroke.x.allSatisfy(\.isFinite), stroke.y.allSatisfy(\.isFinite) else {
                throw .init(stroke: index, reason: "a number is not finite")
            }
            ink.append(Stroke(id: StrokeID(UInt64(index)), points: zip(stroke.x, stroke.y).map { InkPoint(x: $0, y: $1) }))
        }
        return ink
    }
}

extension RecognizerInterface.Recognize.Reply {
    /// What the recogniser made of the ink; at most `alternatives` candidates.
    public init(_ transcript: Transcript, alternatives: Int) {
        self.init(
            candidates: transcript.candidates.prefix(max(0, alternatives)).map { .init(text: $0.text, score: $0.score) },
            words: transcript.words.map { word in
                .init(
                    text: word.text, box: word.box.map { .init(x: $0.x, y: $0.y, width: $0.width, height: $0.height) },
                    ranges: word.ranges.map { .init(stroke: $0.stroke, first: $0.first, last: $0.last) })
            })
    }
}
