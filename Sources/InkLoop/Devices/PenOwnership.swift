internal import Ink
internal import InkProtocol
internal import InkWorkspace

/// Assigns pens to the users whose sessions are active on their seats. Loop thread only.
final class PenOwnership {
    private let access: Access
    private let devices: DeviceRegistry
    private let hub: DeviceHub
    private let editors: PenEditorAssignment

    init(access: Access, devices: DeviceRegistry, hub: DeviceHub, editors: PenEditorAssignment) {
        self.access = access
        self.devices = devices
        self.hub = hub
        self.editors = editors
    }

    /// Assigns devices to the users whose sessions have become active on their seats.
    func ownersChanged() {
        for session in devices.sessions.values {
            guard let owner = access.owner(of: session.identity.seat), owner != session.service.owner else { continue }
            changeOwner(of: session, to: owner)
        }
    }

    /// Assigns a device to a user, who does not see the previous user's ink.
    func changeOwner(of session: DeviceSession, to owner: UInt32) {
        let isFirst = session.service.owner == nil
        if !isFirst {
            hub.voidStroke(of: session)
            session.editor?.publishPause(.inactive)
        }
        session.service.owner = owner
        for editor in [session.editor, session.textEditor].compactMap({ $0 }) {
            guard let workspace = editors.workspace(for: owner) else { continue }
            editor.move(to: workspace, owner: owner, keepingInk: isFirst, clock: session.clock)
        }
    }

    /// Resets a device's editor, and cancels strokes in progress.
    func forgetInk(of session: DeviceSession) {
        hub.voidStroke(of: session)
        session.editor?.forgetInk()
    }
}
