import InkProtocol
import Testing

@testable import InputMethod

/// What applications make of text that was put into them.
@Suite struct TextComparisonTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let application: String
        let (put, reported): (String, String)
        var isSame = true

        init(_ application: String, _ put: String, _ reported: String, isSame: Bool = true) {
            (self.application, self.put, self.reported, self.isSame) = (application, put, reported, isSame)
        }

        var testDescription: String { "\(application): \(put) → \(reported)" }
    }

    static let cases = [
        Case("Firefox, contenteditable: the last space", "quick brown ", "quick brown\u{A0}"),
        Case("Chromium, contenteditable: two spaces", "one  two", "one \u{A0}two"),
        Case("LibreOffice, French: before punctuation", "Vraiment ?", "Vraiment\u{202F}?"),
        Case("typesetting editors: a thin space", "10 000", "10\u{2009}000"),
        Case("LibreOffice: an apostrophe", "it's", "it’s"),
        Case("LibreOffice, English: quotation marks", "say \"yes\"", "say “yes”"),
        Case("LibreOffice, German: quotation marks", "sag \"ja\"", "sag „ja“"),
        Case("LibreOffice: a dash between words", "one - two", "one – two"),
        Case("LibreOffice: the capital of a sentence", "hello", "Hello"),
        Case("LibreOffice: the capital of the next sentence", "Yes. and no", "Yes. And no"),
        Case("LibreOffice: the capital within quotation marks", "Yes. \"and\"", "Yes. “And”"),
        Case("LibreOffice: the capital of a paragraph", "one\ntwo", "One\nTwo"),
        Case("macOS files, some Java fields: letters in parts", "café", "cafe\u{301}"),
        Case("Qt WebEngine: letters as one", "cafe\u{301}", "café"),
        Case("a Korean field: syllables in parts", "한", "\u{1112}\u{1161}\u{11AB}"),
        Case("ProseMirror, Slate: a mark before the text", "word", "\u{FEFF}word"),
        Case("CKEditor, CodeMirror: a mark at the caret", "word", "word\u{200B}"),
        Case("Lexical: a joiner within the text", "one two", "one\u{2060} two"),
        Case("LibreOffice: a hyphenation point", "handwriting", "hand\u{AD}writing"),
        Case("a field of capitals", "hello", "HELLO", isSame: false),
        Case("capitals within a sentence", "to paris", "to Paris", isSame: false),
        Case("a capital behind an abbreviated number", "3.a", "3.A", isSame: false),
        Case("a mask", "5551234", "555-1234", isSame: false),
        Case("another word", "hello", "hallo", isSame: false),
        Case("another accent", "cafe", "café", isSame: false),
        Case("a space between ideographs", "東 京", "東\u{3000}京", isSame: false),
    ]

    @Test(arguments: cases) func `Text counts as put in where applications change no more than that`(_ sample: Case) {
        #expect(sample.reported.isSame(as: sample.put) == sample.isSame)
        #expect(sample.put.isSame(as: sample.reported) == sample.isSame)
        #expect(sample.reported.ends(with: sample.put) == sample.isSame)
        #expect(sample.reported.begins(with: sample.put) == sample.isSame)
        #expect("Ah. \(sample.reported)".ends(with: sample.put) == sample.isSame)
        #expect("Ah. \(sample.reported)".droppingLast(sample.put) == "Ah. " || !sample.isSame || sample.reported.first == "\u{FEFF}")
    }

    @Test func `The end of a text has the application's spelling`() {
        #expect("the cafe\u{301}\u{200B}".end(matching: "café")?.unicodeScalars.count == 6)
        #expect("a\u{A0}b".end(matching: " b") == "\u{A0}b")
        #expect("one two".end(matching: "") == "")
        #expect("wo".end(matching: "two") == nil)
        #expect("\u{A0}b and".beginning(matching: " b") == "\u{A0}b")
        #expect("b".beginning(matching: "bc") == nil)
    }

    @Test func `A text is found within another`() {
        #expect("He said “no” and left".holds("\"no\" and"))
        #expect(!"HELLO there".holds("hello"))
        #expect("anything".holds(""))
    }

    @Test func `Text is sent to inkd without marks and with plain spaces`() {
        #expect("a\u{A0}b\u{200B} c\u{FEFF}".readable == "a b c")
        #expect("می\u{200C}خواهم".readable == "می\u{200C}خواهم")
    }

    /// An application's spelling of a field's text, and the deletion that takes a word back there.
    @Test(arguments: [
        ("one two", "one\u{A0}two", "\u{A0}two"), ("one café", "one cafe\u{301}", " cafe\u{301}"),
        ("one two", "one two\u{200B}", " two\u{200B}"), ("say \"no\"", "say “no”", " “no”"), ("one", "One", "One"),
    ])
    func `Deletions count what the application counts`(put: String, reported: String, deleted: String) {
        let desk = Desk(.silent)
        func tell(_ text: String) {
            let count = text.unicodeScalars.count
            desk.send(.surroundingText(text, cursor: count, anchor: count))
        }
        tell("")
        desk.write(put)
        tell(reported)
        let actions = desk.composition.handle(Composition.Input.undo, at: desk.now)
        #expect(actions.contains(.delete(before: deleted, behind: "")), "\(actions)")
        // the rest is the application's, too
        let rest = String(reported.dropLast(deleted.count))
        _ = desk.composition.handle(
            .surroundingText(rest, cursor: rest.unicodeScalars.count, anchor: rest.unicodeScalars.count), at: desk.now)
        #expect(!desk.composition.isChanging)
    }

    @Test func `Backspace is pressed for each letter of the application's text`() {
        let desk = Desk(.silent)
        desk.send(.client(.plasma))
        desk.send(.surroundingText("", cursor: 0, anchor: 0))
        desk.write("one")
        desk.send(.surroundingText("one\u{200B}", cursor: 4, anchor: 4))
        desk.send(.undo)
        #expect(desk.keys.count == 4)
    }
}
