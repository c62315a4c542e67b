internal import Glibc
public import System

/// Whether the user lets password boxes be looked for on the accessibility bus. A file says that not, so that it holds for the next session too.
public struct AccessibilityChoice {
    private let folder: String?

    /// Kept in $XDG_CONFIG_HOME/inkd, or else in ~/.config/inkd.
    public init(environment: [String: String]) {
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        self.folder = folder("XDG_CONFIG_HOME") ?? folder("HOME").map { $0 + "/.config" }
    }

    /// In the environment of this process.
    public static var ofUser: AccessibilityChoice {
        var environment: [String: String] = [:]
        for name in ["XDG_CONFIG_HOME", "HOME"] { environment[name] = getenv(name).map { String(cString: $0) } }
        return AccessibilityChoice(environment: environment)
    }

    private var file: String? { folder.map { $0 + "/inkd/accessibility-off" } }

    /// On unless the user has said otherwise.
    public var isOn: Bool { file.map { access($0, F_OK) != 0 } ?? true }

    /// Remembers the user's choice.
    public func set(isOn: Bool) throws(SystemError) {
        guard let folder, let file else { return }
        if isOn {
            guard unlink(file) == 0 || errno == ENOENT else { throw SystemError("remove", file) }
        } else {
            try Folder.make(folder)
            try Folder.make(folder + "/inkd")
            try WholeFile.write(Array("inkd's input methods look for no password boxes on the accessibility bus.\n".utf8), to: file)
        }
    }
}
