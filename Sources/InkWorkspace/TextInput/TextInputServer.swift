internal import Ink
internal import InkProtocol
internal import ModelStore

/// org.inkd.TextInput: handles calls about the ink and the text of a field, and forwards those about seats to the loop. Belongs to a
/// workspace.
///
/// If no user's session is active on the seat, the editors of pens may be in another user's workspace.
final class TextInputServer: TextInputService {
    private let shared: SharedState
    private let host: any InputMethods

    /// Maximum number of candidates that an input method may offer, and maximum length of each. Nine, because digit keys choose candidates.
    private static let (candidateLimit, candidateLength) = (9, 100)
    private static let messageLength = 300
    private static let nameLength = 100

    init(shared: SharedState, host: any InputMethods) {
        self.shared = shared
        self.host = host
    }

    /// Returns a session of the caller's user.
    /// - Throws: `NoSuchSession`
    private func session(_ number: Int, of caller: Caller) throws(TextInputInterface.NoSuchSession) -> TextSession {
        try shared.textSessions.session(number, of: caller.user)
    }

    // MARK: Text

    func setContext(
        _ parameters: TextInputInterface.SetContext.Parameters, for caller: Caller
    ) throws -> TextInputInterface.SetContext.Reply {
        let session = try session(parameters.session, of: caller)
        session.updateField { $0.preContext = parameters.preContext }
        shared.editors.useContext(of: session)
        return .init()
    }

    func setCaret(_ parameters: TextInputInterface.SetCaret.Parameters, for caller: Caller) throws -> TextInputInterface.SetCaret.Reply {
        let session = try session(parameters.session, of: caller)
        session.updateField { $0.caret = parameters.caret }
        host.sendText(.init(sequence: 0, change: .caret, caret: parameters.caret), to: .watchers(of: session), on: session.seat, of: nil)
        return .init()
    }

    func take(_ parameters: TextInputInterface.Take.Parameters, for caller: Caller) throws -> TextInputInterface.Take.Reply {
        let session = try session(parameters.session, of: caller)
        session.updateField { $0.preContext += parameters.text }
        let keepsInk = parameters.keep ?? false
        if let editor = shared.editors.textEditor(parameters.editor, on: session.seat) {
            editor.commit(parameters.text, strokes: parameters.strokes, of: session, keepsInk: keepsInk)
        }
        shared.editors.useContext(of: session)
        if !keepsInk { host.inkWasCommitted(of: session) }
        guard !parameters.text.isEmpty || keepsInk else { return .init() }
        let event = TextInputInterface.Event(
            sequence: 0, change: .taken, text: parameters.text, editor: parameters.editor, strokes: parameters.strokes)
        host.sendText(event, to: .watchers(of: session), on: session.seat, of: nil)
        return .init()
    }

    func correct(_ parameters: TextInputInterface.Correct.Parameters, for caller: Caller) throws -> TextInputInterface.Correct.Reply {
        let session = try session(parameters.session, of: caller)
        let editor = shared.editors.textEditor(parameters.editor, on: session.seat)
        editor?.correct(parameters.text, strokes: parameters.strokes, of: session)
        return .init()
    }

    func cancelStroke(
        _ parameters: TextInputInterface.CancelStroke.Parameters, for caller: Caller
    ) throws -> TextInputInterface.CancelStroke.Reply {
        let session = try session(parameters.session, of: caller)
        for editor in shared.editors.textEditors(on: session.seat) { editor.cancelStroke(of: session) }
        return .init()
    }

    // MARK: The field

    func focus(
        _ parameters: TextInputInterface.Focus.Parameters, for caller: Caller
    ) async throws -> TextInputInterface.Focus.Reply {
        let session = try session(parameters.session, of: caller)
        if let tag = parameters.language, !tag.isEmpty {
            guard (try? shared.models.catalog(of: caller.user).language(tag)) != nil else {
                throw TextInputInterface.UnknownLanguage(language: tag)
            }
        }
        let (status, field) = try await host.onSeats { try $0.focus(parameters, of: session) }
        return .init(status: status, field: field)
    }

    func unfocus(
        _ parameters: TextInputInterface.Unfocus.Parameters, for caller: Caller
    ) async throws -> TextInputInterface.Unfocus.Reply {
        let session = try session(parameters.session, of: caller)
        return .init(status: try await host.onSeats { try $0.unfocus(session) })
    }

    func setDisplayRotation(
        _ parameters: TextInputInterface.SetDisplayRotation.Parameters, for caller: Caller
    ) async throws -> TextInputInterface.SetDisplayRotation.Reply {
        let session = try session(parameters.session, of: caller)
        try await host.onSeats { try $0.setDisplayRotation(parameters.rotation, of: session) }
        return .init()
    }

    func setFields(
        _ parameters: TextInputInterface.SetFields.Parameters, for caller: Caller
    ) async throws -> TextInputInterface.SetFields.Reply {
        let session = try session(parameters.session, of: caller)
        let fields = try FieldMap(parameters)
        try await host.onSeats { try $0.setFields(fields, of: session) }
        return .init()
    }

    func showCandidates(
        _ parameters: TextInputInterface.ShowCandidates.Parameters, for caller: Caller
    ) async throws -> TextInputInterface.ShowCandidates.Reply {
        let candidates = parameters.candidates.prefix(Self.candidateLimit).map { String($0.prefix(Self.candidateLength)) }
        let event = TextInputInterface.Event(sequence: 0, change: .candidates, candidates: candidates, selected: parameters.selected)
        return .init(shown: try await display(event, session: parameters.session, for: caller))
    }

    func showMessage(
        _ parameters: TextInputInterface.ShowMessage.Parameters, for caller: Caller
    ) async throws -> TextInputInterface.ShowMessage.Reply {
        let event = TextInputInterface.Event(sequence: 0, change: .message, text: String(parameters.message.prefix(Self.messageLength)))
        return .init(shown: try await display(event, session: parameters.session, for: caller))
    }

    private func display(_ event: TextInputInterface.Event, session number: Int, for caller: Caller) async throws -> Bool {
        let session = try session(number, of: caller)
        return try await host.onSeats { try $0.display(event, of: session) }
    }

    // MARK: Seats

    func attach(
        _ parameters: TextInputInterface.Attach.Parameters, for caller: Caller, to stream: ReplyStream<TextInputInterface.Attach>
    ) async throws {
        let name = String(parameters.name.prefix(Self.nameLength))
        try await host.onSeats { try $0.attach(name, to: parameters.seat, for: caller) }
    }

    func watch(
        _ parameters: TextInputInterface.Watch.Parameters, for caller: Caller, to stream: ReplyStream<TextInputInterface.Watch>
    ) async throws {
        try await host.onSeats { try $0.watch(parameters.seat, isDisplay: parameters.display ?? false, for: caller) }
    }

    func setCapture(
        _ parameters: TextInputInterface.SetCapture.Parameters, for caller: Caller
    ) async throws -> TextInputInterface.SetCapture.Reply {
        let session = try session(parameters.session, of: caller)
        return .init(status: try await host.onSeats { try $0.setCapture(parameters.capture, of: session) })
    }

    func getStatus(
        _ parameters: TextInputInterface.GetStatus.Parameters, for caller: Caller
    ) async throws -> TextInputInterface.GetStatus.Reply {
        .init(status: try await host.onSeats { try $0.status(of: parameters.seat, for: caller) })
    }

    func setEnabled(
        _ parameters: TextInputInterface.SetEnabled.Parameters, for caller: Caller
    ) async throws -> TextInputInterface.SetEnabled.Reply {
        .init(status: try await host.onSeats { try $0.setEnabled(parameters.enabled, on: parameters.seat, for: caller) })
    }

    func setMode(_ parameters: TextInputInterface.SetMode.Parameters, for caller: Caller) async throws -> TextInputInterface.SetMode.Reply {
        let mode = PenMode(parameters.mode)
        return .init(status: try await host.onSeats { try $0.setMode(mode, on: parameters.seat, for: caller) })
    }

    func ask(_ parameters: TextInputInterface.Ask.Parameters, for caller: Caller) async throws -> TextInputInterface.Ask.Reply {
        .init(status: try await host.onSeats { try $0.ask(parameters.action, of: parameters.seat, for: caller) })
    }

    func choose(
        _ parameters: TextInputInterface.Choose.Parameters, for caller: Caller
    ) async throws -> TextInputInterface.Choose.Reply {
        .init(status: try await host.onSeats { try $0.choose(parameters.index, on: parameters.seat, for: caller) })
    }
}
