internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol
internal import System
internal import YAML

/// `inkctl config export`.
struct ConfigExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write your permanent settings as YAML.",
        discussion: """
            The output has one line per key. inkd stores your settings itself, so that all \
            programs use them; this file is for another machine, or for your dotfiles.

            Example:
              inkctl config export > ~/.config/inkd-user.yaml
            """)

    @OptionGroup var daemon: DaemonOptions

    func run() throws { try StandardOutput.writeLines(Self.lines(daemon.connect().configuration())) }

    /// Returns a YAML mapping of the keys that the user has set permanently.
    static func lines(_ settings: [EditorInterface.Setting]) -> [String] {
        let lines = settings.filter { $0.source == .user && !$0.isReplaced }.compactMap { setting in
            setting.value.content.map { "\(setting.key): \(yaml($0))" }
        }
        return lines.isEmpty ? ["{}"] : lines
    }

    private static func yaml(_ value: EditorInterface.Value.Content) -> String {
        // a JSON string is also a YAML string
        if case .text(let text) = value { JSONValue.string(text).description } else { value.word }
    }
}

/// `inkctl config import`.
struct ConfigImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Set the permanent settings of a file made by `inkctl config export`.",
        discussion: """
            Keys that are not in the file stay unchanged. Nothing is set if a key is unknown or \
            has a value of the wrong kind.

            Example:
              inkctl config import ~/.config/inkd-user.yaml
            """)

    @Argument(help: ArgumentHelp("A YAML file.", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var file: String

    @OptionGroup var daemon: DaemonOptions

    /// The maximum size of a file in bytes, which is more than inkd stores for a user.
    private static let limit = 1 << 20

    func run() throws {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try WholeFile.read(file, limit: Self.limit)
        } catch {
            throw InkctlError.notSettings(path: file, reason: error.description)
        }
        let connection = try daemon.connect()
        let values = try Self.values(of: bytes, path: file, like: connection.configuration())
        for (key, value) in values { try connection.setConfiguration(key, to: value, persist: true) }
        StandardError.say("\(DisplayText.count(values.count, "key")) set")
    }

    /// Returns the keys of a file with their values. Each value is of the same kind as the key's value in `settings`.
    /// - Throws: `notSettings`, `noSuchKey`, `wrongKind`.
    static func values(
        of bytes: [UInt8], path: String, like settings: [EditorInterface.Setting]
    ) throws(InkctlError) -> [(key: String, value: EditorInterface.Value.Content)] {
        let root: YAMLNode?
        do throws(YAMLError) {
            root = try YAMLTree.read(bytes)
        } catch {
            throw .notSettings(path: path, reason: "it is not YAML: \(error)")
        }
        guard let root, !root.isNull else { return [] }
        guard let mapping = root.mapping else {
            throw .notSettings(path: path, reason: "it is not a mapping: write `key: value` lines, as `inkctl config export` does")
        }
        var values: [(key: String, value: EditorInterface.Value.Content)] = []
        for (name, node) in mapping {
            let key = name.string ?? ""
            let setting = try settings.setting(named: key)
            guard let word = node.string else { throw .wrongKind(key: key, value: "a list or a mapping", wanted: "one value") }
            values.append((key, try ConfigSetCommand.content(word, of: key, like: setting.value.content)))
        }
        // `pen.name` comes last, because it must name a pen of `pen.styles`
        return values.sorted { ($0.key == "pen.name" ? 1 : 0, $0.key) < ($1.key == "pen.name" ? 1 : 0, $1.key) }
    }
}
