extension Doctor {
    /// Checks that IBus runs, knows inkd's engine, and has selected it.
    static func ibus(_ facts: SessionFacts, _ desktop: Desktop) -> [Finding] {
        guard facts.programs.contains("ibus") else {
            return [.problem("ibus", "IBus is not installed", "Install it: sudo apt install ibus ibus-gtk3 ibus-gtk4")]
        }
        guard facts.isIBusRunning else { return [.problem("ibus", "IBus is not running", starting(facts, desktop))] }
        let running = Finding.ok("ibus", "IBus is running")
        guard let component = facts.components.first else {
            return [
                running,
                .problem("component", "inkd's IBus component file is missing", "Install it: sudo make install, then ibus restart"),
            ]
        }
        let told = Finding.ok("component", component)
        guard let engines = facts.engines else {
            return [running, told, .warning("engine", "IBus does not list its engines", "Start it again: ibus restart")]
        }
        guard engines.contains(where: isInkd) else {
            return [
                running, told,
                .problem("engine", "IBus has not found inkd's engine yet", "Update its cache: ibus write-cache; ibus restart"),
            ]
        }
        return [running, told, chosen(facts.engine, desktop)]
    }

    private static func starting(_ facts: SessionFacts, _ desktop: Desktop) -> String {
        switch desktop {
        case .gnome: "Add inkd in Settings, Keyboard, Input Sources; GNOME then starts IBus"
        case .plasmaOnWayland: plasmaRemedy(facts)
        case .x11, .wlroots: "Start it: ibus-daemon -drxR; to start it at each login, run im-config -n ibus"
        }
    }

    /// Checks that the selected engine is inkd's.
    private static func chosen(_ engine: String?, _ desktop: Desktop) -> Finding {
        if let engine, isInkd(engine) { return .ok("engine", "\(engine) is selected") }
        let now = engine.map { "\($0) is selected, not inkd" } ?? "No engine is selected"
        return desktop == .gnome
            ? .warning("engine", now, "Add inkd in Settings, Keyboard, Input Sources, and select it with Super+Space")
            : .warning(
                "engine", now, "Select it: ibus engine inkd; to keep it, add it in ibus-setup, Input Method, and select it with Super+Space"
            )
    }

    /// Whether the engine is inkd's. Each language has an engine, such as inkd:de.
    static func isInkd(_ engine: String) -> Bool { engine == "inkd" || engine.hasPrefix("inkd:") }

    /// Checks the environment variables that select IBus. Programs on X11 need these variables. If `mustBeSet` is false, the variables
    /// should not be set.
    static func variables(_ facts: SessionFacts, mustBeSet: Bool) -> [Finding] {
        let wanted = [("GTK_IM_MODULE", "ibus", "GTK"), ("QT_IM_MODULE", "ibus", "Qt"), ("XMODIFIERS", "@im=ibus", "other X11")]
        let findings = wanted.compactMap { name, value, programs -> Finding? in
            let given = facts.environment[name] ?? ""
            if given == value || (given.isEmpty && !mustBeSet) { return nil }
            if given == "wayland", !mustBeSet { return nil }
            let now = given.isEmpty ? "\(name) is not set" : "\(name) is \(given)"
            return .warning(
                "variables", "\(now), so \(programs) programs do not use IBus",
                mustBeSet ? setting : "Remove it from the session's environment")
        }
        return findings.isEmpty ? [.ok("variables", "Programs use IBus")] : findings
    }

    private static let setting = "Set it at each login: im-config -n ibus, or in ~/.xsessionrc; then log in again"
}
