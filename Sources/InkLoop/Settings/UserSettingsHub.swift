internal import Ink
package import InkWorkspace
internal import Tablet

/// Applies users' settings of pens and tablets to devices and seats. Loop thread only.
package final class UserSettingsHub: PenSwitch {
    private let registry: PenSettingsRegistry
    private let workspaces: WorkspaceDirectory
    private let devices: DeviceRegistry
    private let deviceHub: DeviceHub
    private let text: TextInputHub
    private let status: ServiceStatus

    init(
        registry: PenSettingsRegistry, workspaces: WorkspaceDirectory, devices: DeviceRegistry, deviceHub: DeviceHub, text: TextInputHub,
        status: ServiceStatus
    ) {
        self.registry = registry
        self.workspaces = workspaces
        self.devices = devices
        self.deviceHub = deviceHub
        self.text = text
        self.status = status
    }

    /// Applies a user's settings, which have been read or changed.
    package func use(_ settings: PenSettings, of user: UInt32) {
        guard registry.update(settings, of: user), !status.isStopping else { return }
        apply { registry.user(of: $0) == user }
    }

    /// Applies settings to the seats on which another user's session has become active.
    func ownersChanged() {
        let changed = registry.noteUsers(of: devices.seats.union(text.seats.all.keys))
        // a mode that another user has set for the seat applies until the seat's user changes
        if !changed.isEmpty { apply(to: changed.contains) }
    }

    private func apply(to isMeant: (String) -> Bool) {
        for (name, seat) in text.seats.all where isMeant(name) {
            let settings = registry.settings(on: name)
            if !seat.follows(settings) { text.update(seat) { seat.apply(settings) } }
        }
        for session in devices.sessions.values where isMeant(session.identity.seat) {
            deviceHub.bindActions(of: session)
            deviceHub.updateSettings(of: session)
        }
    }

    /// Makes a seat's pens write in the mode in which they last wrote, or only point. If `isWriting` is nil, toggles between the two.
    func setPen(writing isWriting: Bool?, on seat: TextSeat, by user: UInt32?) {
        setPenMode(isWriting ?? !seat.mode.isWriting ? registry.writingMode(on: seat.name) : .points, on: seat, by: user)
    }

    /// Sets the mode of a seat's pens, and stores it for the seat's user.
    /// - Parameter user: the user who requested the mode; nil for a key of the seat's own tablet. If another user than the seat's requested
    ///   it, the mode is not stored.
    func setPenMode(_ mode: PenMode, on seat: TextSeat, by user: UInt32?) {
        text.update(seat) { seat.mode = mode }
        let owner = registry.user(of: seat.name)
        guard user == nil || user == owner else { return }
        registry.setPenMode(mode, of: owner)
        guard let workspace = try? workspaces.workspace(of: owner) else { return }
        workspace.keepPen(mode)
    }

    /// Applies the rotation of a seat's built-in display to the devices that are part of it.
    func displayRotated(on seat: String) {
        for session in devices.sessions.values where session.identity.seat == seat && session.identity.isBuiltIn {
            deviceHub.updateSettings(of: session)
        }
    }
}
