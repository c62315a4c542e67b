internal import Evdev
internal import Ink
internal import InkProtocol
internal import Logging
internal import Tablet

/// The editors that pens write into, and whose they are: those of the user whose session is active on the pen's seat. Loop thread only.
final class PenEditors {
    private unowned let hubs: Hubs

    init(_ hubs: Hubs) { self.hubs = hubs }

    // MARK: Making

    /// Makes an editor for a pen, in the workspace of the user whose session is active on its seat.
    func add(for session: DeviceSession, isText: Bool) -> EditorHandle? {
        guard let workspace = workspace(for: session.service.owner) else { return nil }
        let identity = session.identity
        // most tablets are about as wide as a page; only rounding and nearness hang on it
        let span = session.geometry.isUnitless ? session.description.axes[Axis.x]?.span : nil
        let origin = DeviceOrigin(
            device: session.id, seat: identity.seat, hardware: identity.hardware, isReplay: identity.isReplay, isText: isText,
            unitsPerMillimetre: span.map { max(1, Double($0) / Self.guessedWidth) })
        let handle = hubs.shared.editors.add(
            named: { isText ? "text\($0.value)" : "pen\(session.id.value)" }, origin: origin, owner: session.service.owner, in: workspace)
        guard let handle else { return nil }
        let clock = session.clock
        workspace.post { $0.devices.add(handle, clock: clock) }
        return handle
    }

    /// Millimetres.
    private static let guessedWidth = 200.0

    private func workspace(for owner: UInt32?) -> Workspace? {
        do {
            return try hubs.clients.workspaces.workspace(of: owner ?? hubs.ownUser)
        } catch {
            hubs.shared.notices.log(.error, about: .daemon, "what a pen writes is not read: \(error)")
            return nil
        }
    }

    // MARK: Owners

    /// Whether a device's editor is in the workspace.
    func uses(_ workspace: Workspace) -> Bool {
        hubs.devices.sessions.values.contains { $0.editor?.workspace === workspace || $0.textEditor?.workspace === workspace }
    }

    /// Another user may have a session on a seat.
    func ownersChanged() {
        for session in hubs.devices.sessions.values {
            guard let owner = hubs.shared.access.owner(of: session.identity.seat), owner != session.service.owner else { continue }
            changeOwner(of: session, to: owner)
        }
    }

    /// Gives a device to a user. What another wrote before is not for this one.
    func changeOwner(of session: DeviceSession, to owner: UInt32) {
        let isFirst = session.service.owner == nil
        if !isFirst {
            voidStroke(of: session)
            if let editor = session.editor { publishPause(.inactive, of: editor) }
        }
        session.service.owner = owner
        for editor in [session.editor, session.textEditor].compactMap({ $0 }) {
            move(editor, to: owner, keepingInk: isFirst, clock: session.clock)
        }
    }

    private func move(_ editor: EditorHandle, to owner: UInt32, keepingInk: Bool, clock: ReplayClock) {
        guard let workspace = workspace(for: owner) else { return }
        let old = editor.workspace
        guard old !== workspace else {
            editor.move(to: workspace, owner: owner)
            return editor.perform { workspace, editor in
                if keepingInk { workspace.devices.adopt(editor) } else { workspace.devices.forget(editor) }
            }
        }
        editor.perform { $0.editors.handOver($1) }
        editor.move(to: workspace, owner: owner)
        // not before the old one has let go
        old.post { _ in workspace.post { $0.devices.add(editor, clock: clock, isMoved: true) } }
    }

    /// Has a device's editor begin anew, and voids what is in progress.
    func forgetInk(of session: DeviceSession) {
        voidStroke(of: session)
        session.editor?.perform { $0.devices.forget($1) }
    }

    /// Cancels what is in progress.
    func voidStroke(of session: DeviceSession) {
        session.disconnect(at: session.clock.deviceTime(atLoop: hubs.loop.now))
        hubs.devices.deliverEvents(of: session)
    }

    /// Tells those who watch a pen's editor why the pen is not read, or that it is again.
    func publishPause(_ pause: EditorInterface.Pause?, of editor: EditorHandle) {
        guard editor.pause != pause else { return }
        editor.pause = pause
        // whose it was when it was closed may know, too
        let owner = editor.owner
        editor.perform { $0.editors.publishPause(pause, of: $1, alsoTo: owner) }
    }

    // MARK: Reading

    /// Everything that pens wrote has been read.
    var areIdle: Bool { hubs.devices.sessions.values.allSatisfy { $0.editor?.isIdle != false && $0.textEditor?.isIdle != false } }

    /// Waits until pens' editors have taken in everything that was handed to them.
    func drain() async {
        for workspace in hubs.clients.workspaces.all { await workspace.takeTurn() }
    }
}
