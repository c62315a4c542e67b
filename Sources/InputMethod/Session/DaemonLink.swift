internal import InkClient
internal import InkProtocol

/// The two connections to inkd: one for events, one for calls. Both always exist together. Nothing here blocks.
final class DaemonLink {
    /// The timeout of a call. If an answer takes longer, inkd counts as stopped.
    static let patience: Duration = .seconds(5)

    private let events: Watch<TextInputInterface.Attach>
    private let calls: CallQueue
    /// The session's number; nil until the session is attached.
    private(set) var session: Int?
    /// inkd's number of the focused field.
    private var field: Int?
    /// The number of calls that changed the focus, and the number of focus calls without an answer.
    private var (focusChanges, pendingFocuses) = (0, 0)
    /// Events that wait until the field to which they belong is known.
    private var heldEvents: [TextInputInterface.Event] = []
    /// The error that ended the session.
    private var failure: ClientError?
    /// Called with each refusal of a call, except for an unknown language.
    private let onRefusal: (ClientError) -> Void
    /// Called with each language that inkd does not support.
    private let onUnknownLanguage: (String) -> Void

    init(
        name: String, socket: String?, onRefusal: @escaping (ClientError) -> Void, onUnknownLanguage: @escaping (String) -> Void
    ) throws(ClientError) {
        calls = CallQueue(try InkConnection(path: socket, waits: false))
        events = try InkConnection(path: socket, waits: false).attachInputMethod(named: name)
        (self.onRefusal, self.onUnknownLanguage) = (onRefusal, onUnknownLanguage)
    }

    /// The file descriptors to wait for with `poll`.
    var fileDescriptors: [Int32] { [events.fileDescriptor, calls.fileDescriptor] }

    /// The deadline for inkd's answer.
    var deadline: Duration? { calls.waitingSince.map { $0 + Self.patience } }

    /// Returns the next event without waiting; nil when there are no more.
    ///
    /// - Throws: The error that ended the session; `timedOut` if an answer is overdue.
    func next(at now: Duration) throws(ClientError) -> TextInputInterface.Event? {
        try calls.takeReplies()
        if let failure { throw failure }
        if let deadline, deadline <= now { throw .timedOut }
        while let event = try events.nextIfAvailable() {
            if let session = event.session { self.session = session }
            heldEvents.append(event)
        }
        while pendingFocuses == 0, !heldEvents.isEmpty {
            let event = heldEvents.removeFirst()
            // events in transit during a focus change are not for the current field; late readings specify their field
            if event.field == nil || event.field == field || event.change == .lateReading { return event }
        }
        if events.isFinished { throw .connectionLost(errno: 0) }
        return nil
    }

    func perform(_ call: Composition.DaemonCall, at now: Duration) throws(ClientError) {
        guard let session else { return }
        switch call {
        case .focus(let purpose, let language, let context): try focus(purpose, language, context, of: session, at: now)
        case .unfocus:
            focusChanges += 1
            field = nil
            try send(TextInputInterface.Unfocus.self, .init(session: session), at: now)
        case .setContext(let context):
            try calls.sendOneway(TextInputInterface.SetContext.self, .init(session: session, preContext: context))
        case .take(let editor, let strokes, let text, let keep):
            let parameters = TextInputInterface.Take.Parameters(session: session, editor: editor, strokes: strokes, text: text, keep: keep)
            try calls.sendOneway(TextInputInterface.Take.self, parameters)
        case .correct(let editor, let strokes, let text):
            try send(TextInputInterface.Correct.self, .init(session: session, editor: editor, strokes: strokes, text: text), at: now)
        case .cancelStroke: try send(TextInputInterface.CancelStroke.self, .init(session: session), at: now)
        }
    }

    private func focus(
        _ purpose: TextInputInterface.Purpose, _ language: String?, _ context: String?, of session: Int, at now: Duration
    ) throws(ClientError) {
        focusChanges += 1
        pendingFocuses += 1
        let change = focusChanges
        let focus = TextInputInterface.Focus.Parameters(session: session, purpose: purpose, language: language, preContext: context)
        try calls.send(TextInputInterface.Focus.self, focus, at: now) { [weak self] result in
            guard let self else { return }
            pendingFocuses -= 1
            switch result {
            // another field may have the focus by now
            case .success(let reply): if change == focusChanges { field = reply.field }
            case .failure(let error):
                guard let refusal = error.refusal(as: TextInputInterface.UnknownLanguage.self) else { return refused(error) }
                onUnknownLanguage(refusal.language)
            }
        }
    }

    func setCaret(_ caret: TextInputInterface.Caret) throws(ClientError) {
        guard let session else { return }
        try calls.sendOneway(TextInputInterface.SetCaret.self, .init(session: session, caret: caret))
    }

    func setFields(
        _ fields: [TextInputInterface.Field], tablets: [TextInputInterface.TabletMapping], application: String?
    ) throws(ClientError) {
        guard let session else { return }
        try calls.sendOneway(
            TextInputInterface.SetFields.self, .init(session: session, fields: fields, tablets: tablets, application: application))
    }

    /// - Parameter answer: Receives whether a client displays the candidates.
    func showCandidates(
        _ candidates: [String], selected: Int, at now: Duration, answer: @escaping (Bool) -> Void
    ) throws(ClientError) {
        guard let session else { return answer(false) }
        let parameters = TextInputInterface.ShowCandidates.Parameters(session: session, candidates: candidates, selected: selected)
        try send(TextInputInterface.ShowCandidates.self, parameters, at: now) { answer($0.shown) }
    }

    func showMessage(_ message: String, at now: Duration) throws(ClientError) {
        guard let session else { return }
        try send(TextInputInterface.ShowMessage.self, .init(session: session, message: message), at: now)
    }

    /// Calls any method. - Parameter answer: Receives the reply, unless inkd refuses or disconnects.
    func send<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, at now: Duration, answer: @escaping (Method.Reply) -> Void = { _ in }
    ) throws(ClientError) {
        try calls.send(method, parameters, at: now) { [weak self] result in
            switch result {
            case .success(let reply): answer(reply)
            case .failure(let error): self?.refused(error)
            }
        }
    }

    /// Handles a refusal of a call, or an unreadable answer.
    private func refused(_ error: ClientError) {
        if case .refused(let name, _) = error, name != TextInputInterface.NoSuchSession.name { return onRefusal(error) }
        failure = failure ?? error
    }
}
