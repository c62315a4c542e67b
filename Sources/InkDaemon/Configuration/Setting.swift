internal import Configuration
internal import Logging
internal import ModelStore

/// One key of the configuration: the parser of its value, and the allowed values.
struct Setting: Sendable {
    let key: String
    /// The allowed values, as the end of the sentence "give …".
    let allowed: String
    /// Whether the value is a path. One of a flag or a variable counts from the current folder, as anybody expects who types it.
    let isPath: Bool
    /// False if the value is of another type or out of range.
    private let read: @Sendable (ConfigReader, inout Settings) throws -> Bool

    /// Every key there is.
    static let all: [Setting] = [
        Setting("socket", allowed: "the absolute path of a socket", isPath: true) { reader, settings in
            guard let path = try reader.value("socket") else { return true }
            settings.socket = path
            return path.hasPrefix("/") && path.utf8.count < 108
        },
        Setting("model", allowed: "the path of a .safetensors model, or nothing for the one that came with inkd", isPath: true) {
            reader, settings in
            guard let path = try reader.value("model"), !path.isEmpty else { return true }
            settings.model = path
            return true
        },
        Setting("models", allowed: "the absolute path of a folder, or nothing for those that came with inkd", isPath: true) {
            reader, settings in
            guard let path = try reader.value("models"), !path.isEmpty else { return true }
            settings.models = path
            return path.hasPrefix("/")
        },
        folder("state", \.state),
        folder("runtime", \.runtime),
        folder("temporary", \.temporary, orNothing: true),
        Setting("language", allowed: "a language tag such as en or de-CH, or nothing") { reader, settings in
            guard let tag = try reader.value("language") else { return true }
            settings.language = tag
            return tag.isEmpty || (try? LanguageTag(tag)) != nil
        },
        Setting("log.level", allowed: "one of trace, debug, info, notice, warning, error, critical") { reader, settings in
            guard let name = try reader.value("log.level") else { return true }
            guard let level = Logger.Level(rawValue: name) else { return false }
            settings.logLevel = level
            return true
        },
        whole("editor.pause", \.editorPause, 50...60_000, "milliseconds"),
        whole("editor.undoSteps", \.editorUndoSteps, 1...100_000, "steps"),
        whole("touch.holdOff", \.touchHoldOff, 0...5_000, "milliseconds"),
        Setting("devices.virtual", allowed: "true or false") { reader, settings in
            guard reader.has("devices.virtual") else { return true }
            settings.devicesVirtual = try reader.requiredBool(forKey: "devices.virtual")
            return true
        },
        Setting("devices.sessions", allowed: "required or none") { reader, settings in
            guard let name = try reader.value("devices.sessions") else { return true }
            guard let sessions = DeviceSessions(rawValue: name) else { return false }
            settings.devicesSessions = sessions
            return true
        },
        Setting("devices.programs", allowed: "a list of names, in which * stands for any text") { reader, settings in
            guard reader.has("devices.programs") else { return true }
            settings.devicesPrograms = try reader.requiredStringArray(forKey: "devices.programs")
            return settings.devicesPrograms.allSatisfy { !$0.isEmpty && $0.utf8.count <= 256 } && settings.devicesPrograms.count <= 100
        },
        share("devices.tipDown", \.devicesTipDown),
        share("devices.tipUp", \.devicesTipUp),
        folder("devices.quirks", \.devicesQuirks, orNothing: true),
        whole("recorder.limit", \.recorderLimit, 1...1_048_576, "MiB"),
        Setting("access.users", allowed: "a list of user names or numbers") { reader, settings in
            guard reader.has("access.users") else { return true }
            settings.accessUsers = try reader.requiredStringArray(forKey: "access.users")
            return settings.accessUsers.allSatisfy { !$0.isEmpty }
        },
        Setting("access.administrators", allowed: "a list of user names or numbers") { reader, settings in
            guard reader.has("access.administrators") else { return true }
            settings.accessAdministrators = try reader.requiredStringArray(forKey: "access.administrators")
            return settings.accessAdministrators.allSatisfy { !$0.isEmpty }
        },
        whole("clients.maximum", \.clientsMaximum, 1...1_000, "clients"),
        whole("clients.queue", \.clientsQueue, 64...65_536, "KiB"),
        whole("quotas.disk", \.quotas.disk, 1...1_048_576, "MiB"),
        whole("quotas.packages", \.quotas.packages, 1...1_000_000, "packages"),
        whole("quotas.openPackages", \.quotas.openPackages, 1...1_000, "packages"),
        whole("quotas.editors", \.quotas.editors, 1...1_000, "editors"),
        whole("quotas.connections", \.quotas.connections, 1...1_000, "connections"),
        whole("quotas.watches", \.quotas.watches, 1...1_000, "streams"),
        whole("quotas.exportMemory", \.quotas.exportMemory, 16...65_536, "MiB"),
        whole("quotas.annotations", \.quotas.annotations, 1...65_536, "KiB a second"),
        whole("quotas.notices", \.quotas.notices, 1...10_000, "lines a minute"),
        whole("quotas.transfers", \.quotas.transfers, 1...1_000, "transfers"),
        whole("quotas.transferSize", \.quotas.transferSize, 1...65_536, "MiB"),
        whole("quotas.models", \.quotas.models, 1...65_536, "MiB"),
    ]

    private init(
        _ key: String, allowed: String, isPath: Bool = false, read: @escaping @Sendable (ConfigReader, inout Settings) throws -> Bool
    ) {
        self.key = key
        self.allowed = allowed
        self.isPath = isPath
        self.read = read
    }

    private static func folder(
        _ key: String, _ path: any WritableKeyPath<Settings, String> & Sendable, orNothing: Bool = false
    ) -> Setting {
        Setting(key, allowed: "the absolute path of a folder" + (orNothing ? ", or nothing" : ""), isPath: true) { reader, settings in
            guard let value = try reader.value(key) else { return true }
            settings[keyPath: path] = value
            return value.hasPrefix("/") || orNothing && value.isEmpty
        }
    }

    private static func share(_ key: String, _ path: any WritableKeyPath<Settings, Double> & Sendable) -> Setting {
        Setting(key, allowed: "per cent of the pressure's range, 0 to 100") { reader, settings in
            guard reader.has(key) else { return true }
            let value = try reader.requiredDouble(forKey: ConfigKey(key))
            settings[keyPath: path] = value
            return (0...100).contains(value)
        }
    }

    private static func whole(
        _ key: String, _ path: any WritableKeyPath<Settings, Int> & Sendable, _ range: ClosedRange<Int>, _ unit: String
    ) -> Setting {
        Setting(key, allowed: "a whole number of \(unit), \(range.lowerBound) to \(range.upperBound)") { reader, settings in
            guard reader.has(key) else { return true }
            let value = try reader.requiredInt(forKey: ConfigKey(key))
            settings[keyPath: path] = value
            return range.contains(value)
        }
    }

    /// Puts the key's value, if there is one, into the settings.
    /// - Throws: `DaemonError.configuration` naming the key, the value and the allowed values.
    func apply(_ reader: ConfigReader, to settings: inout Settings) throws(DaemonError) {
        let fits = (try? read(reader, &settings)) ?? false
        guard fits else {
            let given = reader.string(forKey: ConfigKey(key)).map { "\"\($0)\"" } ?? "of another type"
            throw .configuration("\(key) is \(given): give \(allowed)")
        }
    }
}

extension ConfigReader {
    fileprivate func value(_ key: String) throws -> String? { has(key) ? try requiredString(forKey: ConfigKey(key)) : nil }

    /// Whether any provider has a value of any type that settings use.
    fileprivate func has(_ key: String) -> Bool {
        let key = ConfigKey(key)
        return string(forKey: key) != nil || int(forKey: key) != nil || bool(forKey: key) != nil
            || double(forKey: key) != nil || stringArray(forKey: key) != nil
    }
}
