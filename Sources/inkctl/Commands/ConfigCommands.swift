internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl config`: the configuration of writing, recognition and export.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Shows and changes how ink is written, read and exported.",
        discussion: """
            What is set holds for you, in all your editors, and lasts: inkd keeps it for each \
            user. With --once it holds until inkd ends; with --editor for one editor, as long as \
            that is there. An editor follows what is set for all where it has nothing of its own.

            Examples:
              inkctl config list                           all keys, and who has set them
              inkctl config get undo.limit                 one value
              inkctl config set eraser.mode pixel          for all your editors, for good
              inkctl config set --once recognition.pause 800
              inkctl config set --editor pen1 pen.colour '#204080'
              inkctl config reset eraser.mode              back to what it was before
              inkctl config export > inkd-user.yaml        what you have set
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
        abstract: "Lists all keys, their values, and what they mean.",
        discussion: """
            Examples:
              inkctl config list                  a table; FROM says who has set a value
              inkctl config list --editor pen1    as it holds for one editor
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
        var table = TextTable(columns: [.init(title: "KEY"), .init(title: "VALUE"), .init(title: "FROM"), .init(title: "MEANING")])
        table.rows = settings.map {
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
        // an inkd that does not report the source
        case nil: setting.own ? "set" : ""
        }
    }
}

/// `inkctl config get`.
struct ConfigGetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Shows the value of a key.",
        discussion: """
            Examples:
              inkctl config get undo.limit
              inkctl config get undo.limit --from    and who has set it
            """)

    @Argument(help: ArgumentHelp("A key, as `inkctl config list` shows it.", valueName: "key"), completion: .keys)
    var key: String

    @Flag(help: "Write a second line that says who has set it, as `inkctl config list` does.")
    var from = false

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
        let settings = try options.daemon.connect().configuration(of: options.editor)
        guard let setting = settings.first(where: { $0.key == key }) else { throw InkctlError.noSuchKey(key) }
        let value = DisplayText.escaped(setting.value.content?.word ?? "")
        try StandardOutput.writeLines(from ? [value, ConfigListCommand.source(setting)] : [value])
    }
}

/// `inkctl config set`.
struct ConfigSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Sets a key, for good.",
        discussion: """
            Examples:
              inkctl config set eraser.mode pixel
              inkctl config set --once eraser.mode pixel        until inkd ends
              inkctl config set --editor pen1 undo.limit 50     for one editor
            """)

    @Argument(help: ArgumentHelp("A key, as `inkctl config list` shows it.", valueName: "key"), completion: .keys)
    var key: String

    @Argument(help: ArgumentHelp("A text, a number, or true or false, as the key wants.", valueName: "value"))
    var value: String

    @Flag(help: "Until inkd ends, or you reset it.")
    var once = false

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
        let connection = try options.daemon.connect()
        let settings = try connection.configuration(of: options.editor)
        guard let setting = settings.first(where: { $0.key == key }) else { throw InkctlError.noSuchKey(key) }
        try connection.setConfiguration(
            key, to: try Self.content(value, of: key, like: setting.value.content), of: options.editor,
            persist: !once && options.editor == nil)
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
        abstract: "Takes back what was set for one editor, or with --once.",
        discussion: """
            The key follows what is set for all, or for good, again; `inkctl config reset` takes \
            that back as well.

            Examples:
              inkctl config unset eraser.mode
              inkctl config unset --editor pen1 undo.limit
            """)

    @Argument(help: ArgumentHelp("A key, as `inkctl config list` shows it.", valueName: "key"), completion: .keys)
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
        abstract: "Has a key follow /etc/inkd/inkd.yaml, or the built-in value, again.",
        discussion: """
            Examples:
              inkctl config reset eraser.mode
              inkctl config reset --all          all that you set; editors keep theirs
            """)

    @Argument(help: ArgumentHelp("A key, as `inkctl config list` shows it.", valueName: "key"), completion: .keys)
    var key: String?

    @Flag(help: "Every key.")
    var all = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard (key == nil) == all else { throw ValidationError("name a key, or give --all") }
    }

    func run() throws {
        let connection = try daemon.connect()
        if let key { return try connection.unsetConfiguration(key, persist: true) }
        for setting in try connection.configuration() where setting.own { try connection.unsetConfiguration(setting.key, persist: true) }
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

    /// The value as one word; whole numbers have no decimal point.
    var word: String {
        switch self {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .flag(let flag): "\(flag)"
        }
    }
}
