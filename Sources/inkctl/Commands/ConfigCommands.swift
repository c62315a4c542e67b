internal import ArgumentParser
internal import Editing
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl config`: the configuration of writing, recognition and export.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show and change settings of writing, recognition and export.",
        discussion: """
            A setting applies to all your editors and is permanent: inkd stores it per user. With \
            --once it applies until inkd stops; with --editor it applies to one editor, as long as \
            that exists. An editor without its own setting uses yours.

            Examples:
              inkctl config list                           all keys and their sources
              inkctl config get undo.limit                 one value
              inkctl config set eraser.mode pixel          for all your editors, permanently
              inkctl config set --once recognition.pause 800
              inkctl config set --editor pen1 pen.color '#204080'
              inkctl config reset eraser.mode              restore the earlier value
              inkctl config export > inkd-user.yaml        your permanent settings
            """,
        subcommands: [
            ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self, ConfigResetCommand.self,
            ConfigExportCommand.self, ConfigImportCommand.self,
        ])
}

/// `inkctl config list`.
struct ConfigListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List all keys with their values and meanings.",
        discussion: """
            Examples:
              inkctl config list                  a table; FROM is the source of the value
              inkctl config list --editor pen1    the values of one editor
              inkctl config list --json           one JSON object per line
            """)

    @Flag(help: "Write one JSON object per key, as defined in org.inkd.Editor.")
    var json = false

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
        let settings = try options.daemon.connect().configuration(of: options.editor)
        try StandardOutput.writeLines(json ? settings.map(JSONLine.text(of:)) : Self.lines(settings))
    }

    static func lines(_ settings: [EditorInterface.Setting]) -> [String] {
        var table = TextTable(columns: [.init(title: "KEY"), .init(title: "VALUE"), .init(title: "FROM"), .init(title: "MEANING")])
        table.rows = settings.filter { !$0.isReplaced }.map {
            [
                DisplayText.escaped($0.key), DisplayText.escaped($0.value.content?.word ?? "–"), source($0),
                DisplayText.escaped($0.summary),
            ]
        }
        return table.lines
    }

    /// Returns the name of a value's source.
    static func source(_ setting: EditorInterface.Setting) -> String {
        switch setting.source {
        case .builtIn: "built-in"
        case .daemon: "inkd.yaml"
        case .user: "you"
        case .session: "you, once"
        case .editor: "this editor"
        // this inkd does not report the source
        case nil: setting.own ? "set" : ""
        }
    }
}

/// `inkctl config get`.
struct ConfigGetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Show the value of a key.",
        discussion: """
            Examples:
              inkctl config get undo.limit
              inkctl config get undo.limit --from    also its source
            """)

    @Argument(help: ArgumentHelp("A key, as listed by `inkctl config list`.", valueName: "key"), completion: .keys)
    var key: String

    @Flag(help: "Write the source of the value on a second line, as in `inkctl config list`.")
    var from = false

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
        let settings = try options.daemon.connect().configuration(of: options.editor)
        let setting = try settings.setting(named: key)
        let value = DisplayText.escaped(setting.value.content?.word ?? "")
        try StandardOutput.writeLines(from ? [value, ConfigListCommand.source(setting)] : [value])
    }
}

/// `inkctl config set`.
struct ConfigSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set a key, permanently unless --once or --editor is given.",
        discussion: """
            Examples:
              inkctl config set eraser.mode pixel
              inkctl config set --once eraser.mode pixel        until inkd stops
              inkctl config set --editor pen1 undo.limit 50     for one editor
            """)

    @Argument(help: ArgumentHelp("A key, as listed by `inkctl config list`.", valueName: "key"), completion: .keys)
    var key: String

    @Argument(help: ArgumentHelp("Text, number, or true or false, depending on the key.", valueName: "value"))
    var value: String

    @Flag(help: "Set the key until inkd stops or you reset it.")
    var once = false

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
        let connection = try options.daemon.connect()
        let settings = try connection.configuration(of: options.editor)
        let setting = try settings.setting(named: key)
        try connection.setConfiguration(
            key, to: try Self.content(value, of: key, like: setting.value.content), of: options.editor,
            persist: !once && options.editor == nil)
    }

    /// Parses a value as the kind of value that the key has now. For example, a text stays a text even if it looks like a number.
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
        abstract: "Remove a setting of one editor, or one made with --once.",
        discussion: """
            The key then has its permanent value again, or the value for all editors. `inkctl \
            config reset` also removes the permanent value.

            Examples:
              inkctl config unset eraser.mode
              inkctl config unset --editor pen1 undo.limit
            """)

    @Argument(help: ArgumentHelp("A key, as listed by `inkctl config list`.", valueName: "key"), completion: .keys)
    var key: String

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
        try options.daemon.connect().unsetConfiguration(key, of: options.editor)
    }
}

/// `inkctl config reset`.
struct ConfigResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Reset a key to the value of /etc/inkd/inkd.yaml or the built-in value.",
        discussion: """
            Examples:
              inkctl config reset eraser.mode
              inkctl config reset --all          all your settings, except those of editors
            """)

    @Argument(help: ArgumentHelp("A key, as listed by `inkctl config list`.", valueName: "key"), completion: .keys)
    var key: String?

    @Flag(help: "Reset all keys.")
    var all = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard (key == nil) == all else { throw ValidationError("give either a key or --all") }
    }

    func run() throws {
        let connection = try daemon.connect()
        if let key { return try connection.unsetConfiguration(key, persist: true) }
        for setting in try connection.configuration() where setting.own { try connection.unsetConfiguration(setting.key, persist: true) }
    }
}

/// Options that select the configuration of all editors or of one.
struct ConfigurationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Use the settings of this editor instead of all editors.", valueName: "editor"), completion: .editors)
    var editor: String?

    @OptionGroup var daemon: DaemonOptions
}

extension EditorInterface.Value.Content {
    /// Parses a word: `true` and `false` are flags, finite numbers are numbers, and all other words are text.
    init(_ word: String) {
        switch word {
        case "true": self = .flag(true)
        case "false": self = .flag(false)
        default: self = Double(word).flatMap { $0.isFinite ? .number($0) : nil } ?? .text(word)
        }
    }

    /// The value as one word; whole numbers have no decimal point.
    var word: String {
        switch self {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .flag(let flag): "\(flag)"
        }
    }
}

extension EditorInterface.Setting {
    /// Whether another key has replaced this one. A replaced key remains only for earlier programs.
    var isReplaced: Bool { ((try? ConfigurationKey.named(key))?.storedName ?? key) != key }
}

extension [EditorInterface.Setting] {
    /// Returns the setting of a key. An earlier name of the key is accepted, too.
    ///
    /// - Throws: `noSuchKey`.
    func setting(named key: String) throws(InkctlError) -> EditorInterface.Setting {
        let name = ConfigurationKey.currentName(of: key)
        guard let setting = first(where: { $0.key == name }) else { throw .noSuchKey(key) }
        return setting
    }
}
