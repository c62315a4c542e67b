/// A kind of desktop, by the way in which text gets into its fields.
enum Desktop: Sendable, Hashable {
    /// GNOME, which runs IBus itself.
    case gnome
    /// KDE Plasma on Wayland, where IBus is chosen as the virtual keyboard.
    case plasmaOnWayland
    /// Desktops of wlroots' kind on Wayland: they have input methods of their own protocol.
    case wlroots
    /// Any other on X11: programs ask IBus.
    case x11

    /// nil where there is no graphical session.
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

    /// As people call it.
    var name: String {
        switch self {
        case .gnome: "GNOME"
        case .plasmaOnWayland: "KDE Plasma on Wayland"
        case .wlroots: "a desktop on Wayland"
        case .x11: "a desktop on X11"
        }
    }
}
