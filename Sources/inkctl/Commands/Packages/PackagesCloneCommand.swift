internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl packages clone`.
struct PackagesCloneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clone",
        abstract: "Copies a part to the end of its package, or of another one.",
        discussion: """
            Examples:
              inkctl packages clone notes 0                 beside the old one
              inkctl packages clone notes 0 --into diary    into another package
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"))
    var package: String

    @Argument(help: ArgumentHelp("The part's place, from 0, as `inkctl packages parts` shows it.", valueName: "part"))
    var part: Int

    @Option(help: ArgumentHelp("Into this package, in place of the same.", valueName: "package"))
    var into: String?

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let connection = try daemon.connect()
        let copy =
            try PackageSession.perform(package, changes: into == nil, on: connection) {
                let id = try connection.part(at: part, of: package).id
                guard let into, into != package else { return try connection.clonePart(id, of: package) }
                return try PackageSession.perform(into, changes: true, on: connection) {
                    try connection.clonePart(id, of: package, into: into)
                }
            }
        try StandardOutput.writeLine("\(DisplayText.escaped(into ?? package)): part \(copy.index), \(DisplayText.escaped(copy.type))")
    }
}
