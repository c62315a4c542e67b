extension InkStroke {
    /// The parts of the path's line that can be seen, as parameters: none, one or many. What is erased beside the line alone takes nothing
    /// away.
    public var maskedPathRanges: [ClosedRange<Double>] {
        guard !path.controlPoints.isEmpty else { return [] }
        guard let mask, !mask.tracks.isEmpty else { return [kept] }
        return MaskedPieces(path.pieces(in: kept), mask.capsules).visible
    }

    /// A box in the document around all that is drawn: path, width, transform and mask; nil if nothing is. Somewhat too large where an
    /// eraser left only a part of the mark's width.
    public var renderBounds: Box? {
        let (reachX, reachY) = transform.reach
        return visiblePieces.reduce(nil) { sum, piece in
            let ends = [transform(path.place(at: piece.range.lowerBound)), transform(path.place(at: piece.range.upperBound))]
            let (x, y) = (piece.margin * reachX, piece.margin * reachY)
            let (left, top) = (min(ends[0].x, ends[1].x) - x, min(ends[0].y, ends[1].y) - y)
            let box = Box(x: left, y: top, width: max(ends[0].x, ends[1].x) + x - left, height: max(ends[0].y, ends[1].y) + y - top)
            return sum?.union(box) ?? box
        }
    }

    /// Whether the eraser comes over ink of the stroke.
    public func touches(_ track: EraserTrack) -> Bool { local(track).map { !parts(of: $0).isEmpty } ?? false }

    /// A track of the document in the path's coordinates; nil if it is nowhere near the path.
    func local(_ track: EraserTrack) -> EraserTrack? {
        guard let inverse = transform.inverse, let track = track.mapped(by: inverse, precision: path.precision), let hull = path.hull,
            track.isNear(hull)
        else { return nil }
        return track
    }

    /// Those parts of a track, in the path's coordinates, that come over ink; none if all that they could hide is hidden already.
    func parts(of track: EraserTrack) -> [EraserTrack] {
        let capsules = track.capsules
        let pieces = visiblePieces.filter { piece in capsules.contains { piece.isNear($0) } }
        let tracks = StrokeMask.tracks([track], near: pieces)
        guard let mask, !mask.tracks.isEmpty, !tracks.isEmpty else { return tracks }
        let (before, new) = (MaskedPieces(pieces, mask.capsules), MaskedPieces(pieces, capsules))
        let isNew = MaskedPieces.lanes(of: pieces, tracks: mask.tracks + tracks).contains { lane in
            let old = before.hidden(lane: lane)
            return (old + new.hidden(lane: lane)).merged.length > old.length + MaskedPieces.shortest
        }
        return isNew || pieces.contains { touchesEnd(in: $0, capsules) } ? tracks : []
    }

    /// Whether capsules come over the round end that the path has in a piece, and which goes beyond all lanes, unless it is hidden already.
    private func touchesEnd(in piece: PathPiece, _ capsules: [Capsule]) -> Bool {
        [path.parameters.lowerBound, path.parameters.upperBound].contains { end in
            guard piece.range.contains(end) else { return false }
            let place = path.place(at: end)
            return capsules.contains { $0.overlap(from: place, to: place, grownBy: piece.margin) != nil }
                && mask?.capsules.contains { $0.overlap(from: place, to: place, grownBy: -piece.margin) != nil } != true
        }
    }

    /// The part of the path that is the stroke's.
    var kept: ClosedRange<Double> {
        guard let kept = mask?.kept else { return path.parameters }
        let lower = path.clamp(kept.lowerBound)
        return lower...max(lower, path.clamp(kept.upperBound))
    }

    /// The pieces of the path that the mask does not hide altogether.
    var visiblePieces: [PathPiece] {
        let pieces = path.pieces(in: kept)
        guard let capsules = mask?.capsules, !capsules.isEmpty else { return pieces }
        return pieces.filter { !$0.isHidden(by: capsules) }
    }
}
