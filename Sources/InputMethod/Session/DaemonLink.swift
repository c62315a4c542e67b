import Glibc
import InkClient
import InkProtocol

/// The two connections to inkd: one that tells what happens, one for calls. Both or none.
final class DaemonLink {
    /// inkd answers at once; one that does not is as good as gone, and keys must not wait for it.
    private static let patience: Duration = .seconds(1)

    private let events: Watch<TextInputInterface.Attach>
    private let calls: InkConnection
    private(set) var session: Int?
    /// inkd's number of the field that has the focus.
    private var field: Int?

    init(name: String, socket: String?) throws(ClientError) {
        calls = try InkConnection(path: socket)
        events = try InkConnection(path: socket).attachInputMethod(named: name)
    }

    var fileDescriptor: Int32 { events.fileDescriptor }

    /// What has been told since, without waiting; nil when there is nothing more.
    func next() throws(ClientError) -> TextInputInterface.Event? {
        while let event = try events.nextIfAvailable() {
            if let session = event.session { self.session = session }
            // what was on its way when the focus changed is not for the field that has it now
            if event.field == nil || event.field == field { return event }
        }
        if events.isFinished { throw .connectionLost(errno: 0) }
        return nil
    }

    func perform(_ call: Composition.DaemonCall) throws(ClientError) {
        guard let session else { return }
        switch call {
        case .focus(let purpose, let language, let context):
            let focus = TextInputInterface.Focus.Parameters(session: session, purpose: purpose, language: language, preContext: context)
            field = try send(TextInputInterface.Focus.self, focus).field
        case .unfocus:
            field = nil
            try send(TextInputInterface.Unfocus.self, .init(session: session))
        case .setContext(let context): try send(TextInputInterface.SetContext.self, .init(session: session, preContext: context))
        case .take(let editor, let strokes, let text):
            try send(TextInputInterface.Take.self, .init(session: session, editor: editor, strokes: strokes, text: text))
        }
    }

    func setCaret(_ caret: TextInputInterface.Caret) throws(ClientError) {
        guard let session else { return }
        try send(TextInputInterface.SetCaret.self, .init(session: session, caret: caret))
    }

    func setPen(enabled: Bool?) throws(ClientError) { try send(TextInputInterface.SetEnabled.self, .init(enabled: enabled)) }

    @discardableResult
    private func send<Method: VarlinkMethod>(_ method: Method.Type, _ parameters: Method.Parameters) throws(ClientError) -> Method.Reply {
        try calls.call(method, parameters, timeout: Self.patience)
    }
}
