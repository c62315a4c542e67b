internal import Reading
internal import Ink
package import JSON
package import PenLog
internal import Recognition

/// Readings as JSON Interactive Ink eXchange, version 3, the format that MyScript's clients expect of a recognizer. Millimeters,
/// milliseconds.
package struct JIIXRecord {
    private let ink: JSONInk
    private let scale: Double
    private var words: [JSONValue] = []
    private var label = ""

    /// Whether the format supports inks of a kind: text and formulas.
    package static func supports(_ kind: InkKind) -> Bool { [.line, .page, .formula, .characters].contains(kind) }

    /// Returns the document of a reading; nil for readings that are neither text nor formulas.
    package static func document(_ reading: InkReading, of ink: JSONInk) -> JSONValue? {
        var record = JIIXRecord(ink)
        switch reading {
        case .line(let transcript): return record.text([(strokes: Array(ink.strokes.indices), transcript: transcript)])
        case .page(let lines): return record.text(lines)
        case .formula(let formula, _): return record.math(formula.latex)
        default: return nil
        }
    }

    private init(_ ink: JSONInk) {
        self.ink = ink
        scale = ink.millimetersPerUnit
    }

    private func root(_ type: String, _ members: [String: JSONValue]) -> JSONValue {
        var members = members
        members["type"] = .string(type)
        members["version"] = .string("3")
        members["id"] = .string(ink.id ?? "MainBlock")
        let points = ink.strokes.joined().map { InkPoint(x: Double($0.x), y: Double($0.y)) }
        if let box = Box(around: points) { members["bounding-box"] = self.box(box) }
        return .object(members)
    }

    private mutating func text(_ lines: [(strokes: [Int], transcript: Transcript)]) -> JSONValue {
        for (number, line) in lines.enumerated() {
            if number > 0 { space("\n") }
            var rest = Substring(line.transcript.text)
            for word in line.transcript.words {
                if let range = rest.firstRange(of: word.text) {
                    if range.lowerBound > rest.startIndex { space(String(rest[..<range.lowerBound])) }
                    rest = rest[range.upperBound...]
                }
                add(word) { line.strokes.indices.contains($0) ? line.strokes[$0] : $0 }
            }
            if !rest.isEmpty { space(String(rest)) }
        }
        return root("Text", ["label": .string(label), "words": .array(words)])
    }

    private mutating func math(_ latex: String) -> JSONValue {
        let items = ink.strokes.indices.flatMap { self.items(StrokeRange(stroke: $0, first: 0, last: ink.strokes[$0].count - 1)) }
        let expression: [String: JSONValue] = [
            "type": .string("group"), "id": .string("math/0"), "label": .string(latex), "items": .array(items),
        ]
        return root("Math", ["label": .string(latex), "expressions": .array([.object(expression)])])
    }

    /// Adds the text between words, usually a space.
    private mutating func space(_ text: String) { add(["label": .string(text)], text) }

    private mutating func add(_ members: [String: JSONValue], _ text: String) {
        var members = members
        members["first-char"] = .int(Int64(label.count))
        label += text
        members["last-char"] = .int(Int64(max(0, label.count - 1)))
        words.append(.object(members))
    }

    /// - Parameter stroke: maps a stroke number within the line to the stroke number within the ink.
    private mutating func add(_ word: TranscribedWord, stroke: (Int) -> Int) {
        let texts = word.candidates.map(\.text)
        let candidates = texts.contains(word.text) ? texts : [word.text] + texts
        let parts = word.ranges.map { StrokeRange(stroke: stroke($0.stroke), first: $0.first, last: $0.last) }
        var members: [String: JSONValue] = [
            "label": .string(word.text), "candidates": .array(candidates.map { .string($0) }),
            "items": .array(parts.flatMap { self.items($0) }),
        ]
        if let box = word.box { members["bounding-box"] = self.box(box) }
        add(members, word.text)
    }

    private func box(_ box: Box) -> JSONValue {
        .object([
            "x": .double(box.x * scale), "y": .double(box.y * scale), "width": .double(box.width * scale),
            "height": .double(box.height * scale),
        ])
    }

    /// Returns a stroke or a part of a stroke. The ID of a part ends with the numbers of its first and last sample.
    private func items(_ range: StrokeRange) -> [JSONValue] {
        guard ink.strokes.indices.contains(range.stroke) else { return [] }
        let all = ink.strokes[range.stroke]
        let (first, last) = (max(0, range.first), min(range.last, all.count - 1))
        guard first <= last else { return [] }
        let samples = all[first...last]
        let suffix = samples.count == all.count ? "" : ":\(first)-\(last)"
        var members: [String: JSONValue] = [
            "type": .string("stroke"), "id": .string("\(range.stroke)\(suffix)"),
            "X": .array(samples.map { .double(Double($0.x) * scale) }), "Y": .array(samples.map { .double(Double($0.y) * scale) }),
        ]
        if let force = ink.channels[.force], force.indices.contains(range.stroke), force[range.stroke].count == all.count {
            members["F"] = .array(force[range.stroke][first...last].map { .double($0) })
        }
        if ink.isTimed { members["T"] = .array(samples.map { .double(Double($0.time - all[0].time) / 1000) }) }
        return [.object(members)]
    }
}
