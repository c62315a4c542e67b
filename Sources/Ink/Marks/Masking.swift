/// The hidden parts of a stroke, in the coordinates of its path, before its transform.
public struct StrokeMask: Sendable, Hashable {
    /// The part of the path that belongs to the stroke; nil for the whole path. An end within the path is a cut, and is drawn flat
    /// instead of round.
    public var kept: ClosedRange<Double>?
    /// The tracks of erasers. The stroke is invisible where a track covers it.
    public var tracks: [EraserTrack]

    /// A mask with these parts.
    @inlinable public init(kept: ClosedRange<Double>? = nil, tracks: [EraserTrack] = []) {
        self.kept = kept
        self.tracks = tracks
    }

    /// All straight pieces of the eraser tracks.
    var capsules: [Capsule] { tracks.flatMap(\.capsules) }

    /// Returns the mask as it is stored for a path: with all numbers rounded to their steps and limited to their bounds.
    func quantized(for path: StrokePath) -> StrokeMask {
        let kept = kept.map { kept in
            let lower = (path.clamp(kept.lowerBound) / Quantum.parameter).rounded() * Quantum.parameter
            return lower...max(lower, (path.clamp(kept.upperBound) / Quantum.parameter).rounded() * Quantum.parameter)
        }
        return StrokeMask(kept: kept, tracks: tracks.compactMap { $0.mapped(by: .identity, precision: path.precision) })
    }

    /// Adds a track. If the track begins at the end of the last track, both tracks are joined.
    mutating func append(_ track: EraserTrack) {
        if let last = tracks.last, last.radius == track.radius, last.places.last == track.places.first {
            tracks[tracks.count - 1].places += track.places.dropFirst()
        } else {
            tracks.append(track)
        }
    }

    /// Returns the parts of the tracks near one of the pieces.
    static func tracks(_ tracks: [EraserTrack], near pieces: [PathPiece]) -> [EraserTrack] {
        var near = StrokeMask()
        for track in tracks {
            for capsule in track.capsules where pieces.contains(where: { $0.isNear(capsule) }) {
                near.append(
                    EraserTrack(
                        places: capsule.start == capsule.end ? [capsule.start] : [capsule.start, capsule.end], radius: track.radius))
            }
        }
        return near.tracks
    }
}

extension InkStroke {
    /// The ranges of parameters where the path's line is visible. An eraser that only passes beside the line does not hide it.
    public var maskedPathRanges: [ClosedRange<Double>] {
        guard !path.controlPoints.isEmpty else { return [] }
        guard let mask, !mask.tracks.isEmpty else { return [kept] }
        return MaskedPieces(path.pieces(in: kept), mask.capsules).visible
    }

    /// A box in the document around all visible ink: path, width, transform and mask; nil if no ink is visible. The box is too large where
    /// an eraser hides only a part of the mark's width.
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

    /// Whether the eraser touches visible ink of the stroke.
    public func touches(_ track: EraserTrack) -> Bool { local(track).map { !parts(of: $0).isEmpty } ?? false }

    /// Returns a track, given in document coordinates, in the path's coordinates; nil if the track is far from the path.
    func local(_ track: EraserTrack) -> EraserTrack? {
        guard let inverse = transform.inverse, let track = track.mapped(by: inverse, precision: path.precision), let hull = path.hull,
            track.isNear(hull)
        else { return nil }
        return track
    }

    /// Returns the parts of a track, in the path's coordinates, that cover visible ink; empty if the track covers no visible ink.
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

    /// Whether capsules touch the round end of the path in this piece, unless the end is already hidden. The round end extends beyond all
    /// lanes.
    private func touchesEnd(in piece: PathPiece, _ capsules: [Capsule]) -> Bool {
        [path.parameters.lowerBound, path.parameters.upperBound].contains { end in
            guard piece.range.contains(end) else { return false }
            let place = path.place(at: end)
            return capsules.contains { $0.overlap(from: place, to: place, grownBy: piece.margin) != nil }
                && mask?.capsules.contains { $0.overlap(from: place, to: place, grownBy: -piece.margin) != nil } != true
        }
    }

    /// The part of the path that belongs to the stroke.
    var kept: ClosedRange<Double> {
        guard let kept = mask?.kept else { return path.parameters }
        let lower = path.clamp(kept.lowerBound)
        return lower...max(lower, path.clamp(kept.upperBound))
    }

    /// The pieces of the path that the mask does not hide completely.
    var visiblePieces: [PathPiece] {
        let pieces = path.pieces(in: kept)
        guard let capsules = mask?.capsules, !capsules.isEmpty else { return pieces }
        return pieces.filter { !$0.isHidden(by: capsules) }
    }
}

/// Pieces of a path, each with the parts of eraser tracks that could hide ink of the piece.
struct MaskedPieces {
    /// Minimum length of a range (in curve parameters); shorter ones are merged.
    static let shortest = Quantum.parameter

    /// The pieces, each with the capsules near it.
    private let pieces: [(piece: PathPiece, capsules: [Capsule])]

    init(_ pieces: [PathPiece], _ capsules: [Capsule]) {
        self.pieces = pieces.map { piece in (piece, capsules.filter { piece.isNear($0) }) }
    }

    /// Returns lanes (see `PathPiece.lane`) close enough together that any track hides overlapping parts of neighboring lanes: their
    /// distance is at most the smallest radius of a track, except that there are at most 33 lanes.
    static func lanes(of pieces: [PathPiece], tracks: [EraserTrack]) -> [Double] {
        let edge = pieces.map { max($0.startEdge.dot($0.startEdge), $0.endEdge.dot($0.endEdge)) }.max() ?? 0
        let narrowest = tracks.map(\.radius).min() ?? 1
        let side = Int(max(2, min(16, (edge.squareRoot() / narrowest).rounded(.up))))
        return (-side...side).map { Double($0) / Double(side) }
    }

    /// Returns the ranges of parameters that are hidden along a lane (0 is the path's line), in ascending order, without overlaps.
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

    /// The visible parts of the path's line.
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
    /// Sorted ranges with overlapping or nearly touching ones merged.
    var merged: [ClosedRange<Double>] {
        sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
            if let last = merged.last, range.lowerBound <= last.upperBound + MaskedPieces.shortest {
                merged[merged.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
    }

    /// The total length of the ranges.
    var length: Double { reduce(0) { $0 + $1.upperBound - $1.lowerBound } }
}
