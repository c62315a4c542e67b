import InkProtocol
import InkTestSupport
import InputMethod
import Testing

/// Somebody who writes lines of words, and inkd, which reads them: strokes that were taken are kept or dropped as the composition says.
final class Writer {
    /// A stroke writes some letters of a word.
    private struct Stroke {
        let number: Int
        let word: Int
        let text: String
    }

    let desk: Desk
    private var strokes: [Stroke] = []
    private var last = 0
    private var handled = 0
    private var line = 1
    /// The last word of the line that the pen is in.
    private(set) var word = 0

    /// Words that are not whole are read with another last letter.
    var misreads = false
    private var whole: [Int: String] = [:]

    init(_ desk: Desk) { self.desk = desk }

    /// A stroke of the present word, from the touch to its reading.
    func stroke(_ text: String, final: Bool = false) {
        desk.touch()
        lift(text, final: final)
    }

    /// The pen is lifted: the stroke is there and read.
    func lift(_ text: String, final: Bool = false) {
        last += 1
        strokes.append(Stroke(number: last, word: word, text: text))
        read(final: final)
    }

    /// Begins a word of the line.
    func space() { word += 1 }

    /// A word in several strokes.
    ///
    /// - Parameter between: Happens after each stroke; false ends the word.
    func write(_ text: String, in parts: Int = 2, between: () -> Bool = { true }) {
        space()
        whole[word] = text
        let length = max(1, text.count / parts)
        var rest = text[...]
        while !rest.isEmpty {
            stroke(String(rest.prefix(length)))
            rest = rest.dropFirst(length)
            guard between() else { return }
        }
    }

    /// The pen rests until its line is read for good.
    func rest() {
        desk.wait(.milliseconds(300))
        read(final: true)
    }

    /// One of the line's strokes is written over, and goes; the line is read when the pen rests.
    func overwrite(_ index: Int, with text: String) {
        desk.touch()
        last += 1
        strokes[index] = Stroke(number: last, word: strokes[index].word, text: text)
        rest()
    }

    /// The next words stand on a line of their own.
    func newLine() {
        read(final: true)
        line += 1
        strokes = []
    }

    /// inkd forgets what was written for a field that has lost the focus.
    func forget() { strokes = [] }

    func read(final: Bool) {
        takeCalls()
        var words: [TextInputInterface.Word] = []
        for number in Set(strokes.map(\.word)).sorted() {
            let own = strokes.filter { $0.word == number }
            var text = own.map(\.text).joined()
            if misreads, let whole = whole[number], text != whole { text = text.dropLast() + "~" }
            words.append(.init(text: text, candidates: [text], strokes: own.map(\.number)))
        }
        // inkd puts a space where the text before asks for one
        if strokes.allSatisfy({ !kept.contains($0.number) }) {
            lead = desk.text.last.map { $0.isLetter || $0.isNumber } == true ? " " : ""
        }
        let text = words.isEmpty ? "" : lead + words.map(\.text).joined(separator: " ")
        let firm = final ? text.unicodeScalars.count : zip(text.unicodeScalars, before.unicodeScalars).prefix { $0 == $1 }.count
        before = text
        desk.read(
            .init(
                editor: "text1", line: line, text: text, final: final, stablePrefix: firm, words: words, candidates: [text],
                strokes: strokes.map(\.number)))
        takeCalls()
    }

    private var before = ""
    private var lead = ""
    private var kept: Set<Int> = []

    /// Does what the composition asked for.
    private func takeCalls() {
        while handled < desk.calls.count {
            defer { handled += 1 }
            guard case .take(_, let numbers, _, let keep) = desk.calls[handled] else { continue }
            if keep {
                kept.formUnion(numbers)
            } else {
                kept.subtract(numbers)
                strokes.removeAll { numbers.contains($0.number) }
            }
        }
    }
}
