import ArgumentParser
import InkProtocol
import Testing

@testable import inkctl

@Suite("inkctl pen")
struct PenCommandTests {
    static func status(
        enabled: Bool = true, capture: TextInputInterface.Capture? = .automatic, captured: Bool = false, passing: Bool = false,
        locked: Bool = false, inputMethod: String? = "inkd", purpose: TextInputInterface.Purpose? = .text,
        mode: TextInputInterface.PenMode? = nil
    ) -> TextInputInterface.Status {
        .init(
            seat: "seat0", enabled: enabled, capture: capture, captured: captured, passing: passing, locked: locked,
            inputMethod: inputMethod, purpose: purpose, mode: mode)
    }

    @Test("a pen that writes is told of with a sentence for each fact")
    func writing() {
        #expect(
            PenFormatter(Self.status(captured: true, purpose: .email)).lines == [
                "Handwriting is on.", "Active input method: inkd (seat0).", "The focused field is for an e-mail address.",
                "The pen is captured by inkd: it writes and does not control the pointer.", "The session is not locked.",
            ])
    }

    @Test(
        "the function of the pen has a sentence",
        arguments: [
            (.pointsAndWrites, "Handwriting is on: the pen writes in text fields and points elsewhere."),
            (.writes, "Handwriting is on: the pen writes everywhere while a text field has the focus."),
            (.points, "Handwriting is off. `inkctl pen on` turns it on."),
        ] as [(TextInputInterface.PenMode, String)])
    func functions(mode: TextInputInterface.PenMode, sentence: String) {
        #expect(PenFormatter(Self.status(enabled: mode != .points, mode: mode)).enabled == sentence)
    }

    @Test("without a command the state is shown")
    func withoutCommand() throws {
        #expect(try PenCommand.parseAsRoot([]) is PenStatusCommand)
        #expect(try PenCommand.parseAsRoot(["points-and-writes", "-q"]) is PenBothCommand)
    }

    @Test("a pen that points is told of with the first reason why")
    func pointing() {
        func reason(_ status: TextInputInterface.Status) -> String { PenFormatter(status).captured }
        #expect(reason(Self.status(enabled: false, locked: true)) == "The pen controls the pointer because the session is locked.")
        #expect(reason(Self.status(enabled: false)) == "The pen controls the pointer because handwriting is off.")
        #expect(
            reason(Self.status(capture: nil, inputMethod: nil, purpose: nil))
                == "The pen controls the pointer because no input method is active in a field.")
        #expect(reason(Self.status(capture: .passive)) == "The pen controls the pointer and writes at the same time, as inkd requests.")
        #expect(
            reason(Self.status(passing: true))
                == "The pen controls the pointer because its lower button was pressed, until it leaves the tablet.")
        #expect(reason(Self.status(purpose: nil)) == "The pen controls the pointer because no text field has the focus.")
        #expect(reason(Self.status(purpose: .password)) == "The pen controls the pointer because the field accepts no handwriting.")
        #expect(reason(Self.status()) == "The pen controls the pointer; it will be captured the next time it leaves the tablet.")
        #expect(
            reason(Self.status(capture: .exclusive, purpose: nil))
                == "The pen controls the pointer; it will be captured the next time it leaves the tablet.")
    }

    @Test("nothing of a password is kept, and that is said", arguments: [TextInputInterface.Purpose.password, .none])
    func passwords(purpose: TextInputInterface.Purpose) {
        #expect(PenFormatter(Self.status(purpose: purpose)).field.hasSuffix("the pen does not write into it, and no ink is stored."))
    }

    @Test("turning it on says why nothing happens yet; turning it off says just that")
    func turning() {
        #expect(PenSwitchOptions.lines(Self.status(captured: true)) == ["Handwriting is on."])
        #expect(
            PenSwitchOptions.lines(Self.status(purpose: nil)) == [
                "Handwriting is on.", "The pen controls the pointer because no text field has the focus.",
            ])
        #expect(PenSwitchOptions.lines(Self.status(enabled: false)) == ["Handwriting is off. `inkctl pen on` turns it on."])
    }

    @Test("what an input method calls itself cannot steer the terminal")
    func escaping() {
        #expect(PenFormatter(Self.status(inputMethod: "a\u{1b}[2J")).holder == "Active input method: a\\u{1b}[2J (seat0).")
    }

    @Test("--json and -q exclude each other")
    func validation() {
        #expect(throws: (any Error).self) { try PenStatusCommand.parse(["--json", "-q"]) }
        #expect(throws: (any Error).self) { try PenOnCommand.parse(["--json", "--quiet"]) }
    }
}
