/// Pieces of a path, and what of an eraser's way could hide of each.
struct MaskedPieces {
    /// Whatever is shorter, in parameters, is no range of its own.
    static let shortest = Quantum.parameter

    /// Each piece with the capsules that come near it.
    private let pieces: [(piece: PathPiece, capsules: [Capsule])]

    init(_ pieces: [PathPiece], _ capsules: [Capsule]) {
        self.pieces = pieces.map { piece in (piece, capsules.filter { piece.isNear($0) }) }
    }

    /// Lanes (see `PathPiece.lane`) so close together that even the narrowest track, at whatever slant it crosses them, hides overlapping
    /// parts of neighbours: no farther apart than its radius; but no more than 33 of them.
    static func lanes(of pieces: [PathPiece], tracks: [EraserTrack]) -> [Double] {
        let edge = pieces.map { max($0.startEdge.dot($0.startEdge), $0.endEdge.dot($0.endEdge)) }.max() ?? 0
        let narrowest = tracks.map(\.radius).min() ?? 1
        let side = Int(max(2, min(16, (edge.squareRoot() / narrowest).rounded(.up))))
        return (-side...side).map { Double($0) / Double(side) }
    }

    /// What is hidden of the pieces' ranges along a lane, 0 for the path's line: as parameters, in ascending order and apart from each
    /// other.
    func hidden(lane: Double = 0) -> [ClosedRange<Double>] {
        var hidden: [ClosedRange<Double>] = []
        for (piece, capsules) in pieces where !capsules.isEmpty {
            let (start, end) = piece.lane(lane)
            for capsule in capsules {
                guard let overlap = capsule.overlap(from: start, to: end) else { continue }
                let low = max(piece.range.lowerBound, piece.parameter(at: overlap.lowerBound))
                let high = min(piece.range.upperBound, piece.parameter(at: overlap.upperBound))
                if low <= high { hidden.append(low...high) }
            }
        }
        return hidden.merged
    }

    /// What is left to see of the path's line.
    var visible: [ClosedRange<Double>] {
        guard var next = pieces.first?.piece.range.lowerBound, let end = pieces.last?.piece.range.upperBound else { return [] }
        let hidden = hidden()
        if next == end { return hidden.isEmpty ? [next...end] : [] }
        var visible: [ClosedRange<Double>] = []
        for range in hidden {
            if range.lowerBound > next + Self.shortest { visible.append(next...range.lowerBound) }
            next = max(next, range.upperBound)
        }
        if end > next + Self.shortest { visible.append(next...end) }
        return visible
    }
}

extension [ClosedRange<Double>] {
    /// The ranges in ascending order, those joined that overlap or all but meet.
    var merged: [ClosedRange<Double>] {
        sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
            if let last = merged.last, range.lowerBound <= last.upperBound + MaskedPieces.shortest {
                merged[merged.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
    }

    /// All of them together.
    var length: Double { reduce(0) { $0 + $1.upperBound - $1.lowerBound } }
}
