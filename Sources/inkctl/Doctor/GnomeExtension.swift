internal import Glibc

/// inkd's extension of GNOME Shell, which a pen needs to point and write on GNOME.
struct GnomeExtension: Sendable, Hashable {
    enum State: Sendable, Hashable {
        case missing
        case disabled
        case enabled
    }

    /// The identifier by which GNOME knows the extension.
    var identifier: String
    var state: State

    /// Returns the extension for the running version of GNOME Shell, and its state.
    static func gather(_ environment: [String: String]) -> GnomeExtension {
        let identifier = identifier(forVersion: ProgramOutput.text(["gnome-shell", "--version"]) ?? "")
        let own = environment["XDG_DATA_HOME"] ?? "\(environment["HOME"] ?? "")/.local/share"
        let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        let folders = [own] + shared.split(separator: ":").map(String.init)
        guard folders.contains(where: { access("\($0)/gnome-shell/extensions/\(identifier)/metadata.json", R_OK) == 0 }) else {
            return GnomeExtension(identifier: identifier, state: .missing)
        }
        let areDisabled = ProgramOutput.text(["gsettings", "get", "org.gnome.shell", "disable-user-extensions"])
        let enabled = SessionFacts.setting("org.gnome.shell", "enabled-extensions")
        return GnomeExtension(identifier: identifier, state: State(of: identifier, enabled: enabled, areDisabled: areDisabled))
    }

    /// Returns the identifier of the extension for a version of GNOME Shell, as `gnome-shell --version` prints it. The extension has two
    /// forms, because extensions were scripts before GNOME 45, and have been modules since then.
    static func identifier(forVersion text: String) -> String {
        let number = text.split(whereSeparator: \.isWhitespace).last?.prefix { $0 != "." }
        return number.flatMap { Int($0) }.map { $0 < 45 } == true ? "inkd-43@inkd.org" : "inkd@inkd.org"
    }
}

extension GnomeExtension.State {
    /// The state of an installed extension, by the settings `enabled-extensions` and `disable-user-extensions`, as gsettings prints them.
    init(of identifier: String, enabled: String?, areDisabled: String?) {
        let isEnabled = enabled?.contains("'\(identifier)'") == true && areDisabled?.hasPrefix("true") != true
        self = isEnabled ? .enabled : .disabled
    }
}

extension Doctor {
    /// Checks that the extension of GNOME Shell is enabled.
    static func gnomeExtension(_ facts: SessionFacts) -> [Finding] {
        guard let known = facts.gnomeExtension else { return [] }
        let loss = "the pen cannot both point and write, and pen displays show no ink under the tip"
        return switch known.state {
        case .enabled: [.ok("extension", "inkd's extension of GNOME Shell is enabled")]
        case .disabled:
            [
                .warning(
                    "extension", "inkd's extension of GNOME Shell is not enabled: \(loss)",
                    "Enable it: gnome-extensions enable \(known.identifier). If it was installed just now, log in again first")
            ]
        case .missing:
            [
                .warning(
                    "extension", "inkd's extension of GNOME Shell is not installed: \(loss)",
                    "Install the package inkd-gnome, log in again, and run gnome-extensions enable \(known.identifier)")
            ]
        }
    }
}
