import Ink
import InkProtocol
import Testing

@testable import inkd_overlay

@Suite("What the overlay shows")
struct OverlayStateTests {
    private var state = OverlayState()

    init() {
        state.take(.tablet())
        state.take(.status(purpose: .text), at: .zero)
    }

    @Test("nothing while nothing is written, then ink, then text and candidates")
    mutating func writing() throws {
        #expect(state.scene(at: .zero) == nil)
        state.draw(at: .seconds(1))
        let ink = try #require(state.scene(at: .seconds(1)))
        #expect(ink.strokes.count == 1 && ink.strokes[0].trace.points.count == 3 && ink.opacity == 1)
        #expect(ink.surface == Surface(width: 200, height: 120) && ink.text.isEmpty)
        state.take(.reading(" hello", candidates: ["hello", "hallo", "help", "hell", "hull", "halo"]), at: .seconds(2))
        let text = try #require(state.scene(at: .seconds(2)))
        #expect(text.text == "hello" && text.candidates == ["hello", "hallo", "help", "hell", "hull"])
    }

    @Test("text that was taken fades with its ink within 400 ms")
    mutating func taken() throws {
        state.draw(at: .seconds(1))
        state.take(.reading("hello"), at: .seconds(2))
        state.take(.taken("hello"), at: .seconds(3))
        let half = try #require(state.scene(at: .seconds(3) + Fade.length / 2))
        #expect(half.opacity == 0.5 && half.text == "hello" && half.strokes.count == 1)
        #expect(state.nextChange(after: .seconds(3), frame: .milliseconds(8)) == .seconds(3) + .milliseconds(8))
        state.advance(to: .milliseconds(3400))
        #expect(state.scene(at: .milliseconds(3400)) == nil)
        #expect(state.nextChange(after: .milliseconds(3400), frame: .milliseconds(8)) == nil)
    }

    @Test("candidates of a word that was tapped are where the pen touched, unless the place of the caret is known")
    mutating func tapped() throws {
        state.touch = Point(x: 300, y: 200)
        state.take(.candidates(["hello", "hallo"], selected: 0), at: .seconds(2))
        let tapped = try #require(state.scene(at: .seconds(2)))
        #expect(tapped.text == "hello" && tapped.caret == .init(x: 300, y: 184, width: 0, height: 32))
        state.take(.reading(" we", candidates: ["we", "me"]), at: .seconds(2))
        #expect(state.scene(at: .seconds(2))?.caret == nil)
        state.take(.reading(""), at: .seconds(2))
        let caret = TextInputInterface.Caret(x: 10, y: 20, width: 1, height: 15)
        state.take(.init(sequence: 1, change: .caret, caret: caret), at: .seconds(2))
        #expect(state.scene(at: .seconds(2))?.caret == caret)
        state.lose()
        #expect(state.touch == nil)
    }

    @Test("candidates of an input method stay with their keys' numbers while one can choose")
    mutating func choosing() throws {
        state.draw(at: .seconds(1))
        state.take(.reading("hello", candidates: ["hello", "hallo"]), at: .seconds(2))
        state.take(.candidates(["hello", "hallo", "help"], selected: 0), at: .seconds(2))
        let pending = try #require(state.scene(at: .seconds(2)))
        #expect(pending.text == "hello" && pending.candidates == ["1 hello", "2 hallo", "3 help"] && pending.selected == 0)
        state.take(.taken("hello"), at: .seconds(3))
        state.advance(to: .seconds(4))
        state.take(.candidates(["hello", "hallo", "help"], selected: 1), at: .seconds(4))
        let chosen = try #require(state.scene(at: .seconds(4)))
        #expect(chosen.text == "hallo" && chosen.selected == 1 && chosen.strokes.isEmpty && chosen.opacity == 1)
        #expect(state.nextChange(after: .seconds(4), frame: .milliseconds(8)) == nil)
        state.take(.candidates([], selected: 0), at: .seconds(5))
        #expect(state.scene(at: .seconds(5)) == nil)
        // nor does anything stay when the field goes
        state.take(.candidates(["hello", "hallo"], selected: 0), at: .seconds(6))
        state.take(.status(purpose: nil), at: .seconds(6))
        #expect(state.scene(at: .seconds(6)) == nil)
    }

    @Test("what the input method says stays until it says nothing more, and what is written goes before it")
    mutating func message() throws {
        state.take(.message("It came into no field."), at: .zero)
        #expect(state.scene(at: .zero)?.message == "It came into no field.")
        state.draw(at: .seconds(1))
        state.take(.reading("hello"), at: .seconds(1))
        #expect(state.scene(at: .seconds(1))?.text == "hello" && state.scene(at: .seconds(1))?.message == "")
        state.take(.taken("hello"), at: .seconds(2))
        #expect(state.scene(at: .seconds(2))?.message == "It came into no field.")
        state.advance(to: .seconds(3))
        state.take(.message(""), at: .seconds(3))
        #expect(state.scene(at: .seconds(3)) == nil)
    }

    @Test("what is written while the word before is taken stays")
    mutating func overlapping() throws {
        state.draw(at: .seconds(1))
        state.take(.reading("one"), at: .seconds(2))
        state.draw(phases: [.down, .move], at: .seconds(3))
        state.take(.taken("one"), at: .seconds(3))
        state.advance(to: .seconds(4))
        let scene = try #require(state.scene(at: .seconds(4)))
        #expect(scene.strokes.count == 1 && scene.opacity == 1 && scene.text.isEmpty && scene.strokes[0].trace.isOpen)
    }

    @Test("of two lines that are pending, the one that is taken goes with as many strokes as it has")
    mutating func twoLines() throws {
        state.draw(at: .seconds(1))
        state.take(.reading("one", line: 1), at: .seconds(1))
        state.draw(at: .seconds(2))
        state.take(.reading("two", line: 2), at: .seconds(2))
        #expect(state.scene(at: .seconds(2))?.text == "one two")
        state.take(.taken("one"), at: .seconds(3))
        state.advance(to: .seconds(4))
        let scene = try #require(state.scene(at: .seconds(4)))
        #expect(scene.text == "two" && scene.strokes.count == 1)
    }

    @Test("of a line that goes on from what is in the field, only the rest is shown")
    mutating func goingOn() throws {
        state.draw(at: .seconds(1))
        state.take(.reading("one", line: 1), at: .seconds(1))
        state.take(.taken("one"), at: .seconds(2))
        state.draw(at: .seconds(3))
        var both = TextInputInterface.Event.reading("one", line: 1)
        both.reading?.text = "one two"
        both.reading?.words.append(.init(text: "two", candidates: ["two"], strokes: [2]))
        both.reading?.strokes = [1, 2]
        state.take(both, at: .seconds(3))
        #expect(state.scene(at: .seconds(3))?.text == "two")
        state.take(.taken(" two", strokes: [2]), at: .seconds(4))
        state.advance(to: .seconds(5))
        #expect(state.scene(at: .seconds(5)) == nil)
    }

    @Test("ink that was erased goes")
    mutating func erased() {
        state.draw(at: .seconds(1))
        state.take(.reading("one"), at: .seconds(2))
        state.take(.reading(""), at: .seconds(3))
        state.advance(to: .seconds(4))
        #expect(state.scene(at: .seconds(4)) == nil)
    }

    @Test("ink that nobody reads goes after three seconds")
    mutating func unread() {
        state.draw(at: .seconds(1))
        #expect(state.nextChange(after: .seconds(1), frame: .milliseconds(8)) == .seconds(4))
        state.advance(to: .seconds(4))
        #expect(state.scene(at: .seconds(4)) != nil)
        state.advance(to: .seconds(5))
        #expect(state.scene(at: .seconds(5)) == nil)
    }

    @Test("a stroke that the pen was lifted out of is void, and nothing is drawn across a gap")
    mutating func cancelled() throws {
        state.draw(phases: [.down, .move, .cancel], at: .seconds(1))
        #expect(state.scene(at: .seconds(1)) == nil)
        state.draw(phases: [.down, .move], at: .seconds(1))
        state.draw(phases: [.move], gap: true, at: .seconds(1))
        #expect(state.scene(at: .seconds(1))?.strokes.count == 2)
    }
}

@Suite("What the overlay never shows")
struct OverlaySecrecyTests {
    @Test(
        "ink over what takes none",
        arguments: [
            TextInputInterface.Event.status(purpose: .password), .status(purpose: TextInputInterface.Purpose.none), .status(purpose: nil),
            .status(purpose: .text, enabled: false), .status(purpose: .text, locked: true), .status(purpose: .text, captured: false),
            .status(purpose: .text, passing: true),
        ])
    func notForText(status: TextInputInterface.Event) {
        var state = OverlayState()
        state.take(.tablet())
        state.take(status, at: .zero)
        state.draw(at: .seconds(1))
        #expect(state.scene(at: .seconds(1)) == nil && state.strokes.isEmpty && state.pen == nil)
    }

    @Test(
        "what was pending when a password gets the focus, not even fading",
        arguments: [TextInputInterface.Capture.automatic, .exclusive, .passive])
    func forgets(capture: TextInputInterface.Capture) {
        var state = OverlayState()
        state.take(.tablet())
        state.take(.status(purpose: .text, capture: capture), at: .zero)
        state.draw(at: .seconds(1))
        state.take(.reading("secret"), at: .seconds(2))
        state.take(.taken("secret"), at: .seconds(2))
        state.take(.status(purpose: .password, capture: capture), at: .seconds(2))
        #expect(state.scene(at: .seconds(2)) == nil && state.strokes.isEmpty && state.readings.isEmpty)
    }

    @Test("anything once the daemon has gone")
    func lost() {
        var state = OverlayState()
        state.take(.tablet())
        state.take(.status(purpose: .text), at: .zero)
        state.draw(at: .seconds(1))
        state.lose()
        state.draw(at: .seconds(1))
        #expect(state.scene(at: .seconds(1)) == nil)
    }

    @Test("more than so many strokes, and points that are no numbers")
    func bounded() {
        var state = OverlayState()
        state.take(.tablet())
        state.take(.status(purpose: .text), at: .zero)
        for _ in 0..<OverlayState.limit + 50 { state.draw(at: .seconds(1)) }
        #expect(state.strokes.count == OverlayState.limit)
        state.draw(phases: [.down], x: .nan, at: .seconds(1))
        #expect(state.strokes.last?.points.isEmpty == true)
    }
}
