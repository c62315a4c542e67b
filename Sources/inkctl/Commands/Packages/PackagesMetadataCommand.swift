internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl packages metadata`.
struct PackagesMetadataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metadata",
        abstract: "Shows and changes what is noted of a package, or of a part.",
        discussion: """
            Examples:
              inkctl packages metadata notes                  what is noted of the package
              inkctl packages metadata notes 0 --set title=A  note it of a part
              inkctl packages metadata notes 0 --unset title
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"))
    var package: String

    @Argument(help: ArgumentHelp("The part's place, from 0, as `inkctl packages parts` shows it.", valueName: "part"))
    var part: Int?

    @Option(help: ArgumentHelp("Note this: a number, true, false, or a text. May be given several times.", valueName: "key=value"))
    var set: [Assignment] = []

    @Option(help: ArgumentHelp("Forget this. May be given several times.", valueName: "key"))
    var unset: [String] = []

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let connection = try daemon.connect()
        let changes = !set.isEmpty || !unset.isEmpty
        let metadata = try PackageSession.perform(package, changes: changes, on: connection) {
            let part = try part.map { try connection.part(at: $0, of: package).id }
            var metadata = try connection.metadata(of: package, part: part)
            guard changes else { return metadata }
            for assignment in set { metadata[assignment.key] = .init(assignment.value) }
            for key in unset { metadata[key] = nil }
            try connection.setMetadata(metadata, of: package, part: part)
            return metadata
        }
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            try StandardOutput.writeLine("\(DisplayText.escaped(key))=\(DisplayText.escaped(value.word))")
        }
    }
}
