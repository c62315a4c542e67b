internal import Editing
internal import Ink
internal import PenLog
internal import Recognition

/// How well pages of several lines are read: each is split into lines, and these are read one by one.
struct PageEvaluation {
    /// Pages with their readings, lines joined by spaces.
    private(set) var count = ErrorCount()
    /// Lines found.
    private(set) var linesFound = 0
    /// Lines that the labels have, of those pages whose labels have line breaks; nil if none has.
    private(set) var linesExpected: Int?
    /// Lines found on the pages that `linesExpected` is about.
    private(set) var linesFoundWhereExpected = 0
    /// Pages without a label, which are not counted.
    private(set) var unlabelled = 0
    /// Lines that the recogniser refused, which count as read empty.
    private(set) var refused = 0

    /// Reads all pages of a file of labelled ink.
    ///
    /// - Throws: `InkctlError` for a file that cannot be read, `RecordingError` for a line of it that is no ink.
    init(path: String, recognizer: Recognizer) throws {
        let file = try InkFile(path: path)
        while let line = try file.nextLine() {
            add(try JSONInk(line: line, number: file.lineNumber), recognizer: recognizer)
        }
    }

    /// One line for a person.
    var summary: String {
        let rate = "\(DisplayText.percent(count.characterErrorRate)) %"
        let known = linesExpected.map { "; where the labels have lines \(linesFoundWhereExpected) of \($0)" } ?? ""
        return "\(DisplayText.count(count.inks, "page")), CER \(rate), \(DisplayText.count(linesFound, "line")) found\(known)"
            + (unlabelled > 0 ? "; \(DisplayText.count(unlabelled, "page")) without a label not counted" : "")
            + (refused > 0 ? "; \(DisplayText.count(refused, "line")) refused, counted as read empty" : "")
    }

    private mutating func add(_ ink: JSONInk, recognizer: Recognizer) {
        let label = ink.label ?? ""
        guard label.contains(where: { !$0.isWhitespace }) else {
            unlabelled += 1
            return
        }
        let strokes = ink.deviceStrokes
        let lines = PageLayout.lines(of: strokes)
        linesFound += lines.count
        let labelLines = label.split(whereSeparator: \.isNewline).count
        if labelLines > 1 {
            linesExpected = (linesExpected ?? 0) + labelLines
            linesFoundWhereExpected += lines.count
        }
        let texts = lines.map { line in
            let transcript = try? recognizer.recognize(line.map { strokes[$0] }, alternatives: 1)
            if transcript == nil { refused += 1 }
            return transcript?.text ?? ""
        }
        count.add(ErrorCount.collapsed(texts.joined(separator: "\n")), label: ErrorCount.collapsed(label))
    }
}
