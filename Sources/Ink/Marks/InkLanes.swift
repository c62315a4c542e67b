/// A stroke's ink as lanes along its path, from one edge of the mark to the other, and what erasers hide of each: enough to tell a cut from
/// a hole. Ink between two lanes that are hidden does not count.
struct InkLanes {
    private let pieces: [PathPiece]
    /// For each lane what is hidden, as parameters; the middle one is the path's line.
    private let hidden: [[ClosedRange<Double>]]

    init(_ pieces: [PathPiece], _ mask: StrokeMask) {
        self.pieces = pieces
        let masked = MaskedPieces(pieces, mask.capsules)
        hidden = MaskedPieces.lanes(of: pieces, tracks: mask.tracks).map { masked.hidden(lane: $0) }
    }

    /// The parts between the cuts that have ink left. A cut goes through the middle of what it takes from the path's line.
    var parts: [ClosedRange<Double>] {
        guard let first = pieces.first?.range.lowerBound, let last = pieces.last?.range.upperBound else { return [] }
        var begin = first
        var parts: [ClosedRange<Double>] = []
        for gap in hidden[hidden.count / 2] where gap.lowerBound > first && gap.upperBound < last && isCut(gap) {
            let middle = ((gap.lowerBound + gap.upperBound) / 2 / Quantum.parameter).rounded() * Quantum.parameter
            guard middle > begin, middle < last else { continue }
            parts.append(begin...middle)
            begin = middle
        }
        parts.append(begin...last)
        return parts.filter { hasInk(in: $0) }
    }

    /// Whether what is hidden goes on from a gap in the middle lane to both edges, from lane to lane.
    private func isCut(_ gap: ClosedRange<Double>) -> Bool {
        let middle = hidden.count / 2
        return reachesEdge(gap, hidden[..<middle].reversed()) && reachesEdge(gap, Array(hidden[(middle + 1)...]))
    }

    private func reachesEdge(_ gap: ClosedRange<Double>, _ lanes: [[ClosedRange<Double>]]) -> Bool {
        var reached = [gap]
        for lane in lanes {
            reached = lane.filter { range in reached.contains { $0.overlaps(range) } }
        }
        return !reached.isEmpty
    }

    private func hasInk(in part: ClosedRange<Double>) -> Bool {
        hidden.contains { lane in
            guard part.lowerBound < part.upperBound else { return lane.isEmpty }
            let covered = lane.filter { $0.overlaps(part) }.map { $0.clamped(to: part) }.length
            return covered + MaskedPieces.shortest < part.upperBound - part.lowerBound
        }
    }
}
