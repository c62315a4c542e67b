internal import Glibc
internal import InkCorpus
internal import System

extension SessionFacts {
    /// The environment variables that describe the desktop and its input method.
    static var ownEnvironment: [String: String] {
        let names = [
            "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "KDE_SESSION_VERSION", "WAYLAND_DISPLAY", "DISPLAY", "GTK_IM_MODULE", "QT_IM_MODULE",
            "XMODIFIERS",
            "SWAYSOCK", "IBUS_ADDRESS", "IBUS_COMPONENT_PATH", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "HOME", "PATH",
            "INKD_SOCKET",
            "LC_ALL", "LC_MESSAGES", "LANG",
        ]
        return Dictionary(uniqueKeysWithValues: names.compactMap { name in getenv(name).map { (name, String(cString: $0)) } })
    }

    /// Gathers the facts of the session.
    static func gather(_ environment: [String: String]) -> SessionFacts {
        var facts = SessionFacts(isRoot: geteuid() == 0, environment: environment)
        guard !facts.isRoot else { return facts }
        let processes = (SmallFiles.names(in: "/proc") ?? []).filter { Int($0) != nil && SmallFiles.owner(of: "/proc/\($0)") == getuid() }
        facts.processes = Set(processes.compactMap { SmallFiles.text("/proc/\($0)/comm") })
        // the command line in IBus's desktop file, which KWin runs
        facts.isIBusVirtualKeyboard = processes.contains { process in
            SmallFiles.text("/proc/\(process)/cmdline").map { $0.contains("ibus-ui-") && $0.contains("--enable-wayland-im") } ?? false
        }
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        facts.programs = Set(
            ["gsettings", "ibus", "im-config", "inkd-overlay", "inkd-wlim"].filter { name in
                folders.contains { access("\($0)/\(name)", X_OK) == 0 }
            })
        if facts.programs.contains("ibus") { facts.ibusVersion = ProgramOutput.text(["ibus", "version"]).flatMap(ibusVersion(in:)) }
        if facts.programs.contains("gsettings") {
            facts.inputSources = setting("org.gnome.desktop.input-sources", "sources")
            facts.preloadEngines = setting("org.freedesktop.ibus.general", "preload-engines")
            if Desktop(environment) == .gnome, environment["WAYLAND_DISPLAY"] != nil { facts.gnomeExtension = .gather(environment) }
        }
        let configuration = environment["XDG_CONFIG_HOME"] ?? "\(environment["HOME"] ?? "")/.config"
        facts.isAccessibilityOff = access("\(configuration)/inkd/accessibility-off", F_OK) == 0
        facts.swayConfiguration =
            ["\(configuration)/sway/config", "\(environment["HOME"] ?? "")/.sway/config"].lazy.compactMap { path in
                SmallFiles.text(path).map { .init(path: path, text: $0) }
            }.first
        facts.isIBusRunning = isIBusRunning(environment)
        facts.components = componentFolders(environment).map { "\($0)/inkd.xml" }.filter { access($0, R_OK) == 0 }
        guard facts.isIBusRunning, facts.programs.contains("ibus") else { return facts }
        facts.engines = ProgramOutput.text(["ibus", "list-engine", "--name-only"])?.split(separator: "\n").map(String.init)
        facts.engine = ProgramOutput.text(["ibus", "engine"])?.split(separator: "\n").first.map(String.init)
        return facts
    }

    /// Returns a list of settings as gsettings prints it; nil without gsettings, or if the desktop has no such setting.
    static func setting(_ schema: String, _ key: String) -> String? {
        guard let text = ProgramOutput.text(["gsettings", "get", schema, key])?.split(separator: "\n").first, text.contains("[") else {
            return nil
        }
        return String(text)
    }

    /// Returns the version in "IBus 1.5.27", the output of `ibus version`; nil for any other text.
    static func ibusVersion(in text: String) -> [Int]? {
        guard let word = text.split(whereSeparator: \.isWhitespace).last else { return nil }
        let parts = word.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        let numbers = parts.compactMap(\.self)
        return numbers.count == parts.count && numbers.count > 1 ? numbers : nil
    }

    /// Whether IBus runs. ibus-daemon writes its address and process ID into a file for each display. The file remains if ibus-daemon is
    /// killed.
    private static func isIBusRunning(_ environment: [String: String]) -> Bool {
        if environment["IBUS_ADDRESS"]?.isEmpty == false { return true }
        let folder = (environment["XDG_CONFIG_HOME"] ?? "\(environment["HOME"] ?? "")/.config") + "/ibus/bus"
        return (SmallFiles.names(in: folder) ?? []).contains { name in
            SmallFiles.text("\(folder)/\(name)").flatMap(process(ofAddress:)).map { kill($0, 0) == 0 || errno == EPERM } ?? false
        }
    }

    /// Returns the process ID in one of IBus's address files.
    static func process(ofAddress text: String) -> pid_t? {
        let key = "IBUS_DAEMON_PID="
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        return line.flatMap { pid_t($0.dropFirst(key.count)) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Returns the folders that IBus searches for components.
    private static func componentFolders(_ environment: [String: String]) -> [String] {
        if let path = environment["IBUS_COMPONENT_PATH"] { return path.split(separator: ":").map(String.init) }
        let own = environment["XDG_DATA_HOME"] ?? "\(environment["HOME"] ?? "")/.local/share"
        return ["/usr/share/ibus/component", "\(own)/ibus/component"]
    }
}

/// Runs other programs for their output.
enum ProgramOutput {
    /// Returns a program's standard output; nil if it cannot be run, does not end in time, or writes more than 1 MiB. The exit status is
    /// ignored, because some programs fail after printing the right output.
    static func text(_ command: [String], seconds: Int = 3) -> String? {
        guard let program = command.first else { return nil }
        let bytes = ChildProcess.output(of: program, Array(command.dropFirst()), within: seconds * 1000)
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}
