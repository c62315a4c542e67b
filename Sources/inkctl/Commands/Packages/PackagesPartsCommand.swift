internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl packages parts`.
struct PackagesPartsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parts",
        abstract: "Lists the parts of a package.",
        discussion: """
            Examples:
              inkctl packages parts notes                      a table
              inkctl packages parts notes --json | jq .type    one JSON object a line
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"))
    var package: String

    @Flag(help: "Write one JSON object for each part, as org.inkd.Packages describes it.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let connection = try daemon.connect()
        let parts = try PackageSession.perform(package, changes: false, on: connection) { try connection.parts(of: package) }
        for line in json ? try parts.map({ try JSONLine.text(of: $0) }) : Self.lines(parts) { try StandardOutput.writeLine(line) }
    }

    /// The table, or what to do if there is nothing to put in it.
    static func lines(_ parts: [PackagesInterface.Part]) -> [String] {
        guard !parts.isEmpty else { return ["No parts. Add one with `inkctl packages add`."] }
        var table = TextTable(columns: [
            .init(title: "PART", alignment: .right), .init(title: "TYPE"), .init(title: "LANGUAGE"), .init(title: "ID", alignment: .right),
        ])
        table.rows = parts.map {
            [String($0.index), DisplayText.escaped($0.type), DisplayText.escaped($0.language ?? "–"), String($0.id)]
        }
        return table.lines
    }
}
