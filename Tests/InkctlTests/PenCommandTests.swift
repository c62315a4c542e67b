import ArgumentParser
import InkProtocol
import Testing

@testable import inkctl

@Suite("inkctl pen")
struct PenCommandTests {
    static func status(
        enabled: Bool = true, capture: TextInputInterface.Capture? = .automatic, captured: Bool = false, passing: Bool = false,
        locked: Bool = false, inputMethod: String? = "inkd", purpose: TextInputInterface.Purpose? = .text
    ) -> TextInputInterface.Status {
        .init(
            seat: "seat0", enabled: enabled, capture: capture, captured: captured, passing: passing, locked: locked,
            inputMethod: inputMethod, purpose: purpose)
    }

    @Test("a pen that writes is told of with a sentence for each fact")
    func writing() {
        #expect(
            PenFormatter(Self.status(captured: true, purpose: .email)).lines == [
                "The pen writes text: on.", "The input method inkd has seat0.", "The field that has the focus is for an e-mail address.",
                "The pen is inkd's alone: it writes, and does not point.", "The session is not locked.",
            ])
    }

    @Test("a pen that points is told of with the first reason why")
    func pointing() {
        func reason(_ status: TextInputInterface.Status) -> String { PenFormatter(status).captured }
        #expect(reason(Self.status(enabled: false, locked: true)) == "The pen points: the session is locked.")
        #expect(reason(Self.status(enabled: false)) == "The pen points: writing text is off.")
        #expect(
            reason(Self.status(capture: nil, inputMethod: nil, purpose: nil)) == "The pen points: no input method has a field to write in.")
        #expect(reason(Self.status(capture: .passive)) == "The pen points: inkd lets it point and write at the same time.")
        #expect(reason(Self.status(passing: true)) == "The pen points: its lower button was held, until it has been away once.")
        #expect(reason(Self.status(purpose: nil)) == "The pen points: no field has the focus.")
        #expect(reason(Self.status(purpose: .password)) == "The pen points: the field takes no ink.")
        #expect(reason(Self.status()) == "The pen points: it is captured when it has been away, or there is none.")
        #expect(
            reason(Self.status(capture: .exclusive, purpose: nil))
                == "The pen points: it is captured when it has been away, or there is none.")
    }

    @Test("nothing of a password is kept, and that is said", arguments: [TextInputInterface.Purpose.password, .none])
    func passwords(purpose: TextInputInterface.Purpose) {
        #expect(PenFormatter(Self.status(purpose: purpose)).field.hasSuffix("nothing is written into it, and nothing kept."))
    }

    @Test("turning it on says why nothing happens yet; turning it off says just that")
    func turning() {
        #expect(PenSwitchOptions.lines(Self.status(captured: true)) == ["The pen writes text: on."])
        #expect(
            PenSwitchOptions.lines(Self.status(purpose: nil)) == ["The pen writes text: on.", "The pen points: no field has the focus."])
        #expect(PenSwitchOptions.lines(Self.status(enabled: false)) == ["The pen writes text: off. `inkctl pen on` turns it on."])
    }

    @Test("what an input method calls itself cannot steer the terminal")
    func escaping() {
        #expect(PenFormatter(Self.status(inputMethod: "a\u{1b}[2J")).holder == "The input method a\\u{1b}[2J has seat0.")
    }

    @Test("--json and -q exclude each other")
    func validation() {
        #expect(throws: (any Error).self) { try PenStatusCommand.parse(["--json", "-q"]) }
        #expect(throws: (any Error).self) { try PenOnCommand.parse(["--json", "--quiet"]) }
    }
}
