internal import InkCorpus
internal import InkProtocol

/// Formats the state of text input by pen, in a sentence for each fact.
struct PenFormatter {
    /// The state of the user's switch.
    let enabled: String
    /// The input method of the seat.
    let holder: String
    /// The focused field.
    let field: String
    /// The capture of the pen, with the reason.
    let captured: String
    /// The lock state of the session.
    let locked: String

    /// All sentences.
    var lines: [String] { [enabled, holder, field, captured, locked] }

    init(_ status: TextInputInterface.Status) {
        enabled = status.enabled ? "The pen writes text: on." : "The pen writes text: off. `inkctl pen on` turns it on."
        let seat = DisplayText.escaped(status.seat)
        holder =
            status.inputMethod.map { "The input method \(DisplayText.escaped($0)) has \(seat)." }
            ?? "No input method has \(seat): none reports a field with the focus. `inkctl doctor` checks what is set up."
        field =
            status.purpose.map { purpose in
                purpose.takesInk
                    ? "The field that has the focus is for \(Self.words(purpose))."
                    : "The field that has the focus is for \(Self.words(purpose)): nothing is written into it, and nothing kept."
            } ?? "No field has the focus."
        captured = status.captured ? "The pen is inkd's alone: it writes, and does not point." : "The pen points: \(Self.reason(status))."
        locked = status.locked ? "The session is locked: the pen is let go until it is unlocked." : "The session is not locked."
    }

    /// Returns the reason why the pen is not captured.
    private static func reason(_ status: TextInputInterface.Status) -> String {
        if status.locked { return "the session is locked" }
        if !status.enabled { return "writing text is off" }
        guard let holder = status.inputMethod, let capture = status.capture else { return "no input method has a field to write in" }
        if capture == .passive { return "\(DisplayText.escaped(holder)) lets it point and write at the same time" }
        if status.passing { return "its lower button was held, until it has been away once" }
        if capture == .automatic {
            guard let purpose = status.purpose else { return "no field has the focus" }
            if !purpose.takesInk { return "the field takes no ink" }
        }
        return "it is captured when it has been away, or there is none"
    }

    private static func words(_ purpose: TextInputInterface.Purpose) -> String {
        switch purpose {
        case .text: "text"
        case .name: "a name"
        case .email: "an e-mail address"
        case .url: "an address in the web"
        case .number: "a number"
        case .phone: "a telephone number"
        case .terminal: "a terminal"
        case .password: "a password"
        case .none: "nothing that is written"
        }
    }
}
