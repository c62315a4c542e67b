internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl packages move`.
struct PackagesMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Moves a part within its package, or to the end of another one.",
        discussion: """
            Examples:
              inkctl packages move notes 2 --to 0          to the front
              inkctl packages move notes 2 --into diary    into another package
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"))
    var package: String

    @Argument(help: ArgumentHelp("The part's place, from 0, as `inkctl packages parts` shows it.", valueName: "part"))
    var part: Int

    @Option(help: ArgumentHelp("The new place, from 0.", valueName: "place"))
    var to: Int?

    @Option(help: ArgumentHelp("Into this package, in place of the same.", valueName: "package"))
    var into: String?

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard (to == nil) != (into == nil) else { throw ValidationError("give either --to or --into") }
    }

    func run() throws {
        let connection = try daemon.connect()
        let moved =
            try PackageSession.perform(package, changes: true, on: connection) {
                let id = try connection.part(at: part, of: package).id
                guard let into, into != package else { return try connection.movePart(id, of: package, to: to) }
                return try PackageSession.perform(into, changes: true, on: connection) {
                    try connection.movePart(id, of: package, into: into)
                }
            }
        try StandardOutput.writeLine("\(DisplayText.escaped(into ?? package)): part \(moved.index), \(DisplayText.escaped(moved.type))")
    }
}
