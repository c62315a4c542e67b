internal import Configuration
internal import Foundation
internal import System
internal import SystemPackage
internal import Yams

/// Reads settings, in order of precedence: flags, the environment (`INKD_EDITOR_PAUSE`), the file, the defaults.
public struct SettingsLoader: Sendable {
    /// The path of the configuration file if no other is named.
    public static let defaultPath = InstalledFiles.own.configuration + "/inkd.yaml"

    /// The YAML file to read.
    public var path: String
    /// Whether a file that is not there is an error. Nobody needs to have the default one.
    public var mustExist: Bool
    /// Values of the command line, by key.
    public var flags: [String: String]
    /// The environment, by variable.
    public var environment: [String: String]

    /// A loader; with the process's own environment unless another is given.
    public init(path: String? = nil, flags: [String: String] = [:], environment: [String: String]? = nil) {
        self.path = path ?? Self.defaultPath
        mustExist = path != nil
        self.flags = flags
        self.environment = environment ?? ProcessInfo.processInfo.environment
    }

    /// Reads and checks everything.
    /// - Throws: `DaemonError.configuration` that names the key and the remedy.
    public func load() async throws(DaemonError) -> Settings {
        let flags = Dictionary(flags.map { (Self.variable(of: $0.key), $0.value) }) { $1 }
        // flags are text, as variables are, and are understood in the same way
        var providers: [any ConfigProvider] = [flags, environment.filter { $0.key.hasPrefix("INKD_") }].map { variables in
            KeyMappingProvider(upstream: EnvironmentVariablesProvider(environmentVariables: Self.absolute(variables))) {
                $0.prepending(["inkd"])
            }
        }
        let root = try checkedFile()
        if root != nil {
            do {
                providers.append(try await FileProvider<SettingsSnapshot>(filePath: FilePath(path)))
            } catch {
                throw .configuration("\(path) cannot be read: \(error)")
            }
        }
        let reader = ConfigReader(providers: providers)
        var settings = Settings()
        for setting in Setting.all { try setting.apply(reader, to: &settings) }
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

    /// Reads and checks everything, and the quirks as well: those that came with inkd, then the administrator's beside the configuration.
    /// - Throws: `DaemonError.configuration` that names the file, the key and the remedy.
    public func loadWithQuirks() async throws(DaemonError) -> Settings {
        var settings = try await load()
        settings.quirks = try QuirkFiles.read(folders: quirkFolders(of: settings))
        return settings
    }

    /// Where quirks lie, weakest first.
    func quirkFolders(of settings: Settings) -> [String] {
        func parent(_ path: String) -> String { (path as NSString).deletingLastPathComponent }
        // as installed, as in the sources, and beside the program if the models lie elsewhere
        let beside = ["quirks", "config/quirks"].map { "\(parent(settings.models))/\($0)" } + [InstalledFiles.own.share + "/quirks"]
        let given = settings.devicesQuirks.isEmpty ? beside.first(where: isFolder) : settings.devicesQuirks
        let own = "\(parent(path).isEmpty ? "." : parent(path))/quirks"
        var folders = given.map { [$0] } ?? []
        if isFolder(own), given.map(resolved) != resolved(own) { folders.append(own) }
        return folders
    }

    private func resolved(_ path: String) -> String { (path as NSString).resolvingSymlinksInPath }

    private func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The variable that sets a key: `INKD_EDITOR_UNDO_STEPS` for `editor.undoSteps`.
    private static func variable(of key: String) -> String {
        "INKD_" + key.map { $0 == "." ? "_" : $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
    }

    /// Variables with their paths counted from the current folder; a file has no such folder.
    private static func absolute(_ variables: [String: String]) -> [String: String] {
        var variables = variables
        for setting in Setting.all where setting.isPath {
            let name = variable(of: setting.key)
            guard let path = variables[name], !path.isEmpty, !path.hasPrefix("/") else { continue }
            variables[name] =
                FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(path)).lexicallyNormalized().string
        }
        return variables
    }

    /// Refuses keys that mean nothing: most often they are misspelt.
    /// - Returns: The content of the file; nil if it sets nothing.
    private func checkedFile() throws(DaemonError) -> Node? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            if mustExist || FileManager.default.fileExists(atPath: path) {
                throw .configuration("\(path) cannot be read: give the path of a readable YAML file in UTF-8")
            }
            return nil
        }
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch {
            throw .configuration("\(path) is not YAML: \(error)")
        }
        guard let root, root.null == nil else { return nil }
        guard case .mapping = root else {
            throw .configuration("\(path) is not a mapping: write `key: value` lines, as in the example file")
        }
        let known = Setting.all.map(\.key) + Self.sectionsByTablet
        for (key, line, isEmpty) in Self.keys(of: root, under: "") where !known.contains(key) {
            // a section whose keys are all commented out
            if isEmpty, known.contains(where: { $0.hasPrefix(key + ".") }) { continue }
            throw .configuration("\(path), line \(line): there is no setting \(key); there are \(known.joined(separator: ", "))")
        }
        return root
    }

    /// Keys below which the keys are tablets.
    static let sectionsByTablet = [AreaSettings.key, TabletSettingsReader.key]

    private static func keys(of node: Node, under prefix: String) -> [(key: String, line: Int, isEmpty: Bool)] {
        guard case .mapping(let mapping) = node else { return [] }
        return mapping.flatMap { key, value -> [(key: String, line: Int, isEmpty: Bool)] in
            let path = prefix + (key.string ?? "?")
            if case .mapping = value, !sectionsByTablet.contains(path) { return keys(of: value, under: path + ".") }
            return [(path, key.mark?.line ?? 0, value.null != nil)]
        }
    }
}

/// The file as the configuration library reads it: without `devices.tablets`, as the library refuses lists of lists.
private struct SettingsSnapshot: FileConfigSnapshot {
    private let rest: YAMLSnapshot

    init(data: RawSpan, providerName: String, parsingOptions: YAMLSnapshot.ParsingOptions) throws {
        var text = data.withUnsafeBytes { Data($0) }
        if var root = try Yams.Parser(yaml: text).singleRoot(), TabletSettingsReader.remove(from: &root) {
            text = Data(try Yams.serialize(node: root).utf8)
        }
        rest = try YAMLSnapshot(data: text.bytes, providerName: providerName, parsingOptions: parsingOptions)
    }

    var providerName: String { rest.providerName }
    var description: String { rest.description }
    var debugDescription: String { rest.debugDescription }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult { try rest.value(forKey: key, type: type) }
}
