/// What is hidden of a stroke, in the coordinates of its path, before its transform.
public struct StrokeMask: Sendable, Hashable {
    /// The part of the path that is the stroke's; all of it if nil. An end of it within the path is where the stroke was cut: it is drawn
    /// flat, not round.
    public var kept: ClosedRange<Double>?
    /// Where erasers went; nothing is drawn there.
    public var tracks: [EraserTrack]

    /// A mask of these.
    @inlinable public init(kept: ClosedRange<Double>? = nil, tracks: [EraserTrack] = []) {
        self.kept = kept
        self.tracks = tracks
    }

    /// All straight pieces that erasers went.
    var capsules: [Capsule] { tracks.flatMap(\.capsules) }

    /// The mask of a path as it is once stored: its numbers rounded to their steps and within their bounds.
    func quantised(for path: StrokePath) -> StrokeMask {
        let kept = kept.map { kept in
            let lower = (path.clamp(kept.lowerBound) / Quantum.parameter).rounded() * Quantum.parameter
            return lower...max(lower, (path.clamp(kept.upperBound) / Quantum.parameter).rounded() * Quantum.parameter)
        }
        return StrokeMask(kept: kept, tracks: tracks.compactMap { $0.mapped(by: .identity, precision: path.precision) })
    }

    /// Adds a track, to the end of the last one if it goes on from there.
    mutating func append(_ track: EraserTrack) {
        if let last = tracks.last, last.radius == track.radius, last.places.last == track.places.first {
            tracks[tracks.count - 1].places += track.places.dropFirst()
        } else {
            tracks.append(track)
        }
    }

    /// Those parts of the tracks that come near one of the pieces.
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
