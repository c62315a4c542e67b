internal import Ink
internal import InkProtocol

/// Strokes that come as a JSON array in a transfer. All of it reads the file: not on a thread that anybody waits for.
extension Transfer {
    /// Bytes that one stroke may take while it is parsed: twice what the longest stroke that is taken does.
    private static let largestStroke = 32 << 20
    /// Samples of strokes for an editor.
    private static let newSamples = 500_000

    /// Bytes that the strokes take, as values and as ink: one after the other is parsed.
    private static func memory(of bytes: [UInt8], samples: Int) -> Int {
        let footprint = JSONFootprint(of: bytes)
        // of a stroke eight axes are taken
        return min(largestStroke, footprint.memory) + valueMemory * min(footprint.values, 8 * samples)
            + strokeMemory * min(footprint.objects, samples)
    }

    /// Bytes of a number as a value of a sample, and of its share of a path.
    private static let valueMemory = 40
    /// Bytes of a stroke besides its samples, as values and as ink.
    private static let strokeMemory = 448

    /// The bytes of a transfer with strokes, with memory for what is made of them.
    /// - Throws: `QuotaExceeded`, `Failed`; `CancellationError` if the client has gone.
    func strokeBytes(samples: Int? = nil, for caller: Caller, on work: ContentWork) async throws -> [UInt8] {
        try await caller.reserve(size)
        let (bytes, memory) = try await work.run(for: caller) {
            let bytes = try self.contents()
            return (bytes, Self.memory(of: bytes, samples: samples ?? Self.newSamples))
        }
        try await caller.reserve(memory)
        return bytes
    }

    /// Strokes for an editor.
    /// - Throws: `InkInterface.InvalidInk`
    static func newStrokes(_ bytes: [UInt8]) throws -> [InkInterface.NewStroke] {
        var strokes: [InkInterface.NewStroke] = []
        var samples = 0
        do throws(ProtocolError) {
            let isComplete = try JSONArray.forEach(InkInterface.NewStroke.self, in: bytes, largest: Self.largestStroke) { stroke in
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
    /// - Throws: `RecognizerInterface.InvalidInk`, `InkTooLarge`
    static func recognizerInk(_ bytes: [UInt8], limit: Int) throws -> GivenInk {
        var strokes: [RecognizerInterface.Ink] = []
        var points = 0
        do throws(ProtocolError) {
            try JSONArray.forEach(RecognizerInterface.Ink.self, in: bytes, largest: Self.largestStroke) { stroke in
                points += max(1, stroke.x.count)
                strokes.append(stroke)
                return points <= limit
            }
        } catch {
            throw RecognizerInterface.InvalidInk(stroke: strokes.count, reason: "the transfer is no array of strokes: \(error)")
        }
        guard points <= limit else { throw RecognizerInterface.InkTooLarge(points: points, limit: limit) }
        try RecognitionHub.refuseLongStrokes(strokes)
        return GivenInk(strokes: try strokes.ink(), order: strokes.writingOrder)
    }
}
