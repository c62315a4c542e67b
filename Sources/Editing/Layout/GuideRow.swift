internal import Ink

/// The place between the guide lines that a line of writing stands in: one gap high, its baseline three quarters down.
public struct GuideRow: Sendable, Hashable {
    /// y of its upper edge, in millimetres.
    public var top: Double
    /// From one guide line to the next, in millimetres.
    public var height: Double

    /// Where the baseline lies in a row, from its top.
    static let baseline = 0.75
    /// How far from a guide line writing may stand that stands on it, in gaps.
    private static let tolerance = 0.2
    /// How high writing is that stands on guide lines, in gaps.
    private static let heights = 0.25...1.2
    /// A line of so many strokes shows by itself where it stands.
    private static let telling = 3

    /// The row above a guide line.
    private init(above guide: Double, gap: Double) {
        top = guide - Self.baseline * gap
        height = gap
    }

    /// The row of a line; nil unless it and the lines around it show that the guides are written on. Guide lines that nobody sees, or
    /// follows, say nothing.
    /// - Parameters:
    ///   - gap: guide lines lie at this height, and each so much below the one before.
    ///   - others: lines near it; it may be among them.
    init?(of line: InkLine, gap: Double, others: [InkLine]) {
        let telling = others.filter { $0.marks.count >= Self.telling }
        let standing = telling.count { Self.guide(under: $0, gap: gap) != nil }
        guard 2 * standing > telling.count else { return nil }
        if line.marks.count >= Self.telling {
            guard let guide = Self.guide(under: line, gap: gap) else { return nil }
            self.init(above: guide, gap: gap)
        } else {
            // a comma or an apostrophe stands on nothing: what counts is the row it is in
            let centre = line.box.y + line.box.height / 2
            let guide = ((centre / gap - (1 - Self.baseline)).rounded(.up)) * gap
            guard guide > 0 else { return nil }
            self.init(above: guide, gap: gap)
        }
    }

    /// The guide line that most strokes of a line stand on; nil if there is none.
    private static func guide(under line: InkLine, gap: Double) -> Double? {
        let bottoms = line.marks.map(\.box.bottom).sorted()
        let foot = bottoms[bottoms.count / 2]
        let guide = (foot / gap).rounded() * gap
        guard guide > 0, abs(foot - guide) < tolerance * gap, heights.contains(line.textHeight / gap) else { return nil }
        return guide
    }
}
