internal import Ink
internal import InkExport
internal import PenLog

extension JSONInk {
    /// The ink as it is drawn, in device units.
    func picture(caption: String? = nil, words: [TranscribedWord] = []) -> InkPicture {
        let force = channels[.force]
        let points = strokes.enumerated().map { stroke, samples in
            samples.enumerated().map { index, sample in
                let row = force.flatMap { $0.indices.contains(stroke) ? $0[stroke] : nil } ?? []
                let pressed = row.indices.contains(index) ? Float(row[index]) : 0
                return InkPoint(
                    x: Double(sample.x), y: Double(sample.y), time: Instant(microseconds: sample.time),
                    force: pressed.isFinite ? min(1, max(0, pressed)) : 0)
            }
        }
        return InkPicture(
            strokes: points, millimetresPerUnit: unitsPerMillimetre.map { 1 / $0 }, isTimed: isTimed, caption: caption, words: words)
    }
}
