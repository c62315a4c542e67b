internal import Ink
internal import InkWorkspace
internal import Tablet

/// Users' settings of pens and tablets, as their workspaces have read them. A user's settings apply to a seat while that user's session is
/// active on the seat. Loop thread only.
final class PenSettingsRegistry {
    private let shared: SharedState
    private let seats: TextSeatRegistry
    private var known: [UInt32: PenSettings] = [:]
    /// The modes in which users' pens last wrote.
    private var writingModes: [UInt32: PenMode] = [:]
    /// The users whose settings were last applied, by seat.
    private var users: [String: UInt32] = [:]

    init(shared: SharedState, seats: TextSeatRegistry) {
        self.shared = shared
        self.seats = seats
    }

    /// Returns the user whose settings apply to a seat. If no user's session is known, that is the daemon's own user.
    func user(of seat: String) -> UInt32 { shared.access.owner(of: seat) ?? shared.access.own }

    /// Replaces a user's settings after they have been read or changed.
    /// - Returns: whether the new settings differ from the old ones.
    func update(_ settings: PenSettings, of user: UInt32) -> Bool {
        let old = known.updateValue(settings, forKey: user) ?? PenSettings()
        if settings.mode.isWriting { writingModes[user] = settings.mode }
        return old != settings
    }

    /// Stores the users of seats.
    /// - Returns: the seats whose user has changed since the last call.
    func noteUsers(of seats: Set<String>) -> Set<String> {
        seats.filter { users.updateValue(user(of: $0), forKey: $0) != user(of: $0) }
    }

    /// Forgets the settings of a user whose workspace has been dropped.
    func forget(_ user: UInt32) { (known[user], writingModes[user]) = (nil, nil) }

    // MARK: The mode of pens

    /// Returns the settings of the seat's user.
    func settings(on seat: String) -> PenSettings {
        let owner = user(of: seat)
        users[seat] = owner
        return known[owner] ?? PenSettings()
    }

    /// Sets the mode of a user's pens.
    func setPenMode(_ mode: PenMode, of user: UInt32) {
        known[user, default: PenSettings()].mode = mode
        if mode.isWriting { writingModes[user] = mode }
    }

    /// Returns the mode in which the pens of the seat's user last wrote.
    func writingMode(on seat: String) -> PenMode { writingModes[user(of: seat)] ?? .pointsAndWrites }

    // MARK: Tablets

    /// Returns the settings of a device's surface. The area is the user's, or otherwise the configured one, or otherwise that of the pen on
    /// the same surface. The user's adjustments override the configured ones. The area of a device that is part of the built-in display is
    /// rotated with the display.
    func surface(of identity: DeviceIdentity, pen: DeviceIdentity? = nil) -> SurfaceSettings {
        let configured = shared.settings
        var settings = configured.surface(of: identity, area: pen.flatMap { configured.area(of: $0) })
        if let own = area(of: identity) ?? pen.flatMap({ area(of: $0) }) { settings.area = own }
        if identity.isBuiltIn, let rotation = seats[identity.seat].flatMap({ seats.displayRotation(of: $0) }) {
            settings.area.rotation = settings.area.rotation.followed(by: rotation)
        }
        settings.adjustment = adjustment(of: identity)
        return settings
    }

    /// Returns the user's adjustments of a tablet and its pens; empty for a device without a pen.
    private func adjustment(of identity: DeviceIdentity) -> TabletAdjustment {
        guard identity.role == .pen else { return TabletAdjustment() }
        let configured = shared.settings.tablet(identity).adjustment
        return fit(of: identity).map { configured.overridden(by: $0) } ?? configured
    }

    /// Returns the actions of the barrel buttons of a device's pens.
    func penButtons(of identity: DeviceIdentity) -> PenButtonTable { adjustment(of: identity).buttons }

    /// Returns the user's settings for a tablet; nil if the user has not set any.
    func fit(of identity: DeviceIdentity) -> TabletFit? {
        known[user(of: identity.seat)]?.fits
            .entry(name: identity.name, vendor: identity.hardware.vendor, product: identity.hardware.product)
    }

    private func area(of identity: DeviceIdentity) -> TabletArea? {
        known[user(of: identity.seat)]?.areas
            .entry(name: identity.name, vendor: identity.hardware.vendor, product: identity.hardware.product)
    }
}
