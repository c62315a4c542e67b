internal import FoundationEssentials
internal import Glibc
public import InkWorkspace
internal import System
internal import YAML

/// Reads settings, in order of precedence: flags, the environment (`INKD_EDITOR_PAUSE`), the file, the defaults.
public struct SettingsLoader: Sendable {
    /// Maximum bytes of a configuration file.
    private static let longestFile = 1 << 20
    /// The path of the configuration file if no other is named.
    public static let defaultPath = InstalledFiles.own.configuration + "/inkd.yaml"

    /// The YAML file to read.
    public var path: String
    /// Whether a missing file is an error. The default file is optional.
    public var mustExist: Bool
    /// Values of the command line, by key.
    public var flags: [String: String]
    /// The environment, by variable.
    public var environment: [String: String]

    /// Creates a loader. By default it uses the environment of the process.
    public init(path: String? = nil, flags: [String: String] = [:], environment: [String: String]? = nil) {
        self.path = path ?? Self.defaultPath
        mustExist = path != nil
        self.flags = flags
        self.environment = environment ?? ProcessInfo.processInfo.environment
    }

    /// Reads and checks all settings except for the quirks.
    /// - Throws: `DaemonError.configuration` that names the key and the remedy.
    public func load() throws(DaemonError) -> Settings {
        let root = try checkedFile()
        // flags and environment variables are both text, and are parsed in the same way
        let variables = Setting.all.compactMap { setting in environment[Self.variable(of: setting.key)].map { (setting.key, $0) } }
        let texts = [flags, Dictionary(uniqueKeysWithValues: variables)].map(Self.absolute)
        let values = SettingValues(texts: texts, file: root)
        var settings = Settings()
        for setting in Setting.all { try setting.apply(values, to: &settings) }
        if let root {
            settings.devicesAreas = try AreaSettings.read(root, path: path)
            settings.devicesTablets = try TabletSettingsReader.read(root, path: path)
        }
        _ = try Access.users(settings.accessUsers, in: "access.users")
        _ = try Access.users(settings.accessAdministrators, in: "access.administrators")
        guard settings.devicesTipUp <= settings.devicesTipDown else {
            throw .configuration(
                "devices.tipUp is \"\(settings.devicesTipUp)\": give no more than devices.tipDown, which is \(settings.devicesTipDown)")
        }
        return settings
    }

    /// Reads and checks all settings and the quirks: those that come with inkd, then the administrator's beside the configuration.
    /// - Throws: `DaemonError.configuration` that names the file, the key and the remedy.
    public func loadWithQuirks() throws(DaemonError) -> Settings {
        var settings = try load()
        settings.quirks = try QuirkFiles.read(folders: quirkFolders(of: settings))
        return settings
    }

    /// Returns the folders of quirks, in ascending order of precedence.
    func quirkFolders(of settings: Settings) -> [String] {
        // the installed quirks; those in the source tree; those beside the program if the models are in another folder
        let beside = ["quirks", "config/quirks"].map { "\(Self.parent(settings.models))/\($0)" } + [InstalledFiles.own.share + "/quirks"]
        let given = settings.devicesQuirks.isEmpty ? beside.first(where: isFolder) : settings.devicesQuirks
        let own = "\(Self.parent(path))/quirks"
        var folders = given.map { [$0] } ?? []
        if isFolder(own), given.map(resolved) != resolved(own) { folders.append(own) }
        return folders
    }

    /// Returns the folder that contains a file.
    private static func parent(_ path: String) -> String {
        var parts = path.split(separator: "/")
        _ = parts.popLast()
        return path.hasPrefix("/") ? "/" + parts.joined(separator: "/") : parts.isEmpty ? "." : parts.joined(separator: "/")
    }

    private func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the variable that sets a key: `INKD_EDITOR_UNDO_STEPS` for `editor.undoSteps`.
    private static func variable(of key: String) -> String {
        "INKD_" + key.map { $0 == "." ? "_" : $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
    }

    /// Returns the values by key; relative paths are resolved against the current folder. The values of the configuration file are not
    /// passed to this function.
    private static func absolute(_ values: [String: String]) -> [String: String] {
        var values = values
        for setting in Setting.all where setting.isPath {
            guard let path = values[setting.key], !path.isEmpty, !path.hasPrefix("/") else { continue }
            var parts: [Substring] = []
            for part in "\(FileManager.default.currentDirectoryPath)/\(path)".split(separator: "/") where part != "." {
                if part == ".." { _ = parts.popLast() } else { parts.append(part) }
            }
            values[setting.key] = "/" + parts.joined(separator: "/")
        }
        return values
    }

    /// Reads the file, and rejects unknown keys, which are usually misspelled.
    /// - Returns: The content of the file; nil if it sets nothing.
    private func checkedFile() throws(DaemonError) -> YAMLNode? {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try WholeFile.read(path, limit: Self.longestFile)
        } catch {
            guard mustExist || error.code != ENOENT && error.code != ENOTDIR else { return nil }
            switch error.code {
            case EFBIG: throw .configuration("\(path) has more than \(Self.longestFile / 1024) KiB: keep only settings in it")
            case SystemError.irregularFile: throw .configuration("\(path) cannot be read: \(error.reason). Name a file with settings")
            default: throw unreadable
            }
        }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw unreadable }
        let root: YAMLNode?
        do throws(YAMLError) {
            root = try YAMLTree.read(bytes)
        } catch {
            throw .configuration("\(path) is not YAML: \(error)")
        }
        guard let root, !root.isNull else { return nil }
        guard root.mapping != nil else {
            throw .configuration("\(path) is not a mapping: write `key: value` lines, as in the example file")
        }
        let known = Setting.all.map(\.key) + Self.sectionsByTablet
        for (key, line, isEmpty) in Self.keys(of: root, under: "") where !known.contains(key) {
            // an empty section is allowed: all its keys may be commented out
            if isEmpty, known.contains(where: { $0.hasPrefix(key + ".") }) { continue }
            throw .configuration("\(path), line \(line): unknown setting \(key); known settings: \(known.joined(separator: ", "))")
        }
        return root
    }

    private var unreadable: DaemonError {
        .configuration("\(path) cannot be read: give the path of a readable YAML file in UTF-8")
    }

    /// Keys whose subkeys are tablets.
    static let sectionsByTablet = [AreaSettings.key, TabletSettingsReader.key]

    private static func keys(of node: YAMLNode, under prefix: String) -> [(key: String, line: Int, isEmpty: Bool)] {
        guard let mapping = node.mapping else { return [] }
        return mapping.flatMap { key, value -> [(key: String, line: Int, isEmpty: Bool)] in
            let path = prefix + (key.string ?? "?")
            if value.mapping != nil, !sectionsByTablet.contains(path) { return keys(of: value, under: path + ".") }
            return [(path, key.line, value.isNull)]
        }
    }
}
