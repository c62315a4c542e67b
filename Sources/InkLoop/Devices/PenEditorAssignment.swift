internal import Evdev
internal import Ink
internal import InkProtocol
internal import Logging
internal import Tablet

/// The editors that pens write into, owned by the user whose session is active on the pen's seat. Loop thread only.
final class PenEditorAssignment {
    private unowned let hubs: Hubs

    init(_ hubs: Hubs) { self.hubs = hubs }

    // MARK: Creating

    /// Creates an editor for a pen, in the workspace of the user whose session is active on its seat.
    func add(for session: DeviceSession, isText: Bool) -> EditorHandle? {
        guard let workspace = workspace(for: session.service.owner) else { return nil }
        let identity = session.identity
        // most tablets are about as wide as a page; only rounding and distances depend on it
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

    /// The assumed width of a tablet, in millimeters.
    private static let guessedWidth = 200.0

    private func workspace(for owner: UInt32?) -> Workspace? {
        do {
            return try hubs.clients.workspaces.workspace(of: owner ?? hubs.ownUser)
        } catch {
            hubs.shared.notices.log(.error, about: .daemon, "the ink of a pen is not recognized: \(error)")
            return nil
        }
    }

    // MARK: Owners

    /// Returns whether a device's editor is in the workspace.
    func uses(_ workspace: Workspace) -> Bool {
        hubs.devices.sessions.values.contains { $0.editor?.workspace === workspace || $0.textEditor?.workspace === workspace }
    }

    /// Assigns devices to the users whose sessions have become active on their seats.
    func ownersChanged() {
        for session in hubs.devices.sessions.values {
            guard let owner = hubs.shared.access.owner(of: session.identity.seat), owner != session.service.owner else { continue }
            changeOwner(of: session, to: owner)
        }
    }

    /// Assigns a device to a user. Ink of the previous user is not visible to this one.
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
        // not before the old workspace has released it
        old.post { _ in workspace.post { $0.devices.add(editor, clock: clock, isMoved: true) } }
    }

    /// Resets a device's editor, and cancels strokes in progress.
    func forgetInk(of session: DeviceSession) {
        voidStroke(of: session)
        session.editor?.perform { $0.devices.forget($1) }
    }

    /// Cancels strokes in progress.
    func voidStroke(of session: DeviceSession) {
        session.disconnect(at: session.clock.deviceTime(atLoop: hubs.loop.now))
        hubs.devices.deliverEvents(of: session)
    }

    /// Notifies watchers of a pen's editor why the pen is not read, or that it is read again.
    func publishPause(_ pause: EditorInterface.Pause?, of editor: EditorHandle) {
        guard editor.pause != pause else { return }
        editor.pause = pause
        // the owner at the time of closing may know, too
        let owner = editor.owner
        editor.perform { $0.editors.publishPause(pause, of: $1, alsoTo: owner) }
    }

    // MARK: Reading

    /// Whether all ink of pens has been read.
    var areIdle: Bool { hubs.devices.sessions.values.allSatisfy { $0.editor?.isIdle != false && $0.textEditor?.isIdle != false } }

    /// Waits until pens' editors have processed all events that were forwarded to them.
    func drain() async {
        for workspace in hubs.clients.workspaces.all { await workspace.takeTurn() }
    }
}
