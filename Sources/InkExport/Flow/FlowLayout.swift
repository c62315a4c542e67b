internal import Editing
internal import Ink

/// A paragraph, a heading or an item of a list, with its consecutive lines.
struct FlowParagraph {
    /// The role of a paragraph in the document.
    enum Kind: Hashable {
        /// A heading; level 1 is the highest.
        case heading(level: Int)
        /// A paragraph with its indentation in steps from the left margin.
        case paragraph(indent: Int)
        /// An item with its list, and the number of lists around that list.
        case item(FlowList, level: Int)
    }

    /// Words with the same decorations.
    struct Run: Hashable {
        var text: String
        var decorations: Set<Decoration.Kind>
    }

    var kind: Kind
    /// The lines from top to bottom; never empty.
    var lines: [FlowLine]
    /// The index of the paragraph's first line among all lines.
    var first: Int
    /// Whether there is vertical space between this paragraph and the next one.
    var hasSpaceAfter = true

    /// The number of words that form the list marker: 1 for an item, otherwise 0.
    var marks: Int { if case .item = kind { 1 } else { 0 } }
    var text: String { runs.map(\.text).joined() }

    /// The text without line ends and list markers, as runs. A word divided at a line end is joined.
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
                // the underline marks the line as a heading
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

    /// Returns whether the last word of a line continues on the next line, such as "hand-" and "writing".
    static func isDivided(_ line: FlowLine, _ next: FlowLine) -> Bool {
        guard let end = line.words.last?.text, end.hasSuffix("-"), end.dropLast().last?.isLetter == true else { return false }
        return next.words.first?.text.first?.isLowercase == true
    }
}

/// Finds paragraphs, headings and lists among lines, mainly by the lines' positions and sizes. All lengths are relative to the x-height, so
/// no unit is needed.
struct FlowLayout {
    /// The paragraphs in the order of the lines.
    private(set) var paragraphs: [FlowParagraph] = []

    private let lines: [FlowLine]
    /// The median x-height of the lines.
    private let xHeight: Double
    private let boxHeight: Double
    /// The median distance from one baseline to the next.
    private let pitch: Double
    private let columns: [Column]
    private let markers: [FlowMarker?]
    private let levels: [Int?]

    /// The left and right margins of a group of lines.
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

    /// Groups consecutive lines into paragraphs.
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

    /// Returns a line's indentation in steps of four x-heights: ten millimeters, for letters with an x-height of 2.5 mm.
    private func indent(of index: Int) -> Int {
        let steps = (lines[index].box.x - columns[index].left) / (4 * xHeight)
        return steps > 0.8 ? Int(min(8, steps.rounded())) : 0
    }

    // MARK: Continuation

    /// Returns whether a paragraph continues with the next line.
    private func goesOn(_ paragraph: FlowParagraph, with index: Int) -> Bool {
        guard let line = paragraph.lines.last, let first = paragraph.lines.first else { return false }
        let next = lines[index]
        guard !isSpace(after: index - 1), markers[index] == nil, levels[index] == levels[index - 1] else { return false }
        guard abs(next.xHeight / max(line.xHeight, .leastNormalMagnitude) - 1) < 1 else { return false }
        // two pieces of the same line
        if abs(next.baseline - line.baseline) < xHeight { return next.box.x > line.box.right - xHeight }
        if FlowParagraph.isDivided(line, next) { return true }
        if case .item = paragraph.kind {
            let text = first.words.dropFirst().first?.box.x ?? first.box.x
            // a continuation line is aligned with the item's text, not with its marker
            if abs(next.box.x - text) < abs(next.box.x - first.box.x) { return next.box.x > first.box.x + xHeight }
            return runsOn(line, next, in: columns[index])
        }
        // only the first line of a paragraph may be indented; the remaining lines are aligned with each other
        let shift = next.box.x - line.box.x
        guard shift < 2.5 * xHeight, paragraph.lines.count == 1 || shift > -2.5 * xHeight else { return false }
        return runsOn(line, next, in: columns[index])
    }

    /// Returns whether a sentence continues from a line to the next: whether the first word of the next line had no room on this one.
    private func runsOn(_ line: FlowLine, _ next: FlowLine, in column: Column) -> Bool {
        // lines with so few words are verses, addresses or shopping lists
        guard line.words.count > 2, column.width > 20 * xHeight, let word = next.words.first else { return false }
        let free = column.right - line.box.right
        let needed = word.box.width + xHeight
        let endsSentence = line.words.last?.text.last.map { ".!?:;".contains($0) } ?? false
        if endsSentence { return free < needed }
        // a lowercase first letter shows that the sentence continues
        return free < needed + (word.text.first?.isLowercase == true ? 0.4 : 0.08) * column.width
    }

    // MARK: Measures

    /// Returns the margins of each line. Consecutive lines that overlap horizontally share their margins.
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

    /// Returns the common margins of lines. Of five or more lines, 10 percent may begin to the left and 15 percent end to the right of
    /// them.
    private static func column(_ lines: ArraySlice<FlowLine>) -> Column {
        let (lefts, rights) = (lines.map(\.box.x).sorted(), lines.map(\.box.right).sorted())
        let few = lines.count < 5
        return Column(
            left: lefts[few ? 0 : lines.count / 10], right: rights[few ? lines.count - 1 : (lines.count - 1) * 85 / 100])
    }

    /// Returns the markers of the lines that are list items; nil for all other lines. A single marker does not make a list.
    private static func markers(_ lines: [FlowLine], xHeight: Double) -> [FlowMarker?] {
        let found = lines.map { $0.words.count > 1 ? $0.words.first.flatMap { FlowMarker($0.text) } : nil }
        let places = found.indices.filter { found[$0] != nil }
        var markers = [FlowMarker?](repeating: nil, count: lines.count)
        for (position, place) in places.enumerated() {
            // between two items of the outer list there may be items of a nested list
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

    /// Returns the level of each line that is a heading; nil for all other lines. A heading is larger than most lines, or fully underlined.
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

    /// Returns the weighted median; 0 if there are no values.
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

/// The lists that the next item may belong to, from the outermost to the innermost.
private struct OpenLists {
    /// The maximum horizontal distance between the markers of consecutive items.
    var tolerance: Double
    private var open: [(list: FlowList, left: Double, last: FlowMarker)] = []
    private var count = 0

    init(tolerance: Double) { self.tolerance = tolerance }

    /// Closes all lists because another kind of paragraph follows.
    mutating func end() { open = [] }

    /// Returns the list of the next item, and the number of lists around that list.
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
