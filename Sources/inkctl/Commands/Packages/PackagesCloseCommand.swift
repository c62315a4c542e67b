internal import ArgumentParser
internal import InkClient

/// `inkctl packages close`.
struct PackagesCloseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Closes a package, for all your programs.",
        discussion: """
            Examples:
              inkctl packages close notes              once it is saved
              inkctl packages close notes --discard    and lose what was not saved
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"))
    var package: String

    @Flag(help: "Lose changes that were not saved.")
    var discard = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        try daemon.connect().closePackage(package, discardingChanges: discard)
        try StandardOutput.writeLine("\(DisplayText.escaped(package)): closed")
    }
}
