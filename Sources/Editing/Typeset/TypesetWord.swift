public import Ink

/// A typeset word on a line among the ink. It is edited like a written word.
public struct TypesetWord: Sendable, Hashable, Identifiable {
    /// The ID: from the same range as stroke IDs, so that lines and marks can refer to the word like a stroke.
    public var id: StrokeID
    /// The word's line in the document's layout.
    public var line: LineID
    /// The text, without white space.
    public var text: String
    /// Alternative texts, best first, including the word's text.
    public var candidates: [String]
    /// Whether a person chose this text.
    public var isChosen = false
    /// The box from the left edge to the right one, from the top of capitals to the foot of descenders.
    public var box: Box
    /// y of the baseline.
    public var baseline: Double
    /// The height of small letters.
    public var xHeight: Double
    /// The strokes from which the word was converted, at their current position. Conversion to handwriting restores these strokes. Empty
    /// for text that never was ink.
    public var ink: [InkStroke]

    /// Creates a word on a line. The box is as high as the word's letters.
    /// - Parameters:
    ///   - x: the left edge.
    ///   - width: above 0.
    public init(
        id: StrokeID, line: LineID, text: String, candidates: [String] = [], x: Double, width: Double, baseline: Double, xHeight: Double,
        ink: [InkStroke] = []
    ) {
        self.id = id
        self.line = line
        self.text = text
        self.candidates = candidates.contains(text) ? candidates : [text] + candidates
        self.box = TypesetMetrics.box(x: x, width: width, baseline: baseline, xHeight: xHeight)
        self.baseline = baseline
        self.xHeight = xHeight
        self.ink = ink
    }

    /// Creates a word with explicit values for all properties.
    public init(
        id: StrokeID, line: LineID, text: String, candidates: [String], isChosen: Bool, box: Box, baseline: Double, xHeight: Double,
        ink: [InkStroke]
    ) {
        self.init(
            id: id, line: line, text: text, candidates: candidates, x: box.x, width: box.width, baseline: baseline, xHeight: xHeight,
            ink: ink)
        self.box = box
        self.candidates = candidates
        self.isChosen = isChosen
    }

    /// Returns the word at another position, together with its ink.
    func moved(x: Double, y: Double = 0) -> TypesetWord {
        var moved = self
        moved.box.x += x
        moved.box.y += y
        moved.baseline += y
        moved.mapInk(by: .translation(x: x, y: y))
        return moved
    }

    /// Returns the word with another position and size. The word's ink is scaled accordingly.
    func set(x: Double, width: Double, baseline: Double, xHeight: Double) -> TypesetWord {
        var changed = self
        changed.box = TypesetMetrics.box(x: x, width: width, baseline: baseline, xHeight: xHeight)
        (changed.baseline, changed.xHeight) = (baseline, xHeight)
        let scale = (x: width / max(box.width, .leastNormalMagnitude), y: xHeight / max(self.xHeight, .leastNormalMagnitude))
        changed.mapInk(
            by: InkTransform(a: scale.x, b: 0, c: 0, d: scale.y, tx: x - scale.x * box.x, ty: baseline - scale.y * self.baseline))
        return changed
    }

    /// Returns a symbol of a typeset formula, mapped together with its ink, and in another type size.
    func mapped(by map: InkTransform, em: Double) -> TypesetWord {
        var mapped = self
        let corner = map(Point(x: box.x, y: box.y))
        mapped.box = Box(x: corner.x, y: corner.y, width: box.width * map.a, height: box.height * map.d)
        mapped.baseline = map(Point(x: box.x, y: baseline)).y
        mapped.xHeight = TypesetMetrics.xHeight(ofEm: em)
        mapped.mapInk(by: map)
        return mapped
    }

    /// The type size: the length of an em, in the unit of the ink.
    public var em: Double { xHeight * TypesetMetrics.em }

    private mutating func mapInk(by map: InkTransform) {
        for index in ink.indices {
            let transform = ink[index].transform.followed(by: map)
            // ink that could no longer be drawn is left unchanged
            if transform.inverse != nil { ink[index].transform = transform }
        }
    }

    /// The word in the form that readings of lines use.
    var lineWord: LineWord {
        var word = LineWord(
            text: text, box: box, candidates: candidates.map { Candidate(text: $0, score: nil) }, baseline: baseline, xHeight: xHeight,
            graphemes: text.map { LineGrapheme(text: String($0), ranges: []) })
        word.typeset = id
        word.isChosen = isChosen
        return word
    }

    /// Strokes that represent the word in code that only handles ink: its own ink, or a zigzag with as many teeth as letters.
    var standIns: [Stroke] {
        if !ink.isEmpty { return ink.map(\.sampled) }
        let peaks = 2 * text.count
        let points = (0...peaks * Self.samplesOfHalfLetter).map { step in
            let part = Double(step) / Double(Self.samplesOfHalfLetter)
            let rise = part.truncatingRemainder(dividingBy: 2)
            return InkPoint(
                x: box.x + box.width * part / Double(max(1, peaks)), y: baseline - xHeight * (rise < 1 ? rise : 2 - rise),
                time: Instant(microseconds: Int64(step) * 10_000))
        }
        return [Stroke(id: id, points: points)]
    }

    private static let samplesOfHalfLetter = 8
}

extension InkEditor {
    /// Puts a word on a line under a new ID. The word's ink gets new IDs, too. The change is appended to `changes`.
    /// - Returns: The new ID.
    @discardableResult
    mutating func putIn(_ word: TypesetWord, on line: LineID, _ changes: inout [DocumentChange]) -> StrokeID {
        var own = word
        own.id = nextStroke()
        own.line = line
        for index in own.ink.indices {
            own.ink[index].id = nextStroke()
            own.ink[index].root = own.ink[index].id
        }
        let change = DocumentChange(key: .word(own.id), before: nil, after: .word(own))
        perform([change])
        changes.append(change)
        return own.id
    }

    /// Inserts a line of text as typeset words on a new line. The width of each word is proportional to its number of characters. If the
    /// text has more words than a line can have strokes, the rest continues on another line beside the first.
    mutating func putIn(_ text: TypesetLine, _ changes: inout [DocumentChange]) {
        let characters = Array(text.text)
        let width = text.box.width / Double(max(1, characters.count))
        let xHeight = TypesetMetrics.xHeight(ofHeight: text.box.height)
        guard width > 0, xHeight > 0 else { return }
        var (line, count) = (layout.freeName, 0)
        for word in characters.split(whereSeparator: \.isWhitespace) {
            if count == InkLine.mostMarks { (line, count) = (layout.freeName, 0) }
            count += 1
            let set = TypesetWord(
                id: StrokeID(0), line: line, text: String(word), x: text.box.x + Double(word.startIndex) * width,
                width: Double(word.count) * width,
                baseline: text.baseline, xHeight: xHeight)
            putIn(set, on: line, &changes)
        }
    }
}

/// The approximate measures of typeset text, in x-heights and ems, as in a common sans serif face (DejaVu Sans).
enum TypesetMetrics {
    /// The ascent, in x-heights above the baseline.
    private static let ascent = 1.69
    /// The descent, in x-heights below the baseline.
    private static let descent = 0.43
    /// An em, in x-heights.
    static let em = 1.82
    /// A space's width, in x-heights.
    static let space = 0.32 * em

    static func box(x: Double, width: Double, baseline: Double, xHeight: Double) -> Box {
        Box(x: x, y: baseline - ascent * xHeight, width: width, height: (ascent + descent) * xHeight)
    }

    /// Returns the x-height of typeset text that is as high as a box.
    static func xHeight(ofHeight height: Double) -> Double { height / (ascent + descent) }

    /// Returns the x-height of typeset text of this size.
    static func xHeight(ofEm em: Double) -> Double { em / Self.em }

    /// Returns the approximate width of a text, without drawing it.
    static func width(of text: String, xHeight: Double) -> Double {
        text.reduce(0) { $0 + width(of: $1) } * em * xHeight
    }

    /// Returns the width of a character, in ems.
    private static func width(of character: Character) -> Double {
        if "ijlI.,:;'|!()[]".contains(character) { return 0.32 }
        if "frt-\"/\\".contains(character) { return 0.4 }
        if "mwMW@%".contains(character) { return 0.95 }
        return character.isUppercase ? 0.7 : 0.6
    }
}
