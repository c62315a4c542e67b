internal import ArgumentParser
internal import InkClient

/// `inkctl packages delete`.
struct PackagesDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Deletes a package that is not open. There is no way back.",
        discussion: """
            Example:
              inkctl packages delete notes
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"))
    var package: String

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        try daemon.connect().deletePackage(package)
        try StandardOutput.writeLine("\(DisplayText.escaped(package)): deleted")
    }
}
