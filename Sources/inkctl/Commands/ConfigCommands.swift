internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl config`: the configuration of writing, reading and export.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Shows and changes how ink is written, read and exported.",
        discussion: """
            What is set holds for all your editors, until inkd ends; with --editor for one of \
            them. An editor follows what is set for all where it has nothing of its own.

            Examples:
              inkctl config list                           all keys, and what they mean
              inkctl config get undo.limit                 one value
              inkctl config set eraser.mode pixel          for all your editors
              inkctl config set --editor pen0 pen.colour '#204080'
              inkctl config unset eraser.mode              back to the built-in value
            """,
        subcommands: [ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self])
}

/// `inkctl config list`.
struct ConfigListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists all keys, their values, and what they mean.",
        discussion: """
            Examples:
              inkctl config list                  a table; * marks what was set here
              inkctl config list --editor pen0    as it holds for one editor
              inkctl config list --json           one JSON object a line
            """)

    @Flag(help: "Write one JSON object for each key, as org.inkd.Editor describes it.")
    var json = false

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
        let settings = try options.daemon.connect().configuration(of: options.editor)
        try StandardOutput.writeLines(json ? settings.map(JSONLine.text(of:)) : Self.lines(settings))
    }

    static func lines(_ settings: [EditorInterface.Setting]) -> [String] {
        var table = TextTable(columns: [.init(title: "KEY"), .init(title: "VALUE"), .init(title: ""), .init(title: "MEANING")])
        table.rows = settings.map {
            [
                DisplayText.escaped($0.key), DisplayText.escaped($0.value.content?.word ?? "–"), $0.own ? "*" : "",
                DisplayText.escaped($0.summary),
            ]
        }
        return table.lines
    }
}

/// `inkctl config get`.
struct ConfigGetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Shows the value of a key.",
        discussion: """
            Example:
              inkctl config get undo.limit
            """)

    @Argument(help: ArgumentHelp("A key, as `inkctl config list` shows it.", valueName: "key"), completion: .keys)
    var key: String

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
        let settings = try options.daemon.connect().configuration(of: options.editor)
        guard let setting = settings.first(where: { $0.key == key }) else { throw InkctlError.noSuchKey(key) }
        try StandardOutput.writeLine(DisplayText.escaped(setting.value.content?.word ?? ""))
    }
}

/// `inkctl config set`.
struct ConfigSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Sets a key.",
        discussion: """
            Examples:
              inkctl config set eraser.mode pixel
              inkctl config set --editor pen0 undo.limit 50
            """)

    @Argument(help: ArgumentHelp("A key, as `inkctl config list` shows it.", valueName: "key"), completion: .keys)
    var key: String

    @Argument(help: ArgumentHelp("A text, a number, or true or false, as the key wants.", valueName: "value"))
    var value: String

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
        let connection = try options.daemon.connect()
        let settings = try connection.configuration(of: options.editor)
        guard let setting = settings.first(where: { $0.key == key }) else { throw InkctlError.noSuchKey(key) }
        try connection.setConfiguration(key, to: try Self.content(value, of: key, like: setting.value.content), of: options.editor)
    }

    /// Parses a value as the same kind as the key's present value: a text stays a text even if it looks like a number.
    ///
    /// - Throws: `wrongKind`.
    static func content(
        _ word: String, of key: String, like present: EditorInterface.Value.Content?
    ) throws(InkctlError) -> EditorInterface.Value.Content {
        switch (present, EditorInterface.Value.Content(word)) {
        case (.text, _): return .text(word)
        case (.number, let value):
            guard case .number = value else { throw .wrongKind(key: key, value: word, wanted: "a number") }
            return value
        case (.flag, let value):
            guard case .flag = value else { throw .wrongKind(key: key, value: word, wanted: "true or false") }
            return value
        case (nil, let value): return value
        }
    }
}

/// `inkctl config unset`.
struct ConfigUnsetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset",
        abstract: "Has a key follow what is set for all, or the built-in value, again.",
        discussion: """
            Examples:
              inkctl config unset eraser.mode
              inkctl config unset --editor pen0 undo.limit
            """)

    @Argument(help: ArgumentHelp("A key, as `inkctl config list` shows it.", valueName: "key"), completion: .keys)
    var key: String

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
        try options.daemon.connect().unsetConfiguration(key, of: options.editor)
    }
}

/// Options that select the configuration of all editors or of one.
struct ConfigurationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Of this editor, in place of all.", valueName: "editor"), completion: .editors)
    var editor: String?

    @OptionGroup var daemon: DaemonOptions
}

extension EditorInterface.Value.Content {
    /// Parses a word: `true` and `false` are flags, finite numbers are numbers, all else is text.
    init(_ word: String) {
        switch word {
        case "true": self = .flag(true)
        case "false": self = .flag(false)
        default: self = Double(word).flatMap { $0.isFinite ? .number($0) : nil } ?? .text(word)
        }
    }

    /// The value in a word, whole numbers without a point.
    var word: String {
        switch self {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .flag(let flag): "\(flag)"
        }
    }
}
