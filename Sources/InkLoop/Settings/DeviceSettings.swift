internal import Evdev
internal import Ink
internal import InkWorkspace
internal import Tablet

/// The settings of one device.
extension Settings {
    /// Returns the settings of a device's surface; `partner` is used if the settings contain no area. Fingers have no adjustments.
    func surface(of identity: DeviceIdentity, area partner: TabletArea? = nil) -> SurfaceSettings {
        SurfaceSettings(
            area: area(of: identity) ?? partner ?? TabletArea(),
            adjustment: identity.role == .pen ? tablet(identity).adjustment : TabletAdjustment())
    }

    /// Returns the settings of a tablet, by its name; if the name has no settings, by its numbers.
    func tablet(_ identity: DeviceIdentity) -> TabletSettings {
        devicesTablets[identity.name]
            ?? devicesTablets[TabletArea.name(vendor: identity.hardware.vendor, product: identity.hardware.product)] ?? TabletSettings()
    }

    /// Returns the area of a tablet, by its name or else by its numbers; nil if it is not configured.
    func area(of identity: DeviceIdentity) -> TabletArea? {
        devicesAreas[identity.name]
            ?? devicesAreas[TabletArea.name(vendor: identity.hardware.vendor, product: identity.hardware.product)]
    }

    /// Returns the actions of the controls that a pad has.
    func padBindings(of identity: DeviceIdentity) -> PadBindings {
        let all = tablet(identity).pad
        let controls = Set(identity.pad?.controls ?? [])
        return PadBindings(keys: all.keys.filter { controls.contains($0.key) }, turns: all.turns.filter { controls.contains($0.key) })
    }

    /// Returns the known facts about a device beyond its own reports. The tip's thresholds are the configured ones if no quirk sets them.
    func quirks(of hardware: HardwareID, name: String, role: DeviceRole) -> Quirks {
        let deviceClass: QuirkMatch.DeviceClass =
            switch role {
            case .pen: .pen
            case .touch: .touch
            case .pad: .pad
            }
        var quirks = quirks.quirks(vendor: hardware.vendor, product: hardware.product, name: name, as: deviceClass)
        quirks.tip = quirks.tip ?? TipThresholds(down: devicesTipDown / 100, up: devicesTipUp / 100)
        return quirks
    }

    /// Returns the quirks of a present device.
    func quirks(of identity: DeviceIdentity) -> Quirks { quirks(of: identity.hardware, name: identity.name, role: identity.role) }
}
