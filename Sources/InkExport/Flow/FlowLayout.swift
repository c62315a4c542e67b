internal import Editing
internal import Ink

/// A paragraph, a heading or an item of a list: lines that run on.
struct FlowParagraph {
    /// Its role in the document.
    enum Kind: Hashable {
        /// 1 for the highest.
        case heading(level: Int)
        /// So many steps from the left margin.
        case paragraph(indent: Int)
        /// The innermost list that it is an item of, and how many lists are around that.
        case item(FlowList, level: Int)
    }

    /// Words with the same marks.
    struct Run: Hashable {
        var text: String
        var decorations: Set<Decoration.Kind>
    }

    var kind: Kind
    /// From top to bottom; never empty.
    var lines: [FlowLine]
    /// The place of the first line among all.
    var first: Int
    /// What follows stands apart.
    var hasSpaceAfter = true

    /// The number of words that are a list's mark.
    var marks: Int { if case .item = kind { 1 } else { 0 } }
    var text: String { runs.map(\.text).joined() }

    /// Its text without line ends and marks of lists. A word that was divided at a line's end is one again.
    var runs: [Run] {
        var runs: [Run] = []
        var before: Set<Decoration.Kind>?
        func isHeading() -> Bool { if case .heading = kind { true } else { false } }
        func append(_ text: String, _ decorations: Set<Decoration.Kind>) {
            guard !text.isEmpty else { return }
            if runs.last?.decorations == decorations {
                runs[runs.count - 1].text += text
            } else {
                runs.append(Run(text: text, decorations: decorations))
            }
        }
        for (index, line) in lines.enumerated() {
            let words = line.words.dropFirst(index == 0 ? marks : 0)
            for (place, word) in words.enumerated() {
                var own = word.decorations
                // it is what made it a heading
                if isHeading(), lines.allSatisfy(\.isUnderlined) { own.remove(.underline) }
                var gap = index == 0 && place == 0 ? "" : word.gap
                if place == 0, index > 0 { gap = Self.isDivided(lines[index - 1], line) ? "" : " " }
                append(gap, before == own ? own : [])
                let isLast = place == words.count - 1 && index + 1 < lines.count
                append(isLast && Self.isDivided(line, lines[index + 1]) ? String(word.text.dropLast()) : word.text, own)
                before = own
            }
        }
        return runs
    }

    /// Whether a word goes from one line to the next: "hand-" and "writing".
    static func isDivided(_ line: FlowLine, _ next: FlowLine) -> Bool {
        guard let end = line.words.last?.text, end.hasSuffix("-"), end.dropLast().last?.isLetter == true else { return false }
        return next.words.first?.text.first?.isLowercase == true
    }
}

/// Finds paragraphs, headings and lists among lines, by their places and sizes alone and a little of what they say. No unit: all is
/// measured by the height of small letters.
struct FlowLayout {
    /// In the order of the lines.
    private(set) var paragraphs: [FlowParagraph] = []

    private let lines: [FlowLine]
    /// The height of most letters.
    private let xHeight: Double
    private let boxHeight: Double
    /// From one baseline to the next.
    private let pitch: Double
    private let columns: [Column]
    private let markers: [FlowMarker?]
    private let levels: [Int?]

    /// Where the lines around one begin and end.
    private struct Column {
        var left: Double
        var right: Double
        var width: Double { right - left }
    }

    /// - Parameter lines: in reading order.
    init(_ lines: [FlowLine]) {
        self.lines = lines
        let letters = lines.map { $0.text.count }
        xHeight = max(Self.median(zip(lines.map(\.xHeight), letters)), .leastNormalMagnitude)
        boxHeight = Self.median(zip(lines.map(\.box.height), letters))
        let most = 8 * xHeight
        let steps = zip(lines, lines.dropFirst()).map { $1.baseline - $0.baseline }.filter { $0 > 0 && $0 < most }
        pitch = steps.isEmpty ? 4.5 * xHeight : Self.median(zip(steps, steps.map { _ in 1 }))
        columns = Self.columns(lines)
        markers = Self.markers(lines, xHeight: xHeight)
        levels = Self.levels(lines, xHeight: xHeight, boxHeight: boxHeight)
        gather()
    }

    /// Lines that go on become paragraphs.
    private mutating func gather() {
        var lists = OpenLists(tolerance: 2 * xHeight)
        for (index, line) in lines.enumerated() where !line.words.isEmpty {
            if let last = paragraphs.last, last.first + last.lines.count == index, goesOn(last, with: index) {
                paragraphs[paragraphs.count - 1].lines.append(line)
                paragraphs[paragraphs.count - 1].hasSpaceAfter = isSpace(after: index)
                continue
            }
            let kind: FlowParagraph.Kind
            if let level = levels[index] {
                lists.end()
                kind = .heading(level: level)
            } else if let marker = markers[index] {
                let (list, level) = lists.item(marker, at: line.box.x)
                kind = .item(list, level: level)
            } else {
                lists.end()
                kind = .paragraph(indent: indent(of: index))
            }
            paragraphs.append(FlowParagraph(kind: kind, lines: [line], first: index, hasSpaceAfter: isSpace(after: index)))
        }
    }

    private func isSpace(after index: Int) -> Bool {
        guard index + 1 < lines.count else { return true }
        let (line, next) = (lines[index], lines[index + 1])
        return next.beginsBlock || next.baseline - line.baseline > 1.5 * pitch || next.baseline < line.baseline - xHeight
    }

    /// Steps of ten millimetres, where letters are as large as usual.
    private func indent(of index: Int) -> Int {
        let steps = (lines[index].box.x - columns[index].left) / (4 * xHeight)
        return steps > 0.8 ? Int(min(8, steps.rounded())) : 0
    }

    // MARK: Going on

    /// Whether a paragraph goes on with the line after it.
    private func goesOn(_ paragraph: FlowParagraph, with index: Int) -> Bool {
        guard let line = paragraph.lines.last, let first = paragraph.lines.first else { return false }
        let next = lines[index]
        guard !isSpace(after: index - 1), markers[index] == nil, levels[index] == levels[index - 1] else { return false }
        guard abs(next.xHeight / max(line.xHeight, .leastNormalMagnitude) - 1) < 1 else { return false }
        // two pieces of one line
        if abs(next.baseline - line.baseline) < xHeight { return next.box.x > line.box.right - xHeight }
        if FlowParagraph.isDivided(line, next) { return true }
        if case .item = paragraph.kind {
            let text = first.words.dropFirst().first?.box.x ?? first.box.x
            // under the item's text, not under its mark
            if abs(next.box.x - text) < abs(next.box.x - first.box.x) { return next.box.x > first.box.x + xHeight }
            return runsOn(line, next, in: columns[index])
        }
        // only the first line of a paragraph may begin elsewhere, and the others below each other
        let shift = next.box.x - line.box.x
        guard shift < 2.5 * xHeight, paragraph.lines.count == 1 || shift > -2.5 * xHeight else { return false }
        return runsOn(line, next, in: columns[index])
    }

    /// Whether a line goes on in the next: its first word had no more room.
    private func runsOn(_ line: FlowLine, _ next: FlowLine, in column: Column) -> Bool {
        // so short lines are verses, addresses, what is to be bought
        guard line.words.count > 2, column.width > 20 * xHeight, let word = next.words.first else { return false }
        let free = column.right - line.box.right
        let needed = word.box.width + xHeight
        let endsSentence = line.words.last?.text.last.map { ".!?:;".contains($0) } ?? false
        if endsSentence { return free < needed }
        // a sentence that goes on says so
        return free < needed + (word.text.first?.isLowercase == true ? 0.4 : 0.08) * column.width
    }

    // MARK: Measures

    /// Lines that lie below each other have a margin in common.
    private static func columns(_ lines: [FlowLine]) -> [Column] {
        var columns: [Column] = []
        var begin = 0
        var (left, right) = (0.0, 0.0)
        for index in 0...lines.count {
            if index < lines.count {
                let box = lines[index].box
                let common = min(right, box.right) - max(left, box.x)
                if index > begin, common > 0.3 * min(right - left, box.width) {
                    (left, right) = (min(left, box.x), max(right, box.right))
                    continue
                }
            }
            if index > begin { columns += Array(repeating: column(lines[begin..<index]), count: index - begin) }
            if index < lines.count { (begin, left, right) = (index, lines[index].box.x, lines[index].box.right) }
        }
        return columns
    }

    /// A line or two may stand out.
    private static func column(_ lines: ArraySlice<FlowLine>) -> Column {
        let (lefts, rights) = (lines.map(\.box.x).sorted(), lines.map(\.box.right).sorted())
        let few = lines.count < 5
        return Column(
            left: lefts[few ? 0 : lines.count / 10], right: rights[few ? lines.count - 1 : (lines.count - 1) * 85 / 100])
    }

    /// Marks of items: one alone is none.
    private static func markers(_ lines: [FlowLine], xHeight: Double) -> [FlowMarker?] {
        let found = lines.map { $0.words.count > 1 ? $0.words.first.flatMap { FlowMarker($0.text) } : nil }
        let places = found.indices.filter { found[$0] != nil }
        var markers = [FlowMarker?](repeating: nil, count: lines.count)
        for (position, place) in places.enumerated() {
            // items of an inner list may stand between two of an outer one
            for other in places.dropFirst(position + 1).prefix(12) {
                guard let a = found[place], let b = found[other], a.isFollowed(by: b),
                    abs(lines[place].box.x - lines[other].box.x) < 2 * xHeight
                else { continue }
                (markers[place], markers[other]) = (a, b)
                break
            }
        }
        return markers
    }

    /// Of headings: lines that are larger than most, or underlined as a whole.
    private static func levels(_ lines: [FlowLine], xHeight: Double, boxHeight: Double) -> [Int?] {
        guard boxHeight > 0 else { return lines.map { _ in nil } }
        let ratios = lines.map { min($0.xHeight / xHeight, $0.box.height / boxHeight) }
        func mayBe(_ line: FlowLine) -> Bool {
            (1...12).contains(line.words.count) && line.words.contains { $0.text.contains(where: \.isLetter) }
        }
        let large = zip(lines, ratios).map { mayBe($0) && $1 >= 1.35 ? $1 : nil }
        let largest = large.compactMap { $0 }.max()
        let second = large.compactMap { $0 }.contains { $0 < 0.85 * (largest ?? 0) } ? 1 : 0
        return lines.indices.map { index in
            if let ratio = large[index], let largest { return ratio >= 0.85 * largest ? 1 : 2 }
            guard mayBe(lines[index]), lines[index].isUnderlined else { return nil }
            return largest == nil ? 1 : 2 + second
        }
    }

    /// The value in the middle, each counted as often as it weighs; 0 if there is none.
    private static func median(_ values: some Sequence<(Double, Int)>) -> Double {
        let sorted = values.filter { $0.0.isFinite && $0.1 > 0 }.sorted { $0.0 < $1.0 }
        let half = sorted.reduce(0) { $0 + $1.1 } / 2
        var sum = 0
        for (value, weight) in sorted {
            sum += weight
            if sum > half { return value }
        }
        return sorted.last?.0 ?? 0
    }
}

/// The lists that the next item may be part of, from the outermost.
private struct OpenLists {
    /// How far an item's mark may stand from that of the item before.
    var tolerance: Double
    private var open: [(list: FlowList, left: Double, last: FlowMarker)] = []
    private var count = 0

    init(tolerance: Double) { self.tolerance = tolerance }

    /// Something else follows.
    mutating func end() { open = [] }

    /// The list of the next item, and how many lists are around it.
    mutating func item(_ marker: FlowMarker, at left: Double) -> (FlowList, level: Int) {
        while let inner = open.last, left < inner.left - tolerance { open.removeLast() }
        if let inner = open.last, abs(left - inner.left) <= tolerance {
            if inner.last.isFollowed(by: marker) {
                open[open.count - 1].last = marker
                return (inner.list, open.count - 1)
            }
            open.removeLast()
        }
        let list = FlowList(number: count, style: marker.style, sign: marker.sign, start: marker.value)
        count += 1
        open.append((list, left, marker))
        return (list, open.count - 1)
    }
}
