internal import InkCorpus
internal import InkProtocol

/// Formats the state of text input by pen, in a sentence for each fact.
struct PenFormatter {
    /// The function of the pen that the user has chosen.
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
        enabled =
            switch status.mode {
            case _ where !status.enabled: "Handwriting is off. `inkctl pen on` turns it on."
            case .pointsAndWrites: "Handwriting is on: the pen writes in text fields and points elsewhere."
            case .writes: "Handwriting is on: the pen writes everywhere while a text field has the focus."
            // nil: this inkd does not report the mode
            case .points, nil: "Handwriting is on."
            }
        let seat = DisplayText.escaped(status.seat)
        holder =
            status.inputMethod.map { "Active input method: \(DisplayText.escaped($0)) (\(seat))." }
            ?? "No input method is active on \(seat), so no field is reported as focused. `inkctl doctor` checks the setup."
        field =
            status.purpose.map { purpose in
                purpose.takesInk
                    ? "The focused field is for \(Self.words(purpose))."
                    : "The focused field is for \(Self.words(purpose)): the pen does not write into it, and no ink is stored."
            } ?? "No text field has the focus."
        captured =
            status.captured
            ? status.mode == .pointsAndWrites
                ? "The pen is captured by inkd: it writes into the field."
                : "The pen is captured by inkd: it writes and does not control the pointer."
            : "The pen controls the pointer\(Self.reason(status))."
        locked = status.locked ? "The session is locked; the pen is released until you unlock it." : "The session is not locked."
    }

    /// Returns the reason why the pen is not captured, to follow "The pen controls the pointer".
    private static func reason(_ status: TextInputInterface.Status) -> String {
        if status.locked { return " because the session is locked" }
        if !status.enabled { return " because handwriting is off" }
        guard let holder = status.inputMethod, let capture = status.capture else { return " because no input method is active in a field" }
        if capture == .passive { return " and writes at the same time, as \(DisplayText.escaped(holder)) requests" }
        if status.passing { return " because its lower button was pressed, until it leaves the tablet" }
        if capture == .automatic {
            guard let purpose = status.purpose else { return " because no text field has the focus" }
            if !purpose.takesInk { return " because the field accepts no handwriting" }
        }
        return "; it will be captured the next time it leaves the tablet"
    }

    private static func words(_ purpose: TextInputInterface.Purpose) -> String {
        switch purpose {
        case .text: "text"
        case .name: "a name"
        case .email: "an e-mail address"
        case .url: "a web address"
        case .number: "a number"
        case .phone: "a telephone number"
        case .terminal: "a terminal"
        case .password: "a password"
        case .none: "no text"
        }
    }
}
