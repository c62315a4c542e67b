internal import Configuration
internal import Foundation
internal import SystemPackage
internal import Yams

/// Where settings come from: flags before the environment (`INKD_EDITOR_PAUSE`) before the file before the defaults.
public struct SettingsLoader: Sendable {
    /// Where the configuration lies if no other file is named.
    public static let defaultPath = "/etc/inkd/inkd.yaml"

    /// The YAML file to read.
    public var path: String
    /// Whether a file that is not there is an error. Nobody needs to have the default one.
    public var mustExist: Bool
    /// What the command line says, by key.
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
        try checkKeys()
        let file: FileProvider<YAMLSnapshot>
        do {
            file = try await FileProvider<YAMLSnapshot>(filePath: FilePath(path), allowMissing: !mustExist)
        } catch {
            throw .configuration("\(path) cannot be read: \(error)")
        }
        let own = environment.filter { $0.key.hasPrefix("INKD_") }
        let reader = ConfigReader(providers: [
            InMemoryProvider(values: Dictionary(uniqueKeysWithValues: flags.map { (AbsoluteConfigKey($0.key.split(separator: ".").map(String.init)), ConfigValue(.string($0.value), isSecret: false)) })),
            KeyMappingProvider(upstream: EnvironmentVariablesProvider(environmentVariables: own)) { $0.prepending(["inkd"]) },
            file,
        ])
        var settings = Settings()
        for setting in Setting.all { try setting.apply(reader, to: &settings) }
        return settings
    }

    /// Refuses keys that mean nothing: most often they are misspelt.
    private func checkKeys() throws(DaemonError) {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            if mustExist { throw .configuration("\(path) cannot be read: give the path of a readable YAML file in UTF-8") }
            return
        }
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch {
            throw .configuration("\(path) is not YAML: \(error)")
        }
        guard let root, root != Node("", Tag(.null)) else { return }
        guard case .mapping = root else { throw .configuration("\(path) is not a mapping: write `key: value` lines, as in the example file") }
        let known = Setting.all.map(\.key)
        for (key, line) in Self.keys(of: root, under: "") where !known.contains(key) {
            let near = known.min { Self.distance($0, key) < Self.distance($1, key) } ?? ""
            throw .configuration("\(path), line \(line): there is no setting \(key); the nearest is \(near). Known: \(known.joined(separator: ", "))")
        }
    }

    private static func keys(of node: Node, under prefix: String) -> [(key: String, line: Int)] {
        guard case .mapping(let mapping) = node else { return [] }
        return mapping.flatMap { key, value -> [(key: String, line: Int)] in
            let path = prefix + (key.string ?? "?")
            if case .mapping = value { return keys(of: value, under: path + ".") }
            return [(path, key.mark?.line ?? 0)]
        }
    }

    /// Levenshtein's edit distance, to guess what was meant.
    private static func distance(_ a: String, _ b: String) -> Int {
        let b = Array(b)
        var row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, y) in b.enumerated() {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (x == y ? 0 : 1))
                diagonal = above
            }
        }
        return row[b.count]
    }
}
