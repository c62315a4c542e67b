import Ink
import Testing

@testable import Synthesis

@Suite("Hands")
struct HandTests {
    /// The letters of English, German, French, Spanish, Italian, Portuguese, Dutch and Swedish.
    private static let letters = """
        abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ äöüßÄÖÜẞ àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ áéíñóúüÁÉÍÑÓÚÜ \
        àèéìíîòóùúÀÈÉÌÍÎÒÓÙÚ ãáâàçéêíóôõúÃÁÂÀÇÉÊÍÓÔÕÚ ëïéèöü åäöÅÄÖé øØšžčŠŽČ
        """
    private static let others = "0123456789 .,:;!?'\"“”‘’„‚«»‹›-–—…¿¡€%&()[]{}/+*=@#~_°§×÷<>"

    @Test("each has every letter of the eight languages, digits and marks", arguments: Hands.names)
    func complete(_ name: String) throws {
        let hand = try Hands.files.hand(named: name)
        #expect(hand.name == name && !hand.title.isEmpty)
        #expect(hand.missingCharacters(in: Self.letters + Self.others).isEmpty)
        #expect(hand.notice.contains("Hershey"), "the licence asks for it")
        #expect(hand.isJoined == (name != "print"))
    }

    @Test("are found by name, and no path is a name")
    func names() throws {
        #expect(Hands.files.names == Hands.names)
        for name in ["round", "../hands/print", ""] {
            #expect(throws: SynthesisError.noSuchHand(name, available: Hands.names)) { try Hands.files.hand(named: name) }
        }
    }

    @Test("what a hand lacks is named, once each, in the order of the text")
    func missing() throws {
        let error = #expect(throws: SynthesisError.self) { try Hands.write("a한b\u{7}字한") }
        #expect(error == .missingCharacters(["한", "\u{7}", "字"], hand: "print"))
        #expect(error?.description == "the hand \"print\" cannot write \"한\", U+7, \"字\": remove these characters, or choose another hand")
    }

    @Test("an accent stands over its letter, and hangs below a c; a dot gives way to it", arguments: Hands.names)
    func accents(_ name: String) throws {
        let hand = try Hands.files.hand(named: name)
        func form(_ character: Character) throws -> Hand.Glyph { try #require(hand.forms(of: character).first) }
        let (e, acute) = (try form("e"), try form("é"))
        #expect(acute.strokes.count == e.strokes.count + 1 && acute.advance == e.advance)
        let top = try #require(e.strokes.joined().map(\.y).min())
        let mark = try #require(acute.strokes.last)
        #expect(mark.allSatisfy { $0.y < top && (0...e.advance).contains($0.x) })
        #expect(try #require(try form("ç").strokes.last).allSatisfy { $0.y >= 0 })
        #expect(try form("ï").strokes.count == form("ı").strokes.count + 2)
        #expect(try form("i").strokes.count == form("ı").strokes.count + 1)
    }

    @Test("it does not matter how Unicode has an accent")
    func decomposed() throws {
        #expect(try Hands.write("e\u{301}") == Hands.write("\u{e9}"))
    }

    @Test(
        "a file that is none is refused with the reason",
        arguments: [
            ("[]", "JSON"), ("{\"format\":\"x\"}", "JSON"),
            (HandTests.file(format: "inkd-hand-9"), "inkd-hand-9"), (HandTests.file(xHeight: "0"), "xHeight"),
            (HandTests.file(strokes: "[[1,2,3]]"), "numbers"),
            (HandTests.file(strokes: "[]"), "numbers"), (HandTests.file(strokes: "[[1e300,2]]"), "numbers"),
            (HandTests.file(character: "ab"), "one character"),
        ])
    func damaged(_ text: String, _ reason: String) throws {
        let error = #expect(throws: SynthesisError.self) { try Hand(decoding: Array(text.utf8), path: "x.json") }
        #expect(error?.description.hasPrefix("x.json is not a hand: ") == true && error?.description.contains(reason) == true)
    }

    @Test("a file may leave out what has a default")
    func small() throws {
        let hand = try Hand(decoding: Array(Self.file().utf8), path: "x.json")
        #expect(hand.forms(of: "a") == [Hand.Glyph(advance: 10, strokes: [[Point(x: 1, y: 2)]])])
        let ink = try HandwritingSynthesizer(hand: hand).strokes(for: "a")
        #expect(ink.count == 1 && ink.first?.count == 1, "one point is a tap")
    }

    fileprivate static func file(
        format: String = "inkd-hand-1", xHeight: String = "10", strokes: String = "[[1,2]]", character: String = "a"
    ) -> String {
        """
        {"format": "\(format)", "name": "x", "xHeight": \(xHeight), "capHeight": 20, "descent": 5, "space": 5,
        "glyphs": {"\(character)": [{"advance": 10, "strokes": \(strokes)}]}}
        """
    }
}
