internal import Ink
internal import PenLog

extension JSONInk {
    /// The strokes in device units, as they are in the file: a recogniser is as content with these, and answers in them.
    var deviceStrokes: [Stroke] {
        strokes.enumerated().map { index, samples in
            Stroke(id: StrokeID(UInt64(index)), points: samples.map { InkPoint(x: Double($0.x), y: Double($0.y)) })
        }
    }
}
