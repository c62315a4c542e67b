internal import Glibc
public import System

/// Whether the user allows the search for password boxes on the accessibility bus. A file marks it as off, so that the choice persists
/// across sessions.
public struct AccessibilityChoice {
    private let folder: String?

    /// Creates the choice stored in the configuration folder ($XDG_CONFIG_HOME/inkd, or ~/.config/inkd if the variable is not set).
    public init(environment: [String: String]) {
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        self.folder = folder("XDG_CONFIG_HOME") ?? folder("HOME").map { $0 + "/.config" }
    }

    /// The choice in the environment of this process.
    public static var ofUser: AccessibilityChoice {
        var environment: [String: String] = [:]
        for name in ["XDG_CONFIG_HOME", "HOME"] { environment[name] = getenv(name).map { String(cString: $0) } }
        return AccessibilityChoice(environment: environment)
    }

    private var file: String? { folder.map { $0 + "/inkd/accessibility-off" } }

    /// Whether the search for the focused field is allowed: true unless the user has turned it off.
    public var isOn: Bool { file.map { access($0, F_OK) != 0 } ?? true }

    /// Stores the user's choice.
    public func set(isOn: Bool) throws(SystemError) {
        guard let folder, let file else { return }
        if isOn {
            guard unlink(file) == 0 || errno == ENOENT else { throw SystemError("remove", file) }
        } else {
            try Folder.make(folder)
            try Folder.make(folder + "/inkd")
            try WholeFile.write(Array("inkd's input methods do not detect password fields on the accessibility bus.\n".utf8), to: file)
        }
    }
}
