internal import Evdev
internal import Ink
internal import InkWorkspace
internal import Tablet

/// The settings of one device.
extension Settings {
    /// Returns the settings of a device's surface. If the settings contain no area, `partner` is used. Touch devices have no adjustments.
    func surface(of identity: DeviceIdentity, area partner: TabletArea? = nil) -> SurfaceSettings {
        SurfaceSettings(
            area: area(of: identity) ?? partner ?? TabletArea(),
            adjustment: identity.role == .pen ? tablet(identity).adjustment : TabletAdjustment())
    }

    /// Returns the settings of a tablet, by its name or otherwise by its vendor and product numbers.
    func tablet(_ identity: DeviceIdentity) -> TabletSettings {
        devicesTablets[identity.name]
            ?? devicesTablets[TabletArea.name(vendor: identity.hardware.vendor, product: identity.hardware.product)] ?? TabletSettings()
    }

    /// Returns the area of a tablet, by its name or otherwise by its vendor and product numbers; nil if no area is configured.
    func area(of identity: DeviceIdentity) -> TabletArea? {
        devicesAreas[identity.name]
            ?? devicesAreas[TabletArea.name(vendor: identity.hardware.vendor, product: identity.hardware.product)]
    }

    /// Returns the configured actions of a pad's controls. Actions of controls that the pad does not have are left out.
    func padBindings(of identity: DeviceIdentity) -> PadBindings {
        let all = tablet(identity).pad
        let controls = Set(identity.pad?.controls ?? [])
        return PadBindings(keys: all.keys.filter { controls.contains($0.key) }, turns: all.turns.filter { controls.contains($0.key) })
    }

    /// Returns the known corrections for a device. If no quirk sets the thresholds of the tip, the configured ones are used.
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
