internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl models remove`.
struct ModelsRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes a model that was installed here.",
        discussion: """
            Example:
              inkctl models remove de    take German away; the system's comes back
            """)

    @Argument(help: ArgumentHelp("The model's tag, as `inkctl models list` shows it.", valueName: "tag"))
    var tag: String

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        try daemon.connect().removeModel(tag)
        try StandardOutput.writeLine("\(DisplayText.escaped(tag)): removed")
    }
}
