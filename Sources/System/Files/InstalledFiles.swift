internal import Glibc

/// The folders that a program's own files lie in, found from where the program itself lies (/proc/self/exe): whatever `PREFIX` inkd is
/// installed to, and wherever that folder is moved, a program finds the files that came with it.
public struct InstalledFiles: Sendable, Equatable {
    /// The folder of data that never changes: `models` and `quirks` lie in it.
    public let share: String
    /// The folder of the configuration.
    public let configuration: String

    /// The folders of a package for the whole system.
    public static let system = InstalledFiles(share: "/usr/share/inkd", configuration: "/etc/inkd")

    /// The folders of this process's program.
    public static let own = InstalledFiles(program: programPath) { access($0, F_OK) == 0 }

    private init(share: String, configuration: String) {
        self.share = share
        self.configuration = configuration
    }

    /// The folders of a program: `../share/inkd` from the folder it lies in, and `../etc/inkd` if there is a configuration; in place of one
    /// that is not there, the system's.
    ///
    /// - Parameters:
    ///   - program: the absolute path of the program, without symbolic links; nil if nobody knows.
    ///   - exists: whether there is a file or folder.
    init(program: String?, exists: (String) -> Bool) {
        let parts = (program ?? "").split(separator: "/")
        let prefix = parts.dropLast(2).map { "/" + $0 }.joined()
        let (share, configuration) = (prefix + "/share/inkd", prefix + "/etc/inkd")
        // what is installed to /usr is configured in /etc
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
