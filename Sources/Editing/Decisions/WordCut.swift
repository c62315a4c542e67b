internal import Ink

/// The position at which a word is split: between two of its characters if their positions are known, otherwise at an x coordinate.
struct WordCut {
    /// A stroke that is cut in two, with the index of the first sample after the cut.
    struct Severed {
        var stroke: StrokeID
        var sample: Int
        /// Whether the samples before the cut are on the left side, that is, whether the stroke was written from left to right.
        var beginsLeft: Bool
    }

    /// Strokes entirely left of the cut.
    private(set) var left: Set<StrokeID> = []
    /// Strokes entirely right of the cut.
    private(set) var right: Set<StrokeID> = []
    /// Strokes on both sides of the cut.
    private(set) var severed: [Severed] = []
    /// The number of the word's characters left of the cut; nil if unknown.
    let characters: Int?

    /// The minimum number of samples of a piece. A smaller piece stays with the rest of its stroke.
    private static let leastSamples = 4

    /// - Parameters:
    ///   - x: the horizontal position.
    ///   - strokes: the strokes of the word, with all their samples.
    init(_ word: LineWord, at x: Double, strokes: [Stroke]) {
        let xs = Dictionary(strokes.map { ($0.id, $0.points.map(\.x)) }, uniquingKeysWith: { first, _ in first })
        func places(_ ranges: [WordRange]) -> [Double] {
            ranges.flatMap { range -> ArraySlice<Double> in
                guard let all = xs[range.stroke] else { return [] }
                let (first, last) = (max(0, range.first), min(range.last, all.count - 1))
                return first <= last ? all[first...last] : []
            }
        }
        if word.isSpelled, word.graphemes.count > 1 {
            let beyond = word.graphemes.map { grapheme in
                let places = places(grapheme.ranges)
                return (left: places.count { $0 < x }, right: places.count { $0 >= x })
            }
            // the number of samples on the wrong side of each cut
            let costs = (1..<beyond.count).map { cut in
                beyond[..<cut].reduce(0) { $0 + $1.right } + beyond[cut...].reduce(0) { $0 + $1.left }
            }
            characters = 1 + (costs.min().flatMap { costs.firstIndex(of: $0) } ?? 0)
        } else {
            characters = nil
        }
        for (stroke, places) in xs.sorted(by: { $0.key < $1.key }) {
            var isLeft = places.map { $0 < x }
            if let characters {
                for (index, grapheme) in word.graphemes.enumerated() {
                    for range in grapheme.ranges where range.stroke == stroke {
                        for sample in max(0, range.first)..<max(0, range.first, min(range.last + 1, isLeft.count)) {
                            isLeft[sample] = index < characters
                        }
                    }
                }
            }
            take(stroke, isLeft)
        }
    }

    /// Assigns a stroke to one side, or cuts the stroke at the position with the fewest samples on the wrong side.
    private mutating func take(_ stroke: StrokeID, _ isLeft: [Bool]) {
        let all = isLeft.count { $0 }
        let whole = min(all, isLeft.count - all)
        var best: (cost: Int, cut: Severed)?
        var before = 0
        for sample in isLeft.indices.dropFirst() {
            if isLeft[sample - 1] { before += 1 }
            guard sample >= Self.leastSamples, isLeft.count - sample >= Self.leastSamples else { continue }
            let wrong = sample - before + (all - before)
            for (cost, beginsLeft) in [(wrong, true), (isLeft.count - wrong, false)] where cost < best?.cost ?? .max {
                best = (cost, Severed(stroke: stroke, sample: sample, beginsLeft: beginsLeft))
            }
        }
        if let best, whole >= Self.leastSamples, 2 * best.cost < whole {
            severed.append(best.cut)
        } else if 2 * all >= isLeft.count {
            left.insert(stroke)
        } else {
            right.insert(stroke)
        }
    }
}

extension InkStroke {
    /// Returns the two pieces of the stroke, cut before one of its samples; nil if the sample is at an end. The pieces have the stroke's
    /// root, and new IDs.
    func severed(before sample: Int, as ids: (StrokeID, StrokeID)) -> (InkStroke, InkStroke)? {
        let parameters = sampleParameters
        guard parameters.indices.contains(sample), let first = parameters.first, let last = parameters.last else { return nil }
        let place = parameters[sample]
        guard first < place, place < last else { return nil }
        let kept = mask?.kept ?? path.parameters
        func piece(_ id: StrokeID, _ part: ClosedRange<Double>) -> InkStroke {
            var piece = self
            piece.id = id
            piece.mask = StrokeMask(kept: part, tracks: mask?.tracks ?? [])
            return piece
        }
        return (piece(ids.0, kept.lowerBound...place), piece(ids.1, place...kept.upperBound))
    }
}
