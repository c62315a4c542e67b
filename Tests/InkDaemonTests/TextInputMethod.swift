import Editing
import Evdev
import Foundation
import Ink
import InkClient
import InkProtocol
import InkTestSupport
import ModelStore
import PenLog
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

/// An input method in two connections.
final class Method {
    let client: InkConnection
    let session: Int
    let status: TextInputInterface.Status
    private let stream: InkClient.Watch<TextInputInterface.Attach>

    init(_ daemon: RunningDaemon, name: String = "test") throws {
        client = try daemon.connect()
        stream = try daemon.connect().attachInputMethod(named: name)
        let present = try #require(try stream.next(timeout: .patience))
        session = try #require(present.session)
        status = try #require(present.status)
    }

    /// Makes a choice for the user, whose field it is.
    func switchOff(_ key: String, in daemon: RunningDaemon) throws {
        try daemon.onLoop { daemon in
            for session in daemon.parts.deviceRegistry.sessions.values {
                daemon.parts.owners.changeOwner(of: session, to: getuid())
            }
        }
        _ = try client.call(EditorInterface.SetConfiguration.self, .init(editor: nil, key: key, value: .init(flag: false)))
    }

    func focus(
        _ purpose: TextInputInterface.Purpose, language: String? = nil, before: String? = nil
    ) throws -> TextInputInterface.Status {
        try client.call(
            TextInputInterface.Focus.self,
            .init(session: session, purpose: purpose, language: language, preContext: before)
        ).status
    }

    func unfocus() throws -> TextInputInterface.Status {
        try client.call(TextInputInterface.Unfocus.self, .init(session: session)).status
    }

    func capture(_ capture: TextInputInterface.Capture) throws -> TextInputInterface.Status {
        try client.call(TextInputInterface.SetCapture.self, .init(session: session, capture: capture)).status
    }

    func take(_ reading: TextInputInterface.Reading, keep: Bool = false) throws {
        _ = try client.call(
            TextInputInterface.Take.self,
            .init(session: session, editor: reading.editor, strokes: reading.strokes, text: reading.text, keep: keep))
    }

    /// The events up to the next one of this kind that fits.
    func events(
        until change: TextInputInterface.Change, where fits: (TextInputInterface.Event) -> Bool = { _ in true }
    ) throws -> [TextInputInterface.Event] {
        var events: [TextInputInterface.Event] = []
        while let event = try stream.next(timeout: .patience) {
            events.append(event)
            if event.change == change, fits(event) { return events }
        }
        return events
    }

    /// The next event of this kind.
    func next(
        _ change: TextInputInterface.Change, where fits: (TextInputInterface.Event) -> Bool = { _ in true }
    ) throws -> TextInputInterface.Event? {
        while let event = try stream.next(timeout: .patience) {
            if event.change == change, fits(event) { return event }
        }
        return nil
    }
}
