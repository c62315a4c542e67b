internal import Editing
internal import Ink
internal import InkCorpus
internal import PenLog
package import Recognition

/// Measures pages of several lines: each is split into lines, which are recognized one by one.
package struct PageEvaluation {
    /// The errors of the pages, whose lines are joined by spaces.
    package private(set) var count = ErrorCount()
    /// The number of lines found.
    package private(set) var linesFound = 0
    /// The number of lines in labels with line breaks; nil if no label has line breaks.
    package private(set) var linesExpected: Int?
    /// The number of lines found on the pages whose labels have line breaks.
    package private(set) var linesFoundWhereExpected = 0
    /// The number of pages without a label; they are not counted.
    package private(set) var unlabeled = 0
    /// The number of lines that the recognizer refused; they count as empty readings.
    package private(set) var refused = 0

    /// Measures all pages of a file of labeled ink.
    ///
    /// - Throws: `CorpusError` for a file that cannot be read, `RecordingError` for a line that is not an ink.
    package init(path: String, recognizer: Recognizer) throws {
        let file = try InkFile(path: path)
        while let ink = try file.nextInk() { add(ink, recognizer: recognizer) }
    }

    /// A one-line summary for people.
    package var summary: String {
        let rate = "\(DisplayText.percent(count.characterErrorRate)) %"
        let known = linesExpected.map { "; \(linesFoundWhereExpected) of \($0) in pages with labeled lines" } ?? ""
        return "\(DisplayText.count(count.inks, "page")), CER \(rate), \(DisplayText.count(linesFound, "line")) found\(known)"
            + (unlabeled > 0 ? "; \(DisplayText.count(unlabeled, "page")) without a label not counted" : "")
            + (refused > 0 ? "; \(DisplayText.count(refused, "line")) refused, counted as empty text" : "")
    }

    private mutating func add(_ ink: JSONInk, recognizer: Recognizer) {
        let label = ink.label ?? ""
        guard label.contains(where: { !$0.isWhitespace }) else {
            unlabeled += 1
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
