internal import Ink

/// The lines of a page while they are found: see `PageLayout`.
struct PageLines {
    /// Typical height of a tall letter.
    let height: Double
    /// In the order they were begun.
    private var lines: [InkLine]

    /// Runs of strokes to begin with; none may be empty.
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

    /// Makes one line of runs that lie on one level and near each other, the nearest first.
    mutating func joinRuns() {
        var pairs: [(a: Int, b: Int, distance: Double)] = []
        for b in lines.indices {
            for a in 0..<b {
                if let distance = distance(lines[a], lines[b]) { pairs.append((a, b, distance)) }
            }
        }
        // Where the line now is that a run has become part of.
        var owner = Array(lines.indices)
        for pair in pairs.sorted(by: { $0.distance < $1.distance }) {
            let (a, b) = (min(owner[pair.a], owner[pair.b]), max(owner[pair.a], owner[pair.b]))
            guard a != b, distance(lines[a], lines[b]) != nil else { continue }
            for mark in lines[b].marks { lines[a].insert(mark) }
            for run in owner.indices where owner[run] == b { owner[run] = a }
        }
        lines = lines.indices.filter { owner[$0] == $0 }.map { lines[$0] }
    }

    /// Takes strokes to the line that they fit much better.
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

    /// Columns from left to right, each from top to bottom.
    var readingOrder: [[LineMark]] { ordered(lines).map(\.marks) }

    private func ordered(_ lines: [InkLine]) -> [InkLine] {
        let sorted = lines.sorted { $0.box.x < $1.box.x }
        var right = -Double.infinity
        for (index, line) in sorted.enumerated() {
            // Several lines on both sides of a gap, and some side by side: two columns.
            if index >= 2, sorted.count - index >= 2, line.box.x > right + height {
                let (left, rest) = (Array(sorted[..<index]), Array(sorted[index...]))
                let isBeside = left.contains { a in rest.contains { a.box.y <= $0.box.bottom && $0.box.y <= a.box.bottom } }
                if isBeside { return ordered(left) + ordered(rest) }
            }
            right = max(right, line.box.right)
        }
        return lines.map { (line: $0, centre: $0.centre(near: $0.box)) }
            .sorted { ($0.centre, $0.line.box.x, $0.line.id) < ($1.centre, $1.line.box.x, $1.line.id) }
            .map(\.line)
    }

    /// How far apart two runs are in heights; nil if they cannot be of one line.
    private func distance(_ a: InkLine, _ b: InkLine) -> Double? {
        guard height > 0 else { return 0 }
        let gap = max(0, a.box.x - b.box.right, b.box.x - a.box.right) / height
        let drop = max(0, a.box.y - b.box.bottom, b.box.y - a.box.bottom) / height
        guard gap < 4, drop < 1.5 else { return nil }
        let offset = abs(a.centre(near: b.box) - b.centre(near: a.box)) / height
        if offset < 0.5 { return offset + 0.1 * gap }
        let (x, y) = (a.box(near: b.box, reach: 2 * height), b.box(near: a.box, reach: 2 * height))
        if gap > 0 {
            // Side by side: a long tail or a tall letter moves the middle, but the heights overlap.
            let common = (min(x.bottom, y.bottom) - max(x.y, y.y)) / max(min(x.height, y.height), .leastNormalMagnitude)
            return common > 0.6 && offset < 1 ? offset + 0.1 * gap : nil
        }
        // Above each other: accents, bars and dots.
        let space = max(0, x.y - y.bottom, y.y - x.bottom) / height
        let isSmall = min(a.box.height, b.box.height) < 0.6 * height && min(a.box.width, b.box.width) < 2 * height
        return isSmall && space < 0.3 && offset < 1.5 ? offset + space : nil
    }

    /// How far a stroke lies from a line, in heights.
    private func misfit(_ mark: LineMark, _ line: InkLine) -> Double {
        guard height > 0 else { return 0 }
        let gap = line.marks.map { $0.gap(to: mark.box) }.min() ?? 0
        let offset = (mark.centre - line.centre(near: mark.box)) / height
        let isSmall = mark.box.height < 0.6 * height && mark.box.width < height
        // Dots and accents lie above the letters; commas and full stops below, but nearer.
        let vertical = isSmall && gap < height ? (offset < 0 ? -offset / 2 : offset / 1.4) : abs(offset)
        return vertical + 0.2 * max(0, gap / height - 1)
    }
}
