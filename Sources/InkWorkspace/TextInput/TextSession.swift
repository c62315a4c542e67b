package import InkProtocol
internal import Recognition
internal import Synchronization

/// A field that has the focus.
package struct TextField: Sendable {
    /// The purpose that the input method has reported for the field.
    package let purpose: TextInputInterface.Purpose
    /// The tag of the requested language; nil for the daemon's language.
    let language: String?
    /// The part of the text before the caret that recognition uses.
    var preContext: String { didSet { preContext = Self.end(of: preContext) } }
    /// The number of the field. Every field has a different number.
    package let number: Int
    /// The position of the caret on the screen, if known.
    package var caret: TextInputInterface.Caret?

    /// Creates a field with the parameters of `Focus`.
    package init(_ parameters: TextInputInterface.Focus.Parameters, number: Int, caret: TextInputInterface.Caret?) {
        purpose = parameters.purpose
        language = parameters.language
        preContext = Self.end(of: parameters.preContext ?? "")
        self.number = number
        self.caret = caret
    }

    /// Returns the last graphemes of a text, as many as recognition uses. The number of scalars is limited, too, because a grapheme may
    /// have any number of combining marks.
    private static func end(of text: String) -> String {
        let scalars = text.unicodeScalars.suffix(10 * RecognitionHints.longestPreContext)
        return String(String(String.UnicodeScalarView(scalars)).suffix(RecognitionHints.longestPreContext))
    }
}

/// An input method's session, with the field that has the focus. The loop sets the field and removes it, workspaces update its content.
package final class TextSession: Sendable {
    /// The session's number, which is never reused.
    package let number: Int
    /// The user who runs the input method.
    package let user: UInt32
    /// The seat's name.
    package let seat: String
    private let state = Mutex<TextField?>(nil)

    init(number: Int, user: UInt32, seat: String) {
        self.number = number
        self.user = user
        self.seat = seat
    }

    /// The field that has the focus; nil if no field of the session has it.
    package var field: TextField? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// Changes the content of the field, if there is one.
    func updateField(_ change: (inout TextField) -> Void) {
        state.withLock { field in
            guard var changed = field else { return }
            change(&changed)
            field = changed
        }
    }
}

/// The sessions of all input methods, by number. Numbers are never reused.
package final class TextSessionDirectory: Sendable {
    private struct State {
        var lastNumber = 0
        var sessions: [Int: TextSession] = [:]
    }

    private let state = Mutex(State())

    /// Adds a session that begins.
    package func add(of user: UInt32, on seat: String) -> TextSession {
        state.withLock { state in
            state.lastNumber += 1
            let session = TextSession(number: state.lastNumber, user: user, seat: seat)
            state.sessions[session.number] = session
            return session
        }
    }

    /// Removes a session whose stream has ended.
    package func remove(_ session: TextSession) { state.withLock { $0.sessions[session.number] = nil } }

    /// Returns an input method's session of a user. Calls for the session arrive on a different connection than its stream. The user's
    /// login session need not be active; while it is inactive, the input method's session does not have the seat.
    /// - Throws: `NoSuchSession`
    func session(_ number: Int, of user: UInt32) throws(TextInputInterface.NoSuchSession) -> TextSession {
        guard let session = state.withLock({ $0.sessions[number] }), session.user == user else { throw .init(session: number) }
        return session
    }
}

extension TextInputInterface.Purpose {
    /// The recognition type of such a field.
    var recognitionType: RecognitionHints.RecognitionType {
        switch self {
        case .text, .name, .terminal, .password, .none: .text
        case .email: .email
        case .url: .perCharacter
        case .number, .phone: .number
        }
    }
}
