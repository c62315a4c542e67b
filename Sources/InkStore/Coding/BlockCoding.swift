internal import Editing
internal import Ink

/// The encoding of blocks as bytes. As in readings, fields and the kinds of content have no names; only the block's type is a name.
extension AddedBlock {
    func write(to writer: inout ByteWriter) {
        writer.byte(Self.version)
        writer.text(type.rawValue)
        writer.box(box)
        switch content {
        case .empty: writer.byte(0)
        case .image(let image):
            writer.byte(1)
            writer.text(image.mediaType)
            writer.count(image.width)
            writer.count(image.height)
            writer.blob(image.bytes)
        case .text(let lines):
            writer.byte(2)
            writer.list(lines) { writer, line in
                writer.text(line.text)
                writer.box(line.box)
                writer.real(line.baseline)
            }
        case .figure(let figure, let label):
            writer.byte(3)
            writer.text(label)
            figure.write(to: &writer)
        }
    }

    init(id: BlockID, _ bytes: [UInt8]) throws(Damage) {
        var reader = ByteReader(bytes)
        let version = try reader.byte()
        guard version == Self.version else { throw Damage("it has version \(version)") }
        let name = try reader.text()
        guard let type = BlockType(rawValue: name) else { throw Damage("it has the type \"\(name)\"") }
        let box = try reader.box()
        let content = try Self.readContent(&reader)
        try reader.finish()
        self.init(id: id, type: type, box: box, content: content)
    }

    private static let version: UInt8 = 1

    private static func readContent(_ reader: inout ByteReader) throws(Damage) -> Content {
        switch try reader.byte() {
        case 0: return .empty
        case 1:
            let mediaType = try reader.text()
            let (width, height) = (try reader.index(), try reader.index())
            return .image(InkImage(mediaType: mediaType, bytes: try reader.blob(), width: width, height: height))
        case 2:
            let lines = try reader.list { (reader) throws(Damage) in
                TypesetLine(text: try reader.text(), box: try reader.box(), baseline: try reader.real())
            }
            return .text(lines)
        case 3:
            let label = try reader.text()
            return .figure(try Figure(&reader), label: label)
        case let kind: throw Damage("it has content of kind \(kind)")
        }
    }
}

extension Figure {
    fileprivate func write(to writer: inout ByteWriter) {
        switch self {
        case .polygon(let points, let closed, let headAtStart, let headAtEnd):
            writer.byte(0)
            for flag in [closed, headAtStart, headAtEnd] { writer.byte(flag ? 1 : 0) }
            writer.list(points) { $0.point($1) }
        case .ellipse(let center, let radiusX, let radiusY, let rotation):
            writer.byte(1)
            writer.point(center)
            for value in [radiusX, radiusY, rotation] { writer.real(value) }
        }
    }

    fileprivate init(_ reader: inout ByteReader) throws(Damage) {
        switch try reader.byte() {
        case 0:
            let (closed, headAtStart, headAtEnd) = (try reader.flag(), try reader.flag(), try reader.flag())
            let points = try reader.list { (reader) throws(Damage) in try reader.point() }
            self = .polygon(points: points, closed: closed, headAtStart: headAtStart, headAtEnd: headAtEnd)
        case 1:
            let center = try reader.point()
            self = .ellipse(center: center, radiusX: try reader.real(), radiusY: try reader.real(), rotation: try reader.real())
        case let kind: throw Damage("it has a figure of kind \(kind)")
        }
    }
}

/// The encoding of typeset words as bytes, with the ink that they were converted from. The line is not encoded: it has its own column.
extension TypesetWord {
    func write(to writer: inout ByteWriter) {
        writer.byte(Self.version)
        writer.text(text)
        writer.list(candidates) { $0.text($1) }
        writer.byte(isChosen ? 1 : 0)
        writer.box(box)
        writer.real(baseline)
        writer.real(xHeight)
        writer.list(ink) { $0.blob($1.encoded()) }
    }

    init(id: StrokeID, line: LineID, _ bytes: [UInt8]) throws(Damage) {
        var reader = ByteReader(bytes)
        let version = try reader.byte()
        guard version == Self.version else { throw Damage("it has version \(version)") }
        let text = try reader.text()
        let candidates = try reader.list { (reader) throws(Damage) in try reader.text() }
        let isChosen = try reader.flag()
        let box = try reader.box()
        let (baseline, xHeight) = (try reader.real(), try reader.real())
        guard xHeight > 0 else { throw Damage("its letters are \(xHeight) high") }
        let ink = try reader.list { (reader) throws(Damage) in
            let bytes = try reader.blob()
            do throws(InkCodingError) {
                return try InkStroke(decoding: bytes)
            } catch {
                throw Damage("\(error)")
            }
        }
        try reader.finish()
        self.init(
            id: id, line: line, text: text, candidates: candidates, isChosen: isChosen, box: box, baseline: baseline, xHeight: xHeight,
            ink: ink)
    }

    private static let version: UInt8 = 1
}

extension ByteWriter {
    fileprivate mutating func point(_ point: Point) {
        real(point.x)
        real(point.y)
    }
}

extension ByteReader {
    fileprivate mutating func point() throws(Damage) -> Point { Point(x: try real(), y: try real()) }

    fileprivate mutating func flag() throws(Damage) -> Bool {
        let value = try byte()
        guard value <= 1 else { throw Damage("it has \(value) where 0 or 1 should be") }
        return value == 1
    }
}

/// The encoding of readings as bytes. Fields have no names: a page of writing has thousands of ranges, and only this file reads the bytes.
extension SavedReading {
    /// Writes the reading without choices and decorations, which are separate items.
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
