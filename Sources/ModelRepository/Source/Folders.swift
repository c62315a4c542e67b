internal import Glibc
internal import System

/// The folders of a user's files. Source: XDG Base Directory Specification 0.8.
public enum Folders {
    /// Returns the folder of files that can be recreated.
    ///
    /// - Throws: `noHome`.
    public static func cache() throws(RepositoryError) -> String { try folder("XDG_CACHE_HOME", ".cache") }

    /// Returns the folder of persistent state.
    ///
    /// - Throws: `noHome`.
    public static func state() throws(RepositoryError) -> String { try folder("XDG_STATE_HOME", ".local/state") }

    /// Returns the folder of the user's own settings.
    ///
    /// - Throws: `noHome`.
    public static func configuration() throws(RepositoryError) -> String { try folder("XDG_CONFIG_HOME", ".config") }

    private static func folder(_ name: String, _ below: String) throws(RepositoryError) -> String {
        // a path that is not absolute is to be ignored
        if let path = variable(name), path.hasPrefix("/") { return path + "/inkd" }
        guard let home = variable("HOME"), home.hasPrefix("/") else { throw .noHome(variable: name) }
        return "\(home)/\(below)/inkd"
    }

    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Creates the folder of a file, and its parents, accessible to their owner only.
    static func make(containing path: String) throws(SystemError) {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            try Folder.make(folder)
        }
    }
}
