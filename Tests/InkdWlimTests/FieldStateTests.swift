import InkProtocol
import InputMethod
import Testing

@testable import inkd_wlim

@Suite("The field that has the focus")
struct FieldStateTests {
    private var field = FieldState()

    /// The composition's inputs after some events and `done`.
    private mutating func tell(_ events: FieldEvent...) -> [String] {
        var inputs: [Composition.Input] = []
        for event in events { inputs += field.take(event) }
        return (inputs + field.take(.done)).map { "\($0)" }
    }

    private func focusIn(_ purpose: TextInputInterface.Purpose) -> String { "\(Composition.Input.focusIn(purpose))" }
    private func text(_ text: String, _ cursor: Int, _ anchor: Int) -> String {
        "\(Composition.Input.surroundingText(text, cursor: cursor, anchor: anchor))"
    }

    @Test("nothing holds before all is told")
    mutating func doubleBuffered() {
        #expect(field.take(.activate).isEmpty && field.take(.content(hint: 0, purpose: 6)).isEmpty)
        #expect(!field.isActive)
        #expect(tell() == [focusIn(.email)])
        #expect(field.isActive && field.serial == 1)
    }

    @Test("the focus comes with its text, and goes")
    mutating func focus() {
        #expect(tell(.activate, .surrounding(Array("né x".utf8), cursor: 3, anchor: 4)) == [focusIn(.text), text("né x", 2, 3)])
        #expect(tell(.deactivate) == ["\(Composition.Input.focusOut)"])
        #expect(!field.isActive && tell(.deactivate).isEmpty)
        #expect(tell(.surrounding(Array("a".utf8), cursor: 1, anchor: 1)).isEmpty)
        #expect(field.serial == 4)
    }

    @Test("one field after the other is another field, whatever was told of the one before")
    mutating func nextField() {
        _ = tell(.activate, .content(hint: 0, purpose: 3), .surrounding(Array("old".utf8), cursor: 3, anchor: 3))
        #expect(tell(.content(hint: 0, purpose: 6), .deactivate, .activate) == [focusIn(.text)])
    }

    @Test("a click into the field that has the focus ends what is pending and changes nothing else")
    mutating func again() {
        let told = FieldEvent.surrounding(Array("we".utf8), cursor: 2, anchor: 2)
        _ = tell(.activate, .content(hint: 0, purpose: 6), told)
        #expect(tell(.activate, .content(hint: 0, purpose: 6), told) == ["\(Composition.Input.reset)", text("we", 2, 2)])
        #expect(tell(.activate, told) == ["\(Composition.Input.reset)", text("we", 2, 2)])
        #expect(field.isActive && field.serial == 3)
    }

    @Test("another text or purpose is another field, though nobody said that the one before lost the focus")
    mutating func silentChange() {
        _ = tell(.activate, .surrounding(Array("we".utf8), cursor: 2, anchor: 2))
        #expect(tell(.activate, .surrounding([], cursor: 0, anchor: 0)) == [focusIn(.text), text("", 0, 0)])
        #expect(tell(.activate, .content(hint: 0, purpose: 3)) == [focusIn(.number)])
    }

    @Test("a password field that gets the focus again stays one until the focus has gone")
    mutating func passwordAgain() {
        _ = tell(.activate, .content(hint: 0x40, purpose: 8), .surrounding([], cursor: 0, anchor: 0))
        #expect(tell(.activate, .surrounding([], cursor: 0, anchor: 0)) == ["\(Composition.Input.reset)", text("", 0, 0)])
        #expect(tell(.activate, .surrounding(Array("••".utf8), cursor: 6, anchor: 6)) == [focusIn(.password), text("••", 2, 2)])
        #expect(tell(.deactivate, .activate) == [focusIn(.text)])
    }

    @Test("what is hidden is a password, whatever it says it is for")
    mutating func passwords() {
        #expect(tell(.activate, .content(hint: 0x40, purpose: 0)) == [focusIn(.password)])
        #expect(TextInputInterface.Purpose(hint: 0, purpose: 8) == .password)
        #expect(TextInputInterface.Purpose(hint: 0, purpose: 9) == .password)
        #expect(TextInputInterface.Purpose(hint: 0xFFFF_FFFF, purpose: 0xFFFF_FFFF) == .password)
        #expect(TextInputInterface.Purpose(hint: 0x80, purpose: 99) == .text)
    }

    @Test("a purpose that is told again is no news, another one is")
    mutating func purposes() {
        _ = tell(.activate, .content(hint: 0, purpose: 0))
        #expect(tell(.content(hint: 1, purpose: 0)).isEmpty)
        #expect(tell(.content(hint: 0, purpose: 8)) == ["\(Composition.Input.purpose(.password))"])
    }

    @Test("a text that the application changed resets, one that follows a commit does not")
    mutating func cause() {
        _ = tell(.activate, .surrounding([], cursor: 0, anchor: 0))
        #expect(tell(.surrounding(Array("we".utf8), cursor: 2, anchor: 2), .cause(isOther: false)) == [text("we", 2, 2)])
        #expect(tell(.surrounding(Array("we".utf8), cursor: 2, anchor: 2), .cause(isOther: true)) == [text("we", 2, 2)])
        #expect(
            tell(.surrounding(Array("we".utf8), cursor: 0, anchor: 0), .cause(isOther: true))
                == ["\(Composition.Input.reset)", text("we", 0, 0)])
        #expect(tell(.surrounding(Array("we".utf8), cursor: 1, anchor: 1)) == [text("we", 1, 1)])
    }

    @Test("a text that is no text, or a caret that is nowhere in it, is not taken for one")
    mutating func badText() {
        _ = tell(.activate)
        #expect(tell(.surrounding([0xFF, 0x41], cursor: 1, anchor: 1)).isEmpty)
        #expect(tell(.surrounding(Array("é".utf8), cursor: 1, anchor: 2)).isEmpty)
        #expect(tell(.surrounding(Array("é".utf8), cursor: .max, anchor: 2)).isEmpty)
        #expect(tell(.surrounding(Array("é".utf8), cursor: 2, anchor: 0)) == [text("é", 1, 0)])
    }
}
