internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl config get`.
struct ConfigGetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Shows the value of a key.",
        discussion: """
            Example:
              inkctl config get undo.limit
            """)

    @Argument(help: ArgumentHelp("A key, as `inkctl config list` shows it.", valueName: "key"))
    var key: String

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
        let settings = try options.daemon.connect().configuration(of: options.editor)
        guard let setting = settings.first(where: { $0.key == key }) else { throw InkctlError.noSuchKey(key) }
        try StandardOutput.writeLine(DisplayText.escaped(setting.value.content?.word ?? ""))
    }
}
