internal import Ink

/// Highlights: the ink of markers on a page. They are on no line, are never read, and are never a gesture or a figure.
///
/// A word is decorated with a highlight as long as a highlight covers it. The decoration is derived from the positions of ink and words, so
/// it follows every edit of both, and is not stored.
extension InkEditor {
    /// Whether a stroke is a highlight.
    func isHighlight(_ stroke: InkStroke) -> Bool {
        stroke.style.kind == .marker && configuration.marksWithMarkers && content.type != .drawing
    }

    /// Whether a highlight covers a word.
    func isHighlighted(_ word: LineWord) -> Bool {
        guard !strokeState.highlights.isEmpty, let box = word.box else { return false }
        return strokeState.highlights.values.contains { $0.covers(box) }
    }

    /// Records a highlight. Its ink is on no line.
    mutating func putHighlight(_ stroke: InkStroke) {
        strokeState.highlights[stroke.id] = Highlight(stroke)
        noticeReach(of: stroke, on: nil)
    }
}

/// The area of a highlight.
struct Highlight: Sendable {
    /// The visible middle line.
    private let places: [Point]
    /// The box around the ink.
    let box: Box
    /// Half the width and half the height of the mark.
    private let reach: (x: Double, y: Double)

    /// Creates the area of a stroke; nil for a stroke without visible ink.
    init?(_ stroke: InkStroke) {
        places = stroke.samplePlaces
        guard let box = stroke.renderBounds, let middle = Box(around: places.map { InkPoint(x: $0.x, y: $0.y) }) else { return nil }
        self.box = box
        reach = (max(0, (box.width - middle.width) / 2), max(0, (box.height - middle.height) / 2))
    }

    /// The number of columns at which a word is compared with the area.
    private static let columns = 8
    /// The fraction of a word's height, above and below, in which the area does not count: there it belongs to a neighboring line.
    private static let margin = 0.2

    /// Whether the area covers at least half of the width of a word with this box.
    func covers(_ word: Box) -> Bool {
        guard box.intersects(word), let first = places.first else { return false }
        let margin = Self.margin * word.height
        let (top, bottom) = (word.y + margin - reach.y, word.bottom - margin + reach.y)
        let pieces = places.count > 1 ? Array(zip(places, places.dropFirst())) : [(first, first)]
        let near = pieces.filter { max($0.y, $1.y) >= top && min($0.y, $1.y) <= bottom }
        let covered = (0..<Self.columns).count { column in
            let x = word.x + word.width * (Double(column) + 0.5) / Double(Self.columns)
            return near.contains { min($0.x, $1.x) - reach.x <= x && x <= max($0.x, $1.x) + reach.x }
        }
        return 2 * covered >= Self.columns
    }
}

extension BlockTree {
    /// Returns the blocks, each with the highlights of its words. A highlight over words of several blocks belongs to the first of them,
    /// and a highlight over no words to the root.
    func withHighlights(_ blocks: [Block]) -> [Block] {
        var blocks = blocks
        for (id, highlight) in highlights.sorted(by: { $0.key < $1.key }) {
            let owner = blocks.firstIndex { block in
                block.lines.contains { line in
                    line.box.intersects(highlight.box) && line.words.contains { $0.box.map(highlight.covers) ?? false }
                }
            }
            guard let owner else { continue }
            blocks[owner].strokes.append(id)
            blocks[owner].box = blocks[owner].box?.union(highlight.box)
        }
        return blocks
    }
}
