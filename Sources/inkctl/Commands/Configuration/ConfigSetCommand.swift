internal import ArgumentParser
internal import InkClient
internal import InkProtocol

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

    @Argument(help: ArgumentHelp("A key, as `inkctl config list` shows it.", valueName: "key"))
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

    /// The value of a key's kind, which is that of the value it has: a text stays one even if it looks like a number.
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
