internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl packages list`.
struct PackagesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists your packages.",
        discussion: """
            Examples:
              inkctl packages list                      a table
              inkctl packages list --json | jq .name    one JSON object a line
            """)

    @Flag(help: "Write one JSON object for each package, as org.inkd.Packages describes it.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let packages = try daemon.connect().packages()
        for line in json ? try packages.map({ try JSONLine.text(of: $0) }) : Self.lines(packages) { try StandardOutput.writeLine(line) }
    }

    /// The table, or what to do if there is nothing to put in it.
    static func lines(_ packages: [PackagesInterface.Package]) -> [String] {
        guard !packages.isEmpty else { return ["No packages. Make one with `inkctl packages create`."] }
        var table = TextTable(columns: [
            .init(title: "NAME"), .init(title: "PARTS", alignment: .right), .init(title: "SIZE", alignment: .right), .init(title: "STATE"),
        ])
        table.rows = packages.map { package in
            let states = [(package.open, "open"), (package.unsaved, "unsaved"), (package.recovered, "recovered")]
            return [
                DisplayText.escaped(package.name), package.parts.map { String($0) } ?? "–",
                package.bytes.map(DisplayText.size) ?? "never saved", states.filter(\.0).map(\.1).joined(separator: ", "),
            ]
        }
        return table.lines
    }
}
