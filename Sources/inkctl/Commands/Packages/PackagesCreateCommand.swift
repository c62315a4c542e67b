internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl packages create`.
struct PackagesCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Makes a package.",
        discussion: """
            Examples:
              inkctl packages create notes                            with no part yet
              inkctl packages create notes --part Text --part Math    with two parts
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"))
    var package: String

    @Option(
        name: .customLong("part"),
        help: ArgumentHelp(
            "A part's type: Text, Math, Drawing, Diagram, \"Raw Content\" or \"Text Document\"; may be given several times.",
            valueName: "type"))
    var types: [String] = []

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let connection = try daemon.connect()
        try PackageSession.perform(package, .createNew, changes: true, on: connection) {
            for type in types { _ = try connection.createPart(type, in: package) }
        }
        try StandardOutput.writeLine("\(DisplayText.escaped(package)): created, \(DisplayText.count(types.count, "part"))")
    }
}
