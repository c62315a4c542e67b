internal import Ink
internal import InkProtocol

/// Strokes that come as a JSON array in a transfer. All of it reads the file: not on a thread that anybody waits for.
extension Transfer {
    /// Bytes of one stroke: more than the longest stroke that is taken has.
    private static let longestStroke = 4 << 20
    /// Samples of strokes for an editor.
    private static let newSamples = 500_000

    /// Strokes for an editor.
    /// - Throws: `InkInterface.InvalidInk`, `Failed`
    func newStrokes() throws -> [InkInterface.NewStroke] {
        var strokes: [InkInterface.NewStroke] = []
        var samples = 0
        let bytes = try contents()
        do throws(ProtocolError) {
            let isComplete = try JSONArray.forEach(InkInterface.NewStroke.self, in: bytes, longest: Self.longestStroke) { stroke in
                // one without samples is refused later, and must not come without end until then
                samples += max(1, stroke.x.count)
                strokes.append(stroke)
                return samples <= Self.newSamples
            }
            if isComplete { return strokes }
        } catch {
            throw InkInterface.InvalidInk(reason: "the transfer is no array of strokes: \(error)")
        }
        throw InkInterface.InvalidInk(reason: "a transfer takes strokes of \(Self.newSamples) samples in all")
    }

    /// Strokes to be read.
    /// - Parameter limit: points of all together.
    /// - Throws: `RecognizerInterface.InvalidInk`, `InkTooLarge`; `Failed`
    func recognizerInk(limit: Int) throws -> GivenInk {
        var strokes: [RecognizerInterface.Ink] = []
        var points = 0
        let bytes = try contents()
        do throws(ProtocolError) {
            try JSONArray.forEach(RecognizerInterface.Ink.self, in: bytes, longest: Self.longestStroke) { stroke in
                points += max(1, stroke.x.count)
                strokes.append(stroke)
                return points <= limit
            }
        } catch {
            throw RecognizerInterface.InvalidInk(stroke: strokes.count, reason: "the transfer is no array of strokes: \(error)")
        }
        guard points <= limit else { throw RecognizerInterface.InkTooLarge(points: points, limit: limit) }
        return GivenInk(strokes: try strokes.ink(), order: strokes.writingOrder)
    }
}
