internal import Ink
internal import InkProtocol

/// Strokes that arrive as a JSON array in a transfer. All functions read the file: do not call them on a thread that callers wait for.
extension Transfer {
    /// Maximum number of bytes of one stroke in JSON: twice as many as the longest accepted stroke has.
    private static let largestStroke = 32 << 20
    /// Maximum number of samples of strokes for an editor.
    private static let newSamples = 500_000

    /// Returns the memory that the strokes take both as values and as ink, in bytes. Strokes are parsed one after the other.
    private static func memory(of bytes: [UInt8], samples: Int) -> Int {
        let footprint = JSONFootprint(of: bytes)
        // at most eight numbers of a sample are accepted, one for each axis
        return min(largestStroke, footprint.memory) + valueMemory * min(footprint.values, 8 * samples)
            + strokeMemory * min(footprint.objects, samples)
    }

    /// Bytes of one number of a sample, both as a value and in the path.
    private static let valueMemory = 40
    /// Bytes of a stroke besides its samples, as values and as ink.
    private static let strokeMemory = 448

    /// Returns the bytes of a transfer with strokes, with memory reserved for the parsed strokes.
    /// - Throws: `QuotaExceeded`, `Failed`; `CancellationError` if the client has disconnected.
    func strokeBytes(samples: Int? = nil, for caller: Caller, on work: ContentWork) async throws -> [UInt8] {
        try await caller.reserve(size)
        let (bytes, memory) = try await work.run(for: caller) {
            let bytes = try self.contents()
            return (bytes, Self.memory(of: bytes, samples: samples ?? Self.newSamples))
        }
        try await caller.reserve(memory)
        return bytes
    }

    /// Returns strokes for an editor.
    /// - Throws: `InkInterface.InvalidInk`
    static func newStrokes(_ bytes: [UInt8]) throws -> [InkInterface.NewStroke] {
        var strokes: [InkInterface.NewStroke] = []
        var samples = 0
        do throws(ProtocolError) {
            let isComplete = try JSONArray.forEach(InkInterface.NewStroke.self, in: bytes, largest: Self.largestStroke) { stroke in
                // a stroke without samples is rejected later; until then the number of such strokes must be limited, too
                samples += max(1, stroke.size)
                strokes.append(stroke)
                return samples <= Self.newSamples
            }
            if isComplete { return strokes }
        } catch {
            throw InkInterface.InvalidInk(reason: "the transfer is not an array of strokes: \(error)")
        }
        throw InkInterface.InvalidInk(reason: "the strokes of a transfer may have at most \(Self.newSamples) samples in total")
    }

    /// Returns strokes to be recognized.
    /// - Parameter limit: the maximum number of points of all strokes.
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
            throw RecognizerInterface.InvalidInk(stroke: strokes.count, reason: "the transfer is not an array of strokes: \(error)")
        }
        guard points <= limit else { throw RecognizerInterface.InkTooLarge(points: points, limit: limit) }
        try RecognitionServer.refuseLongStrokes(strokes)
        return GivenInk(strokes: try strokes.ink(), order: strokes.writingOrder)
    }
}
