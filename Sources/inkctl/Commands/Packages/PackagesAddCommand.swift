internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl packages add`.
struct PackagesAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds an empty part at a package's end.",
        discussion: """
            Examples:
              inkctl packages add notes Math
              inkctl packages add notes "Text Document"
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"))
    var package: String

    @Argument(help: ArgumentHelp("Text, Math, Drawing, Diagram, \"Raw Content\" or \"Text Document\".", valueName: "type"))
    var type: String

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let connection = try daemon.connect()
        let part = try PackageSession.perform(package, changes: true, on: connection) {
            try connection.createPart(type, in: package)
        }
        try StandardOutput.writeLine("\(DisplayText.escaped(package)): part \(part.index), \(DisplayText.escaped(part.type))")
    }
}
