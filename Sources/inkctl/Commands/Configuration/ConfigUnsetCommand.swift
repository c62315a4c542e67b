internal import ArgumentParser
internal import InkClient

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

    @Argument(help: ArgumentHelp("A key, as `inkctl config list` shows it.", valueName: "key"))
    var key: String

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
        try options.daemon.connect().unsetConfiguration(key, of: options.editor)
    }
}
