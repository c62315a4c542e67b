internal import Ink

/// A divider of an ink's samples among the characters of its reading: each sample belongs to exactly one character.
///
/// The alignment gives the feature rows at which each character was read. Between two characters the ink is divided at a pen lift, at the
/// widest jump to the right. It is divided within a stroke only if there is no pen lift. Late strokes (the dot of an i, the bar of a t, an
/// accent) are assigned to the character that they mark: see `LateStrokes`.
struct Segmenter {
    /// The number of steps by which the boundary of two words may move beyond the steps of the adjacent characters, to a pen lift.
    private static let slack = 2

    let strokes: [Stroke]
    let features: Features
    let rowsPerStep: Int

    /// Returns the segments with all of the ink's samples divided among them.
    func divide(_ segments: [Segment]) -> [Segment] {
        guard !segments.isEmpty, features.rows > 0 else { return segments }
        var segments = segments
        let cuts = boundaries(segments)
        let read = Set(segments.map { features.stroke[middle($0)] })
        var late: [LateStrokes.Stroke] = []
        for (stroke, rows) in strokeRows() {
            let runs = split(stroke, rows, cuts)
            for run in runs { segments[run.owner].ranges.append(run.range) }
            if runs.count == 1, !read.contains(stroke) { late.append(.init(range: runs[0].range, owner: runs[0].owner)) }
        }
        LateStrokes(strokes: strokes).move(late, among: &segments)
        addStrays(to: &segments)
        for index in segments.indices { segments[index].ranges = segments[index].ranges.joined }
        return segments
    }

    /// Assigns strokes that were not part of the network's input to the character above or below them, or to the nearest character.
    private func addStrays(to segments: inout [Segment]) {
        let read = features.strokes
        let strays = strokes.indices.filter { !read.contains($0) && !strokes[$0].points.isEmpty }
        guard !strays.isEmpty else { return }
        let boxes = segments.map { $0.ranges.box(in: strokes) }
        for stray in strays {
            guard let box = strokes[stray].bounds else { continue }
            let center = box.x + box.width / 2
            func distance(_ segment: Int) -> Double {
                boxes[segment].map { max($0.x - center, center - $0.right, 0) } ?? .infinity
            }
            guard let nearest = segments.indices.min(by: { distance($0) < distance($1) }) else { return }
            segments[nearest].ranges.append(StrokeRange(stroke: stray, first: 0, last: strokes[stray].points.count - 1))
        }
    }

    private func row(_ step: Int) -> Int { min(step * rowsPerStep, features.rows - 1) }

    private func middle(_ segment: Segment) -> Int { row((segment.steps.lowerBound + segment.steps.upperBound) / 2) }

    /// Returns the first row of every segment except the first; nondecreasing.
    private func boundaries(_ segments: [Segment]) -> [Int] {
        var cuts: [Int] = []
        for (a, b) in zip(segments, segments.dropFirst()) {
            let (last, first) = (row(a.steps.upperBound), row(b.steps.lowerBound))
            // within a word the characters' own rows limit the search; between words the space has separate rows
            let reach = a.word == b.word ? 0 : Self.slack * rowsPerStep
            let center = (last + first + 1) / 2
            let low = max(cuts.last ?? 0, middle(a) - reach) + 1
            let high = min(features.rows - 1, middle(b) + reach)
            var cut = max(center, low)
            var most = -Float.infinity
            for row in low..<max(low, high + 1) where features.isStart(row) {
                let worth = features.jump(row) - 0.1 * Float(abs(row - center)) / Float(rowsPerStep)
                if worth > most { (cut, most) = (row, worth) }
            }
            cuts.append(cut)
        }
        return cuts
    }

    /// Returns every nonempty stroke with its rows.
    private func strokeRows() -> [(stroke: Int, rows: Range<Int>)] {
        var result: [(stroke: Int, rows: Range<Int>)] = []
        var first = 0
        for row in 1...features.rows where row == features.rows || features.isStart(row) {
            result.append((features.stroke[first], first..<row))
            first = row
        }
        return result
    }

    /// Divides the stroke's samples by segment, at the boundaries within its rows.
    private func split(_ stroke: Int, _ rows: Range<Int>, _ cuts: [Int]) -> [(owner: Int, range: StrokeRange)] {
        let count = strokes[stroke].points.count
        var result: [(owner: Int, range: StrokeRange)] = []
        // cuts never decrease: binary search for the first one after the stroke's first row
        var (owner, beyond) = (0, cuts.count)
        while owner < beyond {
            let half = (owner + beyond) / 2
            if cuts[half] <= rows.lowerBound { owner = half + 1 } else { beyond = half }
        }
        var first = 0
        for cut in cuts.dropFirst(owner) {
            guard cut < rows.upperBound else { break }
            let sample = Swift.min(Swift.max(Int(features.position[cut].rounded(.up)), first), count)
            if sample > first { result.append((owner, StrokeRange(stroke: stroke, first: first, last: sample - 1))) }
            first = sample
            owner += 1
        }
        if first < count { result.append((owner, StrokeRange(stroke: stroke, first: first, last: count - 1))) }
        return result
    }
}
