public import Ink

/// Splits the ink of a page into its lines.
///
/// The layout has three steps. The strokes are cut, in the order they were drawn, into runs that lie along straight lines
/// (`LineSegmentation`). Runs at the same height become one line, whenever they were drawn. Strokes that lie nearer to another line, such
/// as dots set later, move to that line.
public enum PageLayout {
    /// Maximum number of runs that are laid out together; a usual page has a few dozen.
    private static let mostRuns = 200
    /// Maximum number of strokes that are laid out together.
    private static let mostStrokes = 5_000

    /// Returns the lines of the strokes from top to bottom, column by column, each as indices into `strokes` in reading order.
    ///
    /// Strokes without samples are on no line. Ink of more than 200 lines or 5,000 strokes is treated as several pages, one after the
    /// other, which limits the waiting time.
    public static func lines(of strokes: [Stroke]) -> [[Int]] {
        let indices = strokes.indices.filter { !strokes[$0].points.isEmpty }
        var ink = indices.map { Stroke(id: StrokeID(UInt64($0)), points: strokes[$0].points) }
        let slope = LineSegmentation(ink).slope
        for index in ink.indices {
            for point in ink[index].points.indices { ink[index].points[point].y -= slope * ink[index].points[point].x }
        }
        let segmentation = LineSegmentation(ink)
        return pages(segmentation.runs).flatMap { runs in
            var page = PageLines(height: segmentation.height, runs: runs.map { ink[$0].compactMap(LineMark.init) })
            page.joinRuns()
            page.moveStrays()
            return page.readingOrder.map { line in
                let indices = line.map { Int($0.stroke.value) }
                return ReadingOrder.indices(of: indices.map { strokes[$0] }).map { indices[$0] }
            }
        }
    }

    private static func pages(_ runs: [Range<Int>]) -> [[Range<Int>]] {
        var pages: [[Range<Int>]] = []
        for run in runs {
            if let last = pages.last, let first = last.first, last.count < mostRuns, run.upperBound - first.lowerBound <= mostStrokes {
                pages[pages.count - 1].append(run)
            } else {
                pages.append([run])
            }
        }
        return pages
    }
}

/// The lines of a page during layout: see `PageLayout`.
private struct PageLines {
    /// Typical height of a tall letter.
    let height: Double
    /// The lines in the order they were begun.
    private var lines: [InkLine]

    /// Creates a page whose lines are initially the given runs. Every run must have strokes.
    init(height: Double, runs: [[LineMark]]) {
        self.height = height
        lines = []
        for (index, run) in runs.enumerated() {
            guard let first = run.first else { continue }
            var line = InkLine(id: LineID(UInt64(index)), first: first)
            for mark in run.dropFirst() { line.insert(mark) }
            lines.append(line)
        }
    }

    /// Joins runs at the same height that are near each other, nearest first.
    mutating func joinRuns() {
        var pairs: [(a: Int, b: Int, distance: Double)] = []
        for b in lines.indices {
            for a in 0..<b {
                if let distance = distance(lines[a], lines[b]) { pairs.append((a, b, distance)) }
            }
        }
        // The line that each run has become part of, by index.
        var owner = Array(lines.indices)
        for pair in pairs.sorted(by: { $0.distance < $1.distance }) {
            let (a, b) = (min(owner[pair.a], owner[pair.b]), max(owner[pair.a], owner[pair.b]))
            guard a != b, distance(lines[a], lines[b]) != nil else { continue }
            for mark in lines[b].marks { lines[a].insert(mark) }
            for run in owner.indices where owner[run] == b { owner[run] = a }
        }
        lines = lines.indices.filter { owner[$0] == $0 }.map { lines[$0] }
    }

    /// Moves single strokes to other lines that fit much better.
    mutating func moveStrays() {
        for mark in lines.flatMap(\.marks) {
            guard let from = lines.firstIndex(where: { $0.marks.contains(mark) }) else { continue }
            var rest = lines[from]
            rest.remove(mark.stroke)
            guard !rest.marks.isEmpty else { continue }
            let own = misfit(mark, rest)
            guard own > 0.7 else { continue }
            var best: (line: Int, misfit: Double)?
            for index in lines.indices where index != from {
                let other = misfit(mark, lines[index])
                if other < best?.misfit ?? own - 0.5 { best = (index, other) }
            }
            guard let best else { continue }
            lines[from] = rest
            lines[best.line].insert(mark)
        }
    }

    /// The columns from left to right, each from top to bottom.
    var readingOrder: [[LineMark]] { InkLine.inReadingOrder(lines, height: height).map(\.marks) }

    /// Returns the distance between two runs, in text heights; nil if they cannot belong to one line.
    private func distance(_ a: InkLine, _ b: InkLine) -> Double? {
        guard height > 0 else { return 0 }
        let gap = max(0, a.box.x - b.box.right, b.box.x - a.box.right) / height
        let drop = max(0, a.box.y - b.box.bottom, b.box.y - a.box.bottom) / height
        guard gap < 4, drop < 1.5 else { return nil }
        let offset = abs(a.center(near: b.box) - b.center(near: a.box)) / height
        if offset < 0.5 { return offset + 0.1 * gap }
        let (x, y) = (a.box(near: b.box, reach: 2 * height), b.box(near: a.box, reach: 2 * height))
        if gap > 0 {
            // Side by side: a long tail or a tall letter shifts the center, but the heights still overlap.
            let common = (min(x.bottom, y.bottom) - max(x.y, y.y)) / max(min(x.height, y.height), .leastNormalMagnitude)
            return common > 0.6 && offset < 1 ? offset + 0.1 * gap : nil
        }
        // Above each other: accents, bars and dots.
        let space = max(0, x.y - y.bottom, y.y - x.bottom) / height
        let isSmall = min(a.box.height, b.box.height) < 0.6 * height && min(a.box.width, b.box.width) < 2 * height
        return isSmall && space < 0.3 && offset < 1.5 ? offset + space : nil
    }

    /// Returns the distance of a stroke from a line, in heights.
    private func misfit(_ mark: LineMark, _ line: InkLine) -> Double {
        guard height > 0 else { return 0 }
        let gap = line.marks.map { $0.gap(to: mark.box) }.min() ?? 0
        let offset = (mark.center - line.center(near: mark.box)) / height
        let isSmall = mark.box.height < 0.6 * height && mark.box.width < height
        // Dots and accents lie above the letters. Commas and periods lie below, but nearer to the line's center.
        let vertical = isSmall && gap < height ? (offset < 0 ? -offset / 2 : offset / 1.4) : abs(offset)
        return vertical + 0.2 * max(0, gap / height - 1)
    }
}

/// The order in which the strokes of one line are passed to a recognizer that expects a writer's order: word by word from left to right,
/// dots and bars after the letters of their word.
///
/// Uninterrupted writing keeps the drawing order. A later addition moves to its position: a word or a letter into the gap that it fills, a
/// dot, an accent or a bar to the end of its word.
public enum ReadingOrder {
    /// Returns indices into `strokes`, which are on one line and in drawing order; strokes without samples are left out.
    public static func indices(of strokes: [Stroke]) -> [Int] {
        indices(of: strokes.map(\.bounds))
    }

    /// Returns the indices for the strokes' boxes; nil stands for a stroke without samples.
    static func indices(of boxes: [Box?]) -> [Int] {
        var words = WordsInPlace(textHeight: boxes.compactMap { $0?.height }.selfWeightedMean ?? 0)
        for (index, box) in boxes.enumerated() {
            if let box { words.add(index, box) }
        }
        return words.words.flatMap { word in word.strokes.map(\.index) }
    }
}

/// Words from left to right, each with its strokes in reading order.
private struct WordsInPlace {
    struct Word {
        var strokes: [(index: Int, box: Box)]
        var box: Box
    }

    let textHeight: Double
    private(set) var words: [Word] = []
    /// The word that was written last.
    private var current = 0

    /// The maximum gap between strokes of one word, as a fraction of the text height.
    private static let reach = 0.3

    init(textHeight: Double) { self.textHeight = textHeight }

    /// Adds the next stroke drawn.
    mutating func add(_ index: Int, _ box: Box) {
        let near = words.indices.filter { gap(box, words[$0].box) <= Self.reach * textHeight }
        // If words overlap here, the pen most probably continued the current word.
        let touched = near.contains(current) ? current : near.max { overlap(box, words[$0].box) < overlap(box, words[$1].box) }
        if let touched {
            let place = place(of: box, in: words[touched])
            words[touched].strokes.insert((index, box), at: place)
            words[touched].box = words[touched].box.union(box)
            current = touched
        } else {
            current = words.firstIndex { middle($0.box) > middle(box) } ?? words.count
            words.insert(Word(strokes: [(index, box)], box: box), at: current)
        }
    }

    /// Returns the position of a stroke within its word: at a gap between letters if the stroke fills it, otherwise at the end.
    private func place(of box: Box, in word: Word) -> Int {
        let end = word.strokes.count
        let isMark = box.height < 0.6 * textHeight && box.width < 1.5 * textHeight
        guard !isMark, !word.strokes.contains(where: { overlap(box, $0.box) > 0.3 * min(box.width, $0.box.width) }) else { return end }
        return word.strokes.firstIndex { middle($0.box) > middle(box) } ?? end
    }

    private func middle(_ box: Box) -> Double { box.x + box.width / 2 }
    private func gap(_ a: Box, _ b: Box) -> Double { max(0, a.x - b.right, b.x - a.right) }
    private func overlap(_ a: Box, _ b: Box) -> Double { min(a.right, b.right) - max(a.x, b.x) }
}
