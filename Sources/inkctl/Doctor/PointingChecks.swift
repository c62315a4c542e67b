internal import InkProtocol

extension Doctor {
    /// Checks the conditions for a pen to point and write: the relay of its events, the positions of text fields, the mapping of the tablet
    /// to the screen, and ink under the tip of a pen display. Returns no findings if the pen is not set to do both, or if the pen or its
    /// state is unknown.
    static func pointing(_ facts: DoctorFacts) -> [Finding] {
        guard case .success(let status)? = facts.daemon.pen, status.mode == .pointsAndWrites, !facts.tablets.nodes.isEmpty else {
            return []
        }
        var findings = facts.tablets.nodes.compactMap(relay)
        guard !facts.session.isRoot, let desktop = Desktop(facts.session.environment) else { return findings }
        let places = places(facts.session, desktop)
        findings.append(places)
        let pens = facts.tablets.read?.filter { $0.kind == .pen && !$0.replay } ?? []
        if places.level == .ok { findings += pens.compactMap { mapping(of: $0, facts.daemon.mappings, facts.session) } }
        if pens.contains(where: \.display) { findings.append(overlay(facts.session, desktop)) }
        return findings
    }

    /// Reports whether inkd-pen relays a pen's events. Returns nil for a hardware pen without a relay, which the check of the tablets
    /// reports.
    private static func relay(of node: PenNode) -> Finding? {
        if node.hasTwin { return .ok("relay", "\(node.name) can point and write: inkd-pen has its events") }
        return node.isVirtual ? .ok("relay", "\(node.name) is a device of a program, without inkd-pen: it either writes or points") : nil
    }

    /// Reports whether input methods receive the positions of text fields on this desktop.
    private static func places(_ facts: SessionFacts, _ desktop: Desktop) -> Finding {
        let effect = "so the pen writes everywhere while a field has the focus"
        let remedy = "To point, press the pen's lower button above the tablet, or run inkctl pen toggle"
        if facts.processes.contains("fcitx5") {
            return .warning("fields", "inkd does not learn the places of text fields through fcitx5, \(effect)", remedy)
        }
        guard desktop.reportsWindows(facts) else {
            return .warning("fields", "This desktop does not report the places of windows, \(effect)", remedy)
        }
        if facts.isAccessibilityOff {
            return .warning(
                "fields", "Text fields are not searched for, because password fields are not to be detected, \(effect)",
                desktop == .wlroots
                    ? "Remove ~/.config/inkd/accessibility-off, and start inkd-wlim again"
                    : "Choose “Detect password fields” in the menu of the input method")
        }
        // process names are cut after 15 characters
        guard facts.processes.contains("at-spi-bus-laun") else {
            return .warning(
                "fields", "The accessibility bus does not run, so the places of text fields are unknown",
                "Install at-spi2-core, and log in again")
        }
        return .ok("fields", "The places of text fields are known")
    }

    /// Reports whether the mapping of a tablet to the screen is known; nil if the mappings could not be queried.
    private static func mapping(
        of device: DevicesInterface.Device, _ mappings: [TextInputInterface.TabletMapping]?, _ facts: SessionFacts
    ) -> Finding? {
        guard let mappings else { return nil }
        if mappings.contains(where: { $0.vendor == device.vendor && $0.product == device.product }) {
            return .ok("mapping", "\(device.name) is mapped to the screen")
        }
        guard !mappings.isEmpty else {
            return .ok("mapping", "The mapping of \(device.name) to the screen is not known before the pen comes near")
        }
        let rule = "input \(device.vendor):\(device.product):* map_to_output"
        return .warning(
            "mapping",
            "It is unknown where \(device.name) is mapped to on the screen, so its pen writes everywhere while a field has the focus",
            facts.environment["SWAYSOCK"] != nil
                ? "Name its screen in sway's configuration file, not in an included one: \(rule) eDP-1"
                : facts.gnomeExtension != nil
                    ? "Choose its screen in Settings, Wacom Tablet" : "Check that xinput lists the tablet's pen")
    }

    /// Reports the program that shows ink under the tip of a pen display.
    private static func overlay(_ facts: SessionFacts, _ desktop: Desktop) -> Finding {
        if facts.gnomeExtension?.state == .enabled {
            return .ok("overlay", "The extension of GNOME Shell shows ink under the tip of a pen display")
        }
        if facts.processes.contains("inkd-overlay") { return .ok("overlay", "inkd-overlay shows ink under the tip of a pen display") }
        guard facts.programs.contains("inkd-overlay") else {
            return .warning(
                "overlay", "inkd-overlay is not installed, so no ink is shown under the tip", "Install the package inkd-overlay")
        }
        return .warning(
            "overlay", "inkd-overlay is not running, so no ink is shown under the tip",
            desktop == .wlroots
                ? "Start it: setsid -f inkd-overlay; to start it at each login, add exec inkd-overlay to sway's configuration"
                : "Choose “Show ink” in the menu of the input method")
    }
}

extension Desktop {
    /// Whether the desktop reports the positions of its windows: X11, sway, and GNOME with the extension do.
    fileprivate func reportsWindows(_ facts: SessionFacts) -> Bool {
        func has(_ name: String) -> Bool { facts.environment[name]?.isEmpty == false }
        guard has("WAYLAND_DISPLAY") else { return has("DISPLAY") }
        return self == .gnome ? facts.gnomeExtension?.state == .enabled : self == .wlroots && has("SWAYSOCK")
    }
}
