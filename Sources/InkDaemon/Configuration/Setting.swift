internal import InkWorkspace
internal import Logging
internal import ModelStore

/// One key of the configuration, with its parser and the allowed values.
struct Setting: Sendable {
    let key: String
    /// The allowed values, as the end of the sentence "give …".
    let allowed: String
    /// Whether the value is a path. In a flag or a variable, a relative path is resolved against the current folder.
    let isPath: Bool
    /// Parses the value into the settings. Returns false if the value is of another type or out of range.
    private let read: @Sendable (SettingValues.Value, inout Settings) -> Bool

    /// All keys.
    static let all: [Setting] = [
        Setting("socket", allowed: "the absolute path of a socket", isPath: true) { value, settings in
            guard let path = value.string else { return false }
            settings.socket = path
            return path.hasPrefix("/") && path.utf8.count < 108
        },
        Setting("model", allowed: "the path of a .safetensors model, or nothing for the installed one", isPath: true) {
            value, settings in
            guard let path = value.string else { return false }
            guard !path.isEmpty else { return true }
            settings.model = path
            return true
        },
        Setting("models", allowed: "the absolute path of a folder, or nothing for the installed ones", isPath: true) {
            value, settings in
            guard let path = value.string else { return false }
            guard !path.isEmpty else { return true }
            settings.models = path
            return path.hasPrefix("/")
        },
        folder("state", \.state),
        folder("runtime", \.runtime),
        folder("temporary", \.temporary, orNothing: true),
        Setting("language", allowed: "a language tag such as en or de-CH, or nothing") { value, settings in
            guard let tag = value.string else { return false }
            settings.language = tag
            return tag.isEmpty || (try? LanguageTag(tag)) != nil
        },
        Setting("log.level", allowed: "one of trace, debug, info, notice, warning, error, critical") { value, settings in
            guard let name = value.string else { return false }
            guard let level = Logger.Level(rawValue: name) else { return false }
            settings.logLevel = level
            return true
        },
        whole("editor.pause", \.editorPause, 50...60_000, "milliseconds"),
        whole("editor.undoSteps", \.editorUndoSteps, 1...100_000, "steps"),
        whole("touch.holdOff", \.touchHoldOff, 0...5_000, "milliseconds"),
        Setting("devices.virtual", allowed: "true or false") { value, settings in
            guard let flag = value.bool else { return false }
            settings.devicesVirtual = flag
            return true
        },
        Setting("devices.sessions", allowed: "required or none") { value, settings in
            guard let name = value.string else { return false }
            guard let sessions = DeviceSessions(rawValue: name) else { return false }
            settings.devicesSessions = sessions
            return true
        },
        Setting("devices.programs", allowed: "a list of names, in which * matches any text") { value, settings in
            guard let names = value.strings else { return false }
            settings.devicesPrograms = names
            return settings.devicesPrograms.allSatisfy { !$0.isEmpty && $0.utf8.count <= 256 } && settings.devicesPrograms.count <= 100
        },
        share("devices.tipDown", \.devicesTipDown),
        share("devices.tipUp", \.devicesTipUp),
        folder("devices.quirks", \.devicesQuirks, orNothing: true),
        whole("recorder.limit", \.recorderLimit, 1...1_048_576, "MiB"),
        Setting("access.users", allowed: "a list of user names or numbers") { value, settings in
            guard let names = value.strings else { return false }
            settings.accessUsers = names
            return settings.accessUsers.allSatisfy { !$0.isEmpty }
        },
        Setting("access.administrators", allowed: "a list of user names or numbers") { value, settings in
            guard let names = value.strings else { return false }
            settings.accessAdministrators = names
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
        whole("quotas.contentMemory", \.quotas.contentMemory, 64...65_536, "MiB"),
        whole("quotas.exportMemory", \.quotas.exportMemory, 16...65_536, "MiB"),
        whole("quotas.annotations", \.quotas.annotations, 1...65_536, "KiB per second"),
        whole("quotas.notices", \.quotas.notices, 1...10_000, "lines per minute"),
        whole("quotas.transfers", \.quotas.transfers, 1...1_000, "transfers"),
        whole("quotas.transferSize", \.quotas.transferSize, 1...65_536, "MiB"),
        whole("quotas.models", \.quotas.models, 1...65_536, "MiB"),
    ]

    private init(
        _ key: String, allowed: String, isPath: Bool = false, read: @escaping @Sendable (SettingValues.Value, inout Settings) -> Bool
    ) {
        self.key = key
        self.allowed = allowed
        self.isPath = isPath
        self.read = read
    }

    private static func folder(
        _ key: String, _ path: any WritableKeyPath<Settings, String> & Sendable, orNothing: Bool = false
    ) -> Setting {
        Setting(key, allowed: "the absolute path of a folder" + (orNothing ? ", or nothing" : ""), isPath: true) { value, settings in
            guard let folder = value.string else { return false }
            settings[keyPath: path] = folder
            return folder.hasPrefix("/") || orNothing && folder.isEmpty
        }
    }

    private static func share(_ key: String, _ path: any WritableKeyPath<Settings, Double> & Sendable) -> Setting {
        Setting(key, allowed: "percent of the pressure range, 0 to 100") { value, settings in
            guard let number = value.double else { return false }
            settings[keyPath: path] = number
            return (0...100).contains(number)
        }
    }

    private static func whole(
        _ key: String, _ path: any WritableKeyPath<Settings, Int> & Sendable, _ range: ClosedRange<Int>, _ unit: String
    ) -> Setting {
        Setting(key, allowed: "a whole number of \(unit), \(range.lowerBound) to \(range.upperBound)") { value, settings in
            guard let number = value.int else { return false }
            settings[keyPath: path] = number
            return range.contains(number)
        }
    }

    /// Applies the key's value, if there is one, to the settings.
    /// - Throws: `DaemonError.configuration` naming the key, the value and the allowed values.
    func apply(_ values: SettingValues, to settings: inout Settings) throws(DaemonError) {
        guard let value = values[key], !read(value, &settings) else { return }
        throw .configuration("\(key) is \(value.string.map { "\"\($0)\"" } ?? "of another type"): give \(allowed)")
    }
}
