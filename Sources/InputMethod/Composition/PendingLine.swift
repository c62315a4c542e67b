import InkProtocol

/// A line that is not in the field yet.
struct PendingLine: Sendable {
    let editor: String
    let line: Int
    var strokes: [Int]
    var alternatives: Alternatives
    /// The words as they were read.
    let words: [String]
    /// How many code points of the text are firm.
    var stable: Int
    var isFinal: Bool
    /// It was begun behind another line, so that a new word begins with it.
    let follows: Bool
    /// Somebody is choosing among the candidates.
    var isChosen = false
    /// When it goes into the field; nil: not before something happens.
    var due: Duration?
    /// It goes as soon as it can, however it is read meanwhile.
    var isOrdered = false

    init(_ reading: TextInputInterface.Reading, follows: Bool) {
        editor = reading.editor
        line = reading.line
        strokes = reading.strokes
        alternatives = Alternatives(of: reading)
        words = reading.words.map(\.text)
        stable = reading.final ? reading.text.unicodeScalars.count : reading.stablePrefix
        isFinal = reading.final
        self.follows = follows
    }

    /// The line as it is read now. What was chosen stays chosen as long as the ink is the same.
    func read(anew reading: TextInputInterface.Reading) -> PendingLine {
        var line = PendingLine(reading, follows: follows)
        if isChosen, Set(reading.strokes) == Set(strokes) {
            line.alternatives = alternatives
            line.isChosen = true
        }
        if isOrdered {
            line.isOrdered = true
            line.due = due
        }
        return line
    }

    func isSame(as reading: TextInputInterface.Reading) -> Bool { reading.editor == editor && reading.line == line }

    /// What goes into the field after `before`: a space is due behind what inkd's `PreContext` puts one behind, too.
    func text(after before: String) -> String {
        let text = alternatives.text
        guard follows, let last = before.last, let first = text.first,
            last.isLetter || last.isNumber || ".,;:!?)]}%»".contains(last), first.isLetter || first.isNumber, !first.isIdeograph,
            !last.isIdeograph
        else { return text }
        return " " + text
    }
}

extension Character {
    /// Of a script that puts no spaces between words: kana, CJK ideographs and their extensions.
    fileprivate var isIdeograph: Bool {
        guard let value = unicodeScalars.first?.value else { return false }
        return (0x2E80...0x9FFF).contains(value) || (0xF900...0xFAFF).contains(value) || (0x20000...0x3FFFF).contains(value)
    }
}
