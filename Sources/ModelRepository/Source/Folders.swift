internal import Glibc
internal import System

/// Where programs keep a user's files. Source: XDG Base Directory Specification 0.8.
public enum Folders {
    /// Files that can be had again.
    ///
    /// - Throws: `noHome`.
    public static func cache() throws(RepositoryError) -> String { try folder("XDG_CACHE_HOME", ".cache") }

    /// What was seen and done.
    ///
    /// - Throws: `noHome`.
    public static func state() throws(RepositoryError) -> String { try folder("XDG_STATE_HOME", ".local/state") }

    /// The user's own settings.
    ///
    /// - Throws: `noHome`.
    public static func configuration() throws(RepositoryError) -> String { try folder("XDG_CONFIG_HOME", ".config") }

    private static func folder(_ name: String, _ below: String) throws(RepositoryError) -> String {
        // one that is no absolute path is to be ignored
        if let path = variable(name), path.hasPrefix("/") { return path + "/inkd" }
        guard let home = variable("HOME"), home.hasPrefix("/") else { throw .noHome(variable: name) }
        return "\(home)/\(below)/inkd"
    }

    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Makes the folder that a file is to lie in, and those around it, for their owner alone.
    static func make(containing path: String) throws(SystemError) {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            try Folder.make(folder)
        }
    }
}
