import InkProtocol
import Testing

@testable import InputMethod

/// Applications that rewrite their text.
@Suite struct RewritingTests {
    /// A field of capitals, as many forms have them.
    private static func capitals(_ text: String) -> String { text.uppercased() }

    /// A mask for telephone numbers: digits alone, grouped.
    private static func mask(_ text: String) -> String {
        let digits = text.filter(\.isNumber)
        return digits.count > 3 ? "(\(digits.prefix(3))) \(digits.dropFirst(3))" : digits
    }

    /// An amount of money, grouped by thousands.
    private static func amount(_ text: String) -> String {
        let digits = Array(text.filter(\.isNumber))
        return digits.indices.map { $0 > 0 && (digits.count - $0).isMultiple(of: 3) ? ",\(digits[$0])" : "\(digits[$0])" }.joined()
    }

    struct Page: Sendable, CustomTestStringConvertible {
        let (isModule, rewritesPreedits): (Bool, Bool)
        let (delay, lateness): (Int, Int)

        var testDescription: String {
            "\(isModule ? "GTK" : "Wayland")\(rewritesPreedits ? ", with preedits" : "") after \(delay) ms, reported after \(lateness) ms"
        }

        func desk(purpose: TextInputInterface.Purpose = .text, _ rewrites: @escaping (String) -> String) -> Desk {
            let desk = Desk(.tells, purpose: purpose, isModule: isModule)
            desk.rewrites = rewrites
            desk.rewritesPreedits = rewritesPreedits
            desk.rewritingDelay = .milliseconds(delay)
            desk.lateness = .milliseconds(lateness)
            return desk
        }
    }

    static let pages = [true, false].flatMap { isModule in
        [true, false].flatMap { rewritesPreedits in
            [(0, 0), (30, 0), (0, 30), (200, 0)].map {
                Page(isModule: isModule, rewritesPreedits: rewritesPreedits, delay: $0.0, lateness: $0.1)
            }
        }
    }

    /// Writes a word, stroke by stroke; each letter is one.
    private func write(_ word: String, line: Int, pause: Duration = .milliseconds(120), on desk: Desk) {
        var strokes: [Int] = []
        for count in 1...word.count {
            desk.touch()
            strokes += desk.ink(1)
            desk.wait(pause)
            desk.read((line > 1 ? " " : "") + word.prefix(count), line: line, strokes: strokes, final: false)
        }
        desk.wait(.milliseconds(300))
        desk.read((line > 1 ? " " : "") + word, line: line, strokes: strokes)
        desk.wait(.milliseconds(200))
    }

    @Test(arguments: pages) func `No letter is lost or doubled in a field of capitals`(page: Page) {
        let desk = page.desk(Self.capitals)
        for (index, word) in ["would", "please", "morning", "thank", "them"].enumerated() { write(word, line: index + 1, on: desk) }
        desk.wait(.seconds(1))
        #expect(desk.text == "WOULD PLEASE MORNING THANK THEM")
        #expect(desk.preedit.isEmpty)
    }

    @Test(arguments: [ClientProfile.firefoxGTKModule, .wayland], [0, 30, 200])
    func `Nor where the application resets at each change, as Firefox does`(client: ClientProfile, delay: Int) {
        let desk = Desk(.tells, isModule: client == .firefoxGTKModule)
        desk.send(.client(client))
        desk.rewrites = Self.capitals
        desk.rewritesPreedits = true
        desk.rewritingDelay = .milliseconds(delay)
        desk.resetsAtCommits = true
        for (index, word) in ["would", "please", "morning"].enumerated() { write(word, line: index + 1, on: desk) }
        desk.wait(.seconds(1))
        #expect(desk.text == "WOULD PLEASE MORNING")
    }

    @Test(arguments: pages) func `No digit is lost or doubled in a mask or an amount`(page: Page) {
        for (mask, text) in [(Self.mask, "(123) 45678"), (Self.amount, "12,345,678")] {
            let desk = page.desk(purpose: .number, mask)
            for (index, word) in ["12", "345", "678"].enumerated() { write(word, line: index + 1, on: desk) }
            desk.wait(.seconds(1))
            #expect(desk.text == text)
        }
    }

    @Test func `From the first report on words are put in whole, and nothing is shown within the field`() {
        let desk = Desk(.tells)
        desk.rewrites = Self.capitals
        desk.write("would", candidates: ["world"])
        #expect(desk.text == "WOULD" && desk.candidates.isEmpty, "nothing in the field can be chosen any more")
        let strokes = desk.ink(4)
        desk.touch()
        desk.read(" plea", line: 2, strokes: strokes, candidates: ["plead"])
        #expect(desk.preedit.isEmpty && desk.candidates == ["plea", "plead"])
        desk.wait(.milliseconds(300))
        desk.touch()
        desk.wait(.milliseconds(500))
        #expect(desk.text == "WOULD")
        desk.read(" please", line: 2, strokes: strokes + desk.ink(2))
        desk.wait(.milliseconds(400))
        #expect(desk.text == "WOULD PLEASE" && desk.commits == ["would", " please"])
    }

    @Test func `A word that was put in too soon goes on behind the reported text`() {
        let desk = Desk(.tells)
        desk.rewrites = Self.capitals
        let strokes = desk.ink(3)
        desk.read("wou", strokes: strokes)
        desk.wait(.seconds(1))
        #expect(desk.text == "WOU")
        desk.touch()
        desk.read("would", strokes: strokes + desk.ink(2))
        desk.wait(.seconds(1))
        #expect(desk.text == "WOULD" && desk.message.isEmpty)
    }

    @Test func `No word is exchanged there`() {
        let desk = Desk(.tells)
        desk.rewrites = Self.capitals
        let strokes = desk.ink(3)
        desk.read("wov", strokes: strokes)
        desk.touch()
        desk.read("would", strokes: strokes + desk.ink(2))
        desk.wait(.seconds(1))
        desk.send(.undo)
        desk.wait(.seconds(1))
        #expect(desk.text.hasPrefix("WOV") && desk.keys.isEmpty)
        #expect(desk.message.contains("does not allow changes"))
    }

    @Test func `The rest that an application adds and selects is overwritten`() {
        let desk = Desk(.tells, purpose: .url)
        desk.completion = "example.com/page"
        let strokes = desk.ink(3)
        desk.read("exam", strokes: strokes)
        #expect(desk.text == "exam")
        desk.touch()
        desk.read("example.", strokes: strokes + desk.ink(3), final: false)
        #expect(desk.preedit.isEmpty)
        desk.read("example.org", strokes: strokes + desk.ink(3))
        desk.wait(.seconds(1))
        #expect(desk.text == "example.org")
    }

    @Test func `What only a word processor changes is no rewriting`() {
        let desk = Desk(.tells)
        desk.rewrites = { text in text.prefix(1).uppercased() + text.dropFirst().replacing("'", with: "’").replacing(" ", with: "\u{A0}") }
        desk.write("it's", candidates: ["its"])
        desk.write(" cold", line: 2, candidates: ["gold"])
        #expect(desk.text == "It’s\u{A0}cold" && !desk.candidates.isEmpty)
        desk.press(.character("2"))
        desk.wait(.milliseconds(10))
        #expect(desk.text == "It’s\u{A0}gold")
    }

    @Test func `A report with a word that was replaced is late, and no rewriting`() {
        let desk = Desk(.tells)
        desk.write("say hello", candidates: ["hallo"])
        desk.application = .silent
        desk.press(.character("2"))
        desk.wait(.milliseconds(500))
        desk.send(.surroundingText("say hello", cursor: 9, anchor: 9))
        desk.application = .tells
        desk.tell()
        #expect(desk.text == "say hallo")
        desk.write(" you", line: 2, candidates: ["yon"])
        #expect(!desk.candidates.isEmpty)
    }

    @Test func `A field that the application empties, or a caret that moves, is no rewriting`() {
        let desk = Desk(.tells)
        desk.write("hello")
        desk.text = ""
        desk.tell()
        desk.write("you", line: 2, candidates: ["yon"])
        #expect(desk.text == "you" && !desk.candidates.isEmpty)
        desk.send(.surroundingText("you", cursor: 0, anchor: 0))
        desk.send(.surroundingText("you", cursor: 3, anchor: 3))
        desk.write(" two", line: 3, candidates: ["too"])
        #expect(desk.text == "you two" && !desk.candidates.isEmpty)
    }
}

/// Fields whose reports are not their text, as the cells of some spreadsheets.
@Suite struct OtherReportTests {
    @Test(arguments: ["", "A1", "=SUM(B1:B9)"], [true, false])
    func `Words have their spaces, and nothing is exchanged`(report: String, isModule: Bool) {
        let desk = Desk(.tells, isModule: isModule)
        desk.reports = { _ in report }
        desk.tell()
        for (index, word) in ["one", "two", "three", "four"].enumerated() {
            desk.write(index == 0 ? word : " " + word, line: index + 1)
            desk.wait(.seconds(1))
        }
        #expect(desk.text.hasSuffix("one two three four"))
        #expect(desk.composition.followsKeys)
        #expect(desk.keys.isEmpty && desk.message.isEmpty)
    }

    @Test func `A report that is late is none of these`() {
        let desk = Desk(.tells)
        desk.write("one")
        desk.application = .silent
        desk.write(" two", line: 2)
        desk.send(.surroundingText("one", cursor: 3, anchor: 3))
        desk.wait(.milliseconds(300))
        desk.send(.surroundingText("one", cursor: 3, anchor: 3))
        desk.application = .tells
        desk.tell()
        desk.write(" three", line: 3, candidates: ["tree"])
        desk.wait(.seconds(1))
        desk.press(.character("2"))
        desk.wait(.seconds(1))
        #expect(desk.text == "one two tree")
    }
}
