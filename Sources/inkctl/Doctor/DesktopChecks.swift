extension Doctor {
    /// Checks the desktop and its way of inserting text into fields.
    static func session(_ facts: SessionFacts) -> [Finding] {
        guard !facts.isRoot else {
            return [
                .warning(
                    "desktop", "The desktop was not checked because inkctl runs as root",
                    "Also run inkctl doctor without sudo, in a terminal of the desktop")
            ]
        }
        guard let desktop = Desktop(facts.environment) else {
            return [
                .warning(
                    "desktop", "The desktop was not checked because this is not a graphical session",
                    "Run inkctl doctor in a terminal of the desktop, as its user")
            ]
        }
        let version = desktop == .plasmaOnWayland ? facts.environment["KDE_SESSION_VERSION"].map { ", version \($0)" } ?? "" : ""
        let name = facts.environment["XDG_CURRENT_DESKTOP"].map { "\(desktop.name) (\($0)\(version))" } ?? desktop.name
        let here = Finding.ok("desktop", name)
        switch desktop {
        case .wlroots: return [here] + waylandInputMethod(facts) + [waylandVariables(facts)]
        case .gnome: return [here] + ibus(facts, desktop) + variables(facts, mustBeSet: false) + gnomeExtension(facts)
        case .plasmaOnWayland: return [here] + ibus(facts, desktop) + plasma(facts)
        case .x11: return [here] + ibus(facts, desktop) + variables(facts, mustBeSet: true)
        }
    }

    /// Checks that IBus is KWin's virtual keyboard, or else that programs use IBus directly, as is necessary with IBus before
    /// 1.5.29.
    private static func plasma(_ facts: SessionFacts) -> [Finding] {
        if facts.isIBusVirtualKeyboard {
            return [.ok("keyboard", "IBus is the desktop's virtual keyboard")] + variables(facts, mustBeSet: false)
        }
        var findings: [Finding] = []
        if facts.processes.contains("ibus-wayland"), facts.canIBusBeVirtualKeyboard != true {
            findings.append(
                .warning(
                    "keyboard", "ibus-wayland is the desktop's virtual keyboard; before IBus 1.5.29 it cannot insert text into fields",
                    "Choose None in System Settings, Virtual Keyboard; then run \(plasmaVariables)"))
        }
        let others = variables(facts, mustBeSet: true)
        guard others.contains(where: { $0.level != .ok }) else { return findings + others }
        let isNot = "IBus is not the desktop's virtual keyboard"
        findings.append(
            facts.canIBusBeVirtualKeyboard == false
                ? .warning(
                    "keyboard", "\(isNot) (possible since version 1.5.29), and not all programs use it directly", plasmaRemedy(facts))
                : .warning("keyboard", "\(isNot), and not all programs use it directly", plasmaRemedy(facts)))
        return findings
    }

    private static let plasmaVariables = "im-config -n ibus, and log in again"

    /// Returns instructions for using IBus on Plasma that fit the installed version of IBus.
    static func plasmaRemedy(_ facts: SessionFacts) -> String {
        let keyboard = "Choose IBus Wayland in System Settings, Virtual Keyboard"
        return switch facts.canIBusBeVirtualKeyboard {
        case true?: keyboard
        case false?: "Make programs use IBus: run \(plasmaVariables)"
        case nil: "\(keyboard); before IBus 1.5.29 run \(plasmaVariables) instead"
        }
    }

    /// The process names of other input methods that may occupy the seat.
    private static let otherInputMethods: Set<String> = [
        "fcitx", "fcitx5", "fcitx5-wayland", "ibus-daemon", "ibus-wayland", "kime", "maliit-keyboard", "maliit-server", "squeekboard",
        "swayime", "wlchewing", "wlpinyin",
    ]

    /// Checks that inkd-wlim is the only running input method.
    private static func waylandInputMethod(_ facts: SessionFacts) -> [Finding] {
        let others = facts.processes.intersection(otherInputMethods).sorted()
        let isRunning = facts.processes.contains("inkd-wlim")
        var findings: [Finding] = []
        if isRunning {
            findings.append(.ok("inkd-wlim", "inkd-wlim is running"))
        } else {
            findings.append(
                facts.programs.contains("inkd-wlim")
                    ? .problem(
                        "inkd-wlim", "inkd-wlim is not running",
                        "Start it: setsid -f inkd-wlim; to start it at each login, add exec inkd-wlim to sway's configuration")
                    : .problem("inkd-wlim", "inkd-wlim is not installed", "Install it with inkd: sudo make install"))
        }
        if !others.isEmpty {
            findings.append(
                .warning(
                    "inkd-wlim", "\(others.joined(separator: ", ")) may already be the desktop's input method, and only one is possible",
                    "If inkd-wlim exits with this message, stop \(others.joined(separator: ", "))"))
        }
        return findings
    }

    /// Checks that programs use the compositor's input method.
    private static func waylandVariables(_ facts: SessionFacts) -> Finding {
        let module = facts.environment["GTK_IM_MODULE"] ?? ""
        return module.isEmpty || module == "wayland"
            ? .ok("variables", "GTK programs use the compositor's input method")
            : .warning(
                "variables", "GTK_IM_MODULE is \(module), so GTK programs do not use the compositor's input method",
                "Remove it from the session's environment")
    }
}

/// The kinds of desktops, by their input method protocol.
enum Desktop: Sendable, Hashable {
    /// GNOME, which runs IBus itself.
    case gnome
    /// KDE Plasma on Wayland, where IBus is chosen as the virtual keyboard.
    case plasmaOnWayland
    /// Any other desktop on Wayland. It is assumed to support input-method-v2, as compositors based on wlroots do.
    case wlroots
    /// Any other desktop on X11, where programs connect to IBus.
    case x11

    /// Detects the desktop from the environment; nil without a graphical session.
    init?(_ environment: [String: String]) {
        func has(_ name: String) -> Bool { environment[name]?.isEmpty == false }
        let names = (environment["XDG_CURRENT_DESKTOP"] ?? "").lowercased().split(separator: ":")
        let isOnWayland = has("WAYLAND_DISPLAY") || (environment["XDG_SESSION_TYPE"] == "wayland" && has("DISPLAY"))
        guard isOnWayland || has("DISPLAY") else { return nil }
        if names.contains(where: { $0.hasPrefix("gnome") || $0 == "ubuntu" || $0 == "unity" }) {
            self = .gnome
        } else if !isOnWayland {
            self = .x11
        } else {
            self = names.contains("kde") ? .plasmaOnWayland : .wlroots
        }
    }

    /// The name for the user.
    var name: String {
        switch self {
        case .gnome: "GNOME"
        case .plasmaOnWayland: "KDE Plasma on Wayland"
        case .wlroots: "a desktop on Wayland"
        case .x11: "a desktop on X11"
        }
    }
}
