internal import Ink
internal import Tablet

/// Users' settings of pens and tablets, which apply on a seat while the user's session is active there. Loop thread only.
final class UserSettingsHub {
    private unowned let hubs: Hubs
    /// The settings as the users' workspaces have read them.
    private var known: [UInt32: PenSettings] = [:]
    /// The users whose settings were last applied, by seat.
    private var users: [String: UInt32] = [:]

    init(_ hubs: Hubs) { self.hubs = hubs }

    /// Returns the user whose settings apply on a seat. Where no user's session is known, devices belong to the daemon's own user.
    func user(of seat: String) -> UInt32 { hubs.shared.access.owner(of: seat) ?? hubs.ownUser }

    /// Applies a user's settings, which have been read or changed.
    func use(_ settings: PenSettings, of user: UInt32) {
        let old = known.updateValue(settings, forKey: user) ?? PenSettings()
        guard old != settings, !hubs.isStopping else { return }
        apply { self.user(of: $0) == user }
    }

    /// Applies settings to the seats on which another user's session has become active.
    func ownersChanged() {
        let seats = hubs.devices.seats.union(hubs.text.seats.keys)
        let changed = seats.filter { users.updateValue(user(of: $0), forKey: $0) != user(of: $0) }
        // a change by other users on a seat stays until the seat's user changes
        if !changed.isEmpty { apply(to: changed.contains) }
    }

    /// Forgets the settings of a user whose workspace has been dropped.
    func forget(_ user: UInt32) { known[user] = nil }

    private func apply(to isMeant: (String) -> Bool) {
        for (name, seat) in hubs.text.seats where isMeant(name) {
            let isEnabled = isPenEnabled(on: name)
            if seat.isEnabled != isEnabled { hubs.text.update(seat) { seat.isEnabled = isEnabled } }
        }
        for session in hubs.devices.sessions.values where isMeant(session.identity.seat) {
            hubs.devices.bindActions(of: session)
            hubs.devices.updateSettings(of: session)
        }
    }

    // MARK: The pen's switch

    /// Returns the switch "Pen writes text" as set by the seat's user.
    func isPenEnabled(on seat: String) -> Bool {
        let owner = user(of: seat)
        users[seat] = owner
        return (known[owner] ?? PenSettings()).isEnabled
    }

    /// Turns the switch of a seat on or off, and stores it for the seat's user.
    /// - Parameter user: the user who did it; nil for a key of the seat's own tablet. A change by another user than the seat's is not
    ///   stored.
    func setPenEnabled(_ isEnabled: Bool, on seat: TextSeat, by user: UInt32?) {
        hubs.text.update(seat) { seat.isEnabled = isEnabled }
        let owner = self.user(of: seat.name)
        guard user == nil || user == owner else { return }
        known[owner, default: PenSettings()].isEnabled = isEnabled
        guard let workspace = try? hubs.clients.workspaces.workspace(of: owner) else { return }
        workspace.keepPen(isEnabled: isEnabled)
    }

    // MARK: Tablets

    /// Returns the settings of a device's surface: the area is the user's, or else the configuration's, or else that of the pen of its
    /// surface. The user's fit overrides the configuration's. Devices of the built-in display follow its rotation.
    func surface(of identity: DeviceIdentity, pen: DeviceIdentity? = nil) -> SurfaceSettings {
        var settings = hubs.settings.surface(of: identity, area: pen.flatMap { hubs.settings.area(of: $0) })
        if let own = area(of: identity) ?? pen.flatMap({ area(of: $0) }) { settings.area = own }
        if identity.isBuiltIn, let rotation = hubs.text.seats[identity.seat].flatMap({ hubs.text.displayRotation(of: $0) }) {
            settings.area.rotation = settings.area.rotation.followed(by: rotation)
        }
        settings.adjustment = adjustment(of: identity)
        return settings
    }

    /// Applies the rotation of a seat's built-in display to the devices that are part of it.
    func displayRotated(on seat: String) {
        for session in hubs.devices.sessions.values where session.identity.seat == seat && session.identity.isBuiltIn {
            hubs.devices.updateSettings(of: session)
        }
    }

    /// Returns the fit of a tablet and its pens to the user; empty for devices without a pen.
    private func adjustment(of identity: DeviceIdentity) -> TabletAdjustment {
        guard identity.role == .pen else { return TabletAdjustment() }
        let configured = hubs.settings.tablet(identity).adjustment
        return fit(of: identity).map { configured.overridden(by: $0) } ?? configured
    }

    /// Returns the actions of the barrel buttons of a device's pens.
    func penButtons(of identity: DeviceIdentity) -> PenButtonTable { adjustment(of: identity).buttons }

    /// Returns the user's fit of a tablet; nil if the user has not set one.
    func fit(of identity: DeviceIdentity) -> TabletFit? {
        known[user(of: identity.seat)]?.fits
            .entry(name: identity.name, vendor: identity.hardware.vendor, product: identity.hardware.product)
    }

    private func area(of identity: DeviceIdentity) -> TabletArea? {
        known[user(of: identity.seat)]?.areas
            .entry(name: identity.name, vendor: identity.hardware.vendor, product: identity.hardware.product)
    }
}
