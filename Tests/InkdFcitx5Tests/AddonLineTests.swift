import InkProtocol
import InkTestSupport
import InputMethod
import Testing

@testable import inkd_fcitx5

@Suite("Lines between fcitx5's addon and its program")
struct AddonLineTests {
    @Test func `Any text comes through, with tabs, newlines and backslashes`() {
        for parts in [
            ["a"], ["", ""], ["commit", "one\ttwo\nthree\\four\\n"], ["candidates", "0", "é", "漢字", "👩‍👩‍👧", "e\u{301}"], ["\r\n"],
        ] {
            let text = AddonLine.text(of: parts)
            #expect(text.unicodeScalars.filter { $0 == "\n" }.count == 1 && text.unicodeScalars.last == "\n")
            #expect(AddonLine.parts(of: String(text.unicodeScalars.dropLast())) == parts)
        }
    }

    @Test func `The addon's lines are known`() {
        #expect(AddonMessage(line: "focusIn\t7\tpassword\twritten") == .focusIn(field: 7, .password, .asWritten))
        #expect(AddonMessage(line: "focusIn\t8\ttext\tsentences") == .focusIn(field: 8, .text, .sentences))
        #expect(AddonMessage(line: "field\turl\tnone") == .field(.url, .none))
        #expect(AddonMessage(line: "text\t2\t3\ta\\nb") == .text(cursor: 2, anchor: 3, "a\nb"))
        #expect(AddonMessage(line: "key\t1\t65288\t4\t22") == .key(serial: "1", AddonKey(symbol: 0xFF08, state: 4, code: 22)))
        #expect(AddonMessage(line: "caret\t-5\t6\t-1\t20") == .caret(.init(x: -5, y: 6, width: 0, height: 20)))
        #expect(AddonMessage(line: "seesText\t1") == .seesText(true))
        #expect(AddonMessage(line: "candidate\t2") == .candidate(2))
        #expect(AddonMessage(line: "focusOut") == .focusOut && AddonMessage(line: "reset") == .reset)
    }

    @Test func `The addon reports which of fcitx5's clients it serves`() {
        #expect(AddonMessage(line: "commits\tfocusOut") == .client(.fcitx5))
        #expect(AddonMessage(line: "commits\treset") == .client(.fcitx5Qt))
        #expect(AddonMessage(line: "commits\tnever") == .client(.fcitx5Silent))
    }

    @Test(
        arguments: [
            "", "\t", "focusIn", "focusIn\tx\ttext\twritten", "focusIn\t1\tpoem\twritten", "text\t-1\t0\ta", "text\t0\t0",
            "key\t1\t-1\t0\t0",
            "key\t1\t99999999999\t0\t0", "candidate\t-1", "caret\t1\t2\t3", "hello", "field\ttext",
        ])
    func `What is none, or lacks a part, is left out`(line: String) { #expect(AddonMessage(line: line) == nil) }

    @Test func `Random lines are taken for something or for nothing, and crash nothing`() {
        var random = SeededGenerator.printingSeed()
        let words = ["focusIn", "text", "key", "caret", "\t", "\t", "\t", "1", "-1", "9223372036854775808", "\\", "\u{0}", "é", "password"]
        for _ in 0..<20_000 {
            let line = (0..<Int.random(in: 0..<9, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }.joined()
            if let message = AddonMessage(line: line), case .text(let cursor, let anchor, _) = message {
                #expect(cursor >= 0 && anchor >= 0)
            }
            #expect(!AddonLine.parts(of: line).isEmpty)
        }
    }

    @Test func `Actions are lines; those for inkd are none`() {
        #expect(Composition.Action.delete(before: "é!", behind: "x").addonLine == ["delete", "2", "1"])
        #expect(Composition.Action.showCandidates(["a", "b"], selected: 1).addonLine == ["candidates", "1", "a", "b"])
        #expect(Composition.Action.press(.enter).addonLine == ["press", "65293", "0", "36"])
        #expect(Composition.Action.setPreedit("", stable: 0).addonLine == ["preedit", "", "clear"])
        #expect(Composition.Action.setPreedit("a", stable: 1, mode: .commit).addonLine == ["preedit", "a", "commit"])
        #expect(Composition.Action.call(.unfocus).addonLine == nil)
    }
}
