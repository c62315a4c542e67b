internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl packages parts`.
struct PackagesPartsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parts",
        abstract: "List the parts of a package.",
        discussion: """
            Examples:
              inkctl packages parts notes                      a table
              inkctl packages parts notes --json | jq .type    one JSON object per line
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Flag(help: "Write one JSON object per part, as defined in org.inkd.Packages.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let connection = try daemon.connect()
        let parts = try PackageSession.perform(package, changes: false, on: connection) { try connection.parts(of: package) }
        try StandardOutput.writeLines(json ? parts.map(JSONLine.text(of:)) : Self.lines(parts))
    }

    /// Returns the table of parts, or a hint if the table would be empty.
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

/// `inkctl packages add`.
struct PackagesAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an empty part at the end of a package.",
        discussion: """
            Examples:
              inkctl packages add notes Math
              inkctl packages add notes "Text Document"
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Argument(
        help: ArgumentHelp("Type of the part: Text, Math, Drawing, Diagram, \"Raw Content\" or \"Text Document\".", valueName: "type"))
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

/// `inkctl packages clone`.
struct PackagesCloneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clone",
        abstract: "Copy a part to the end of its package or of another one.",
        discussion: """
            Examples:
              inkctl packages clone notes 0                 within the package
              inkctl packages clone notes 0 --into diary    into another package
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Argument(help: ArgumentHelp("The part's index, from 0, as listed by `inkctl packages parts`.", valueName: "part"))
    var part: Int

    @Option(help: ArgumentHelp("Target package. Default: the same package.", valueName: "package"), completion: .packages)
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

/// `inkctl packages move`.
struct PackagesMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a part within its package, or to the end of another one.",
        discussion: """
            Examples:
              inkctl packages move notes 2 --to 0          to the front
              inkctl packages move notes 2 --into diary    into another package
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Argument(help: ArgumentHelp("The part's index, from 0, as listed by `inkctl packages parts`.", valueName: "part"))
    var part: Int

    @Option(help: ArgumentHelp("New index of the part, from 0.", valueName: "place"))
    var to: Int?

    @Option(help: ArgumentHelp("Target package. Default: the same package.", valueName: "package"), completion: .packages)
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

/// `inkctl packages remove`.
struct PackagesRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a part with its content.",
        discussion: """
            Example:
              inkctl packages remove notes 1
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Argument(help: ArgumentHelp("The part's index, from 0, as listed by `inkctl packages parts`.", valueName: "part"))
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

/// `inkctl packages metadata`.
struct PackagesMetadataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metadata",
        abstract: "Show and change the metadata of a package or a part.",
        discussion: """
            Examples:
              inkctl packages metadata notes                  metadata of the package
              inkctl packages metadata notes 0 --set title=A  set a key of a part
              inkctl packages metadata notes 0 --unset title
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Argument(help: ArgumentHelp("The part's index, from 0, as listed by `inkctl packages parts`.", valueName: "part"))
    var part: Int?

    @Option(help: ArgumentHelp("Key to set, with a number, true, false or a text. May be given several times.", valueName: "key=value"))
    var set: [Assignment] = []

    @Option(help: ArgumentHelp("Key to remove. May be given several times.", valueName: "key"))
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
