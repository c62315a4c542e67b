internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl packages remove`.
struct PackagesRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes a part, and all that is written in it.",
        discussion: """
            Example:
              inkctl packages remove notes 1
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"))
    var package: String

    @Argument(help: ArgumentHelp("The part's place, from 0, as `inkctl packages parts` shows it.", valueName: "part"))
    var part: Int

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let connection = try daemon.connect()
        try PackageSession.perform(package, changes: true, on: connection) {
            try connection.removePart(connection.part(at: part, of: package).id, of: package)
        }
        try StandardOutput.writeLine("\(DisplayText.escaped(package)): part \(part) removed")
    }
}
