internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl models resolve`.
struct ModelsResolveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Says which model a language tag means.",
        discussion: """
            Examples:
              inkctl models resolve en-GB           en, where there is nothing nearer
              inkctl models resolve de-x-gesture    mul-Latn-x-gesture
            """)

    @Argument(help: ArgumentHelp("A language tag (BCP 47).", valueName: "tag"))
    var tag: String

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        try StandardOutput.writeLine(DisplayText.escaped(try daemon.connect().resolveModel(tag).tag))
    }
}
