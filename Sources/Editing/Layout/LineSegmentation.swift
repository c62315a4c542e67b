internal import Ink

/// Cuts strokes, in the order they were drawn, where the pen moved to another line.
///
/// Dynamic programming over all possible cuts. The cost of a run is the distance of its ink from the straight line that fits best. Every
/// cut has a cost, too, which is higher where the pen just continued to the right. The idea is that of M. Liwicki, E. Indermühle, H. Bunke,
/// "On-line handwritten text line detection using dynamic programming", ICDAR 2007.
struct LineSegmentation {
    /// Typical height of a tall letter.
    let height: Double
    /// Ranges of indices of consecutive strokes; together they cover all strokes.
    private(set) var runs: [Range<Int>] = []
    /// The average slope of the runs: the vertical distance per horizontal distance.
    private(set) var slope = 0.0

    /// The cost of a cut: about the cost of a letter one text height above or below its line.
    private static let priceOfCut = 2.0
    /// The additional cost of a cut if the pen continued at the same height.
    private static let priceOnLevel = 6.0
    /// The maximum length of a run.
    private static let longest = InkLine.mostMarks
    /// The ratio of a letter's height to the deviation of its ink from its center.
    private static let heightOverDeviation = 3.3
    /// The cost of a slope, in heights: see `InkMoments.residual`.
    private static let stiffness = 30.0

    /// Cuts the strokes, all of which must have samples.
    init(_ strokes: [Stroke]) {
        let marks = strokes.compactMap(LineMark.init)
        guard marks.count == strokes.count, let origin = strokes.first?.points.first else {
            height = 0
            return
        }
        height = Self.height(of: strokes, origin: origin)
        guard height > 0 else {
            runs = [0..<strokes.count]
            return
        }
        let unit = height * height * height
        var sums = [InkMoments()]
        for stroke in strokes { sums.append(sums[sums.count - 1] + InkMoments(stroke, origin: origin, dot: 0.1 * height)) }
        let prices = marks.indices.map { $0 > 0 ? priceOfCut(before: $0, marks) : 0 }
        var costs = [0.0]
        var starts = [0]
        for end in 1...strokes.count {
            var (best, start) = (Double.infinity, end - 1)
            for first in max(0, end - Self.longest)..<end {
                let residual = (sums[end] - sums[first]).residual(stiffness: Self.stiffness * unit) / unit
                let cost = costs[first] + residual + prices[first]
                if cost < best { (best, start) = (cost, first) }
            }
            costs.append(best)
            starts.append(start)
        }
        var end = strokes.count
        while end > 0 {
            runs.append(starts[end]..<end)
            end = starts[end]
        }
        runs.reverse()
        var (lean, spread) = (0.0, Self.stiffness * unit)
        for run in runs {
            let ink = (sums[run.upperBound] - sums[run.lowerBound]).spread
            lean += ink.xy
            spread += ink.xx
        }
        slope = lean / spread
    }

    /// Returns the cost of starting a run at stroke `next`. The cost is high if the stroke continues the strokes before it.
    private func priceOfCut(before next: Int, _ marks: [LineMark]) -> Double {
        var price = 0.0
        for index in max(0, next - 3)..<next {
            price = max(price, Self.priceOnLevel * continuity(of: marks[index], marks[next], isLast: index == next - 1))
        }
        return Self.priceOfCut + price
    }

    /// Returns the degree, 0 to 1, to which stroke `next` continues at the height of stroke `last`.
    private func continuity(of last: LineMark, _ next: LineMark, isLast: Bool) -> Double {
        let size = max(height, min(last.box.height, next.box.height))
        let offset = abs(next.center - last.center) / size
        let isBehind = next.box.x > last.box.x && next.box.right > last.box.right && next.gap(to: last.box) < 3 * size
        guard isBehind || isLast else { return 0 }
        let level = max(0, 1 - offset / (isBehind ? 1.3 : 0.7))
        return isBehind ? max(level, last.overlap(with: next)) : level
    }

    /// Estimates the height of letters from the 70th percentile of the strokes' vertical deviations, weighted by ink length.
    private static func height(of strokes: [Stroke], origin: InkPoint) -> Double {
        let pieces = strokes.map { InkMoments($0, origin: origin, dot: 0) }.map { (deviation: $0.deviation, length: $0.length) }
            .sorted { $0.deviation < $1.deviation }
        var rest = pieces.reduce(0) { $0 + $1.length } * 0.7
        for piece in pieces {
            rest -= piece.length
            if rest <= 0 { return piece.deviation * heightOverDeviation }
        }
        return 0
    }
}

/// The row between guide lines in which a line of text is written: one gap high, with the baseline at three quarters of its height.
public struct GuideRow: Sendable, Hashable {
    /// y of the upper edge, in millimeters.
    public var top: Double
    /// The distance between guide lines, in millimeters.
    public var height: Double

    /// The baseline of a row, as a fraction of its height from the top.
    static let baseline = 0.75
    /// The maximum distance between the baseline of text and its guide line, as a fraction of the gap.
    private static let tolerance = 0.2
    /// The tolerance if no second line confirms the position of a line. A line at a random position is within `tolerance` four times in
    /// ten, and within this tolerance once in seven.
    private static let toleranceAlone = 0.07
    /// The plausible heights of text on guide lines, as fractions of the gap.
    private static let heights = 0.25...1.2
    /// The minimum number of strokes of a line for which the line's position is reliable.
    private static let telling = 3

    /// Creates the row above a guide line.
    private init(above guide: Double, gap: Double) {
        top = guide - Self.baseline * gap
        height = gap
    }

    /// Creates the row in which a line of text is written; nil unless this line and most lines nearby stand on guide lines. A writer may not
    /// see or follow the guide lines.
    /// - Parameters:
    ///   - gap: the distance of the first guide line from the top edge, and between guide lines.
    ///   - others: lines nearby; may include the line itself.
    init?(of line: InkLine, gap: Double, others: [InkLine]) {
        let telling = others.filter { $0.marks.count >= Self.telling }
        let tolerance = telling.count > 1 ? Self.tolerance : Self.toleranceAlone
        let standing = telling.count { Self.guide(under: $0, gap: gap, within: tolerance) != nil }
        guard 2 * standing > telling.count else { return nil }
        if line.marks.count >= Self.telling {
            guard let guide = Self.guide(under: line, gap: gap, within: tolerance) else { return nil }
            self.init(above: guide, gap: gap)
        } else {
            // a comma or an apostrophe is not on a guide line: use the row that contains it
            let center = line.box.y + line.box.height / 2
            let guide = ((center / gap - (1 - Self.baseline)).rounded(.up)) * gap
            guard guide > 0 else { return nil }
            self.init(above: guide, gap: gap)
        }
    }

    /// Returns the guide line on which most strokes of a line are written; nil if not found.
    private static func guide(under line: InkLine, gap: Double, within tolerance: Double) -> Double? {
        let bottoms = line.marks.map(\.box.bottom).sorted()
        let foot = bottoms[bottoms.count / 2]
        let guide = (foot / gap).rounded() * gap
        guard guide > 0, abs(foot - guide) < tolerance * gap, heights.contains(line.textHeight / gap) else { return nil }
        return guide
    }
}
