internal import Editing
internal import Ink

/// Readings as bytes. They have no field names: a page of writing has thousands of ranges, and nothing but this file reads them.
extension SavedReading {
    /// Choices and decorations are not in it: they are items of their own.
    func write(to writer: inout ByteWriter) {
        writer.byte(Self.version)
        writer.optional(confidence) { $0.real($1) }
        writer.list(candidates, Self.write)
        writer.list(words, Self.write)
    }

    init(_ bytes: [UInt8]) throws(Damage) {
        var reader = ByteReader(bytes)
        let version = try reader.byte()
        guard version == Self.version else { throw Damage("it has version \(version)") }
        let confidence = try reader.optional { (reader) throws(Damage) in try reader.real() }
        let candidates = try reader.list(Self.readCandidate)
        let words = try reader.list(Self.readWord)
        try reader.finish()
        self.init(candidates: candidates, words: words, confidence: confidence)
    }

    private static let version: UInt8 = 1

    private static func write(_ writer: inout ByteWriter, _ candidate: Candidate) {
        writer.text(candidate.text)
        writer.optional(candidate.score) { $0.real($1) }
    }

    private static func readCandidate(_ reader: inout ByteReader) throws(Damage) -> Candidate {
        let text = try reader.text()
        return Candidate(text: text, score: try reader.optional { (reader) throws(Damage) in try reader.real() })
    }

    private static func write(_ writer: inout ByteWriter, _ range: WordRange) {
        writer.number(range.stroke.value)
        writer.count(range.first)
        writer.count(range.last)
    }

    private static func readRange(_ reader: inout ByteReader) throws(Damage) -> WordRange {
        let stroke = StrokeID(try reader.number())
        let first = try reader.index()
        let last = try reader.index()
        guard first <= last else { throw Damage("it has a range from \(first) to \(last)") }
        return WordRange(stroke: stroke, first: first, last: last)
    }

    private static func write(_ writer: inout ByteWriter, _ word: LineWord) {
        writer.text(word.text)
        writer.optional(word.box) { $0.box($1) }
        writer.list(word.ranges, write)
        writer.list(word.candidates, write)
        writer.optional(word.baseline) { $0.real($1) }
        writer.optional(word.xHeight) { $0.real($1) }
        writer.list(word.graphemes) { writer, grapheme in
            writer.text(grapheme.text)
            writer.list(grapheme.ranges, write)
        }
        writer.optional(word.confidence) { $0.real($1) }
    }

    private static func readWord(_ reader: inout ByteReader) throws(Damage) -> LineWord {
        var word = LineWord(text: try reader.text())
        word.box = try reader.optional { (reader) throws(Damage) in try reader.box() }
        word.ranges = try reader.list(readRange)
        word.candidates = try reader.list(readCandidate)
        word.baseline = try reader.optional { (reader) throws(Damage) in try reader.real() }
        word.xHeight = try reader.optional { (reader) throws(Damage) in try reader.real() }
        word.graphemes = try reader.list { (reader) throws(Damage) in
            LineGrapheme(text: try reader.text(), ranges: try reader.list(readRange))
        }
        word.confidence = try reader.optional { (reader) throws(Damage) in try reader.real() }
        return word
    }
}

extension ByteWriter {
    mutating func box(_ box: Box) {
        for value in [box.x, box.y, box.width, box.height] { real(value) }
    }
}

extension ByteReader {
    mutating func box() throws(Damage) -> Box {
        let (x, y, width, height) = (try real(), try real(), try real(), try real())
        guard width >= 0, height >= 0 else { throw Damage("it has a box of \(width) × \(height)") }
        return Box(x: x, y: y, width: width, height: height)
    }
}
