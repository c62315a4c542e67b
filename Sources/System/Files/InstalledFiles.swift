internal import Glibc

/// The folders of a program's own files, relative to the program itself (/proc/self/exe): a program finds the files installed with it for
/// any `PREFIX`, even if the folder is moved later.
public struct InstalledFiles: Sendable, Equatable {
    /// The folder of read-only data: it contains `models` and `quirks`.
    public let share: String
    /// The folder of the configuration.
    public let configuration: String

    /// The folders of a system-wide package.
    public static let system = InstalledFiles(share: "/usr/share/inkd", configuration: "/etc/inkd")

    /// The folders of this process's program.
    public static let own = InstalledFiles(program: programPath) { access($0, F_OK) == 0 }

    private init(share: String, configuration: String) {
        self.share = share
        self.configuration = configuration
    }

    /// Creates the folders of a program: `../share/inkd` from the program's folder, and `../etc/inkd` if it contains a configuration. A
    /// missing folder is replaced by that of the system.
    ///
    /// - Parameters:
    ///   - program: the absolute path of the program, without symbolic links; nil if unknown.
    ///   - exists: whether a file or folder exists.
    init(program: String?, exists: (String) -> Bool) {
        let parts = (program ?? "").split(separator: "/")
        let prefix = parts.dropLast(2).map { "/" + $0 }.joined()
        let (share, configuration) = (prefix + "/share/inkd", prefix + "/etc/inkd")
        // a program installed to /usr is configured in /etc
        let isBelow = parts.count > 2 && program?.hasPrefix("/") == true && prefix != "/usr"
        self.share = isBelow && exists(share) ? share : Self.system.share
        self.configuration = isBelow && exists(configuration + "/inkd.yaml") ? configuration : Self.system.configuration
    }

    private static var programPath: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
