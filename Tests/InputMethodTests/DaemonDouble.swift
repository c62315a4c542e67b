import Glibc
import InkProtocol
import InkTestSupport
import Synchronization

/// Answers as inkd does on a socket of its own: attaches every client, takes all calls, and sends the events of a test.
final class DaemonDouble: Sendable {
    private let server: ScriptedServer
    private let notes: Notes

    /// Those of the calls that came.
    private final class Notes: Sendable {
        let calls = Mutex<[String]>([])
        let isHeld = Mutex(false)
    }

    private static let status = TextInputInterface.Status(
        seat: "seat0", enabled: true, captured: false, passing: false, locked: false, near: false)

    var path: String { server.path }
    /// The names of the called methods, with their relevant parameters.
    var calls: [String] { notes.calls.withLock { $0 } }

    init(path: String, languages: Set<String> = []) throws {
        let notes = Notes()
        self.notes = notes
        server = try ScriptedServer(path: path, connections: .max) { call in
            while notes.isHeld.withLock({ $0 }) { usleep(1000) }
            let (note, bytes) = try Self.answer(call, languages)
            notes.calls.withLock { $0.append(note) }
            return .init(bytes: call.oneway ? [] : bytes)
        }
    }

    deinit { server.close() }

    /// It answers nothing meanwhile, as by SIGSTOP.
    var isStopped: Bool {
        get { notes.isHeld.withLock { $0 } }
        set { notes.isHeld.withLock { $0 = newValue } }
    }

    /// Dies, as by `kill -9`.
    func kill() { server.close() }

    func tell(_ event: TextInputInterface.Event) throws {
        server.send(
            try Reply.encode(TextInputInterface.Attach.self, event, continues: true), toCallerOf: TextInputInterface.Attach.name)
    }

    /// A pen comes near, or leaves.
    func tellPen(isNear: Bool) throws {
        var status = Self.status
        status.near = isNear
        try tell(.init(sequence: 2, change: .status, status: status))
    }

    private static func answer(_ call: Call, _ languages: Set<String>) throws -> (note: String, bytes: [UInt8]) {
        let name = call.method.split(separator: ".").last.map(String.init) ?? ""
        switch call.method {
        case TextInputInterface.Attach.name:
            let event = TextInputInterface.Event(sequence: 1, change: .present, session: 7, status: status)
            return (name, try Reply.encode(TextInputInterface.Attach.self, event, continues: true))
        case TextInputInterface.Focus.name:
            let focus = try call.parameters(as: TextInputInterface.Focus.Parameters.self)
            let note = "\(name) \(focus.language ?? "-")"
            if let language = focus.language, !languages.contains(language) {
                return (note, try Reply.encode(TextInputInterface.UnknownLanguage(language: language)))
            }
            return (note, try Reply.encode(TextInputInterface.Focus.self, .init(status: status, field: 1)))
        case TextInputInterface.SetEnabled.name: return (name, try Reply.encode(TextInputInterface.SetEnabled.self, .init(status: status)))
        case TextInputInterface.ShowCandidates.name:
            return (name, try Reply.encode(TextInputInterface.ShowCandidates.self, .init(shown: true)))
        case TextInputInterface.Unfocus.name: return (name, try Reply.encode(TextInputInterface.Unfocus.self, .init(status: status)))
        case TextInputInterface.SetDisplayRotation.name:
            let rotation = try call.parameters(as: TextInputInterface.SetDisplayRotation.Parameters.self).rotation
            return ("\(name) \(rotation)", try Reply.encode(TextInputInterface.SetDisplayRotation.self, .init()))
        case TextInputInterface.Take.name:
            let text = try call.parameters(as: TextInputInterface.Take.Parameters.self).text
            return ("\(name) '\(text)'", try Reply.encode(TextInputInterface.Take.self, .init()))
        default: return (name, try Reply.encode(TextInputInterface.SetContext.self, .init()))
        }
    }
}
