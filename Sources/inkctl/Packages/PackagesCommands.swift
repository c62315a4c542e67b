internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl packages`: the stored packages.
struct PackagesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "packages",
        abstract: "List, create, save and delete packages and their parts.",
        discussion: """
            A package is a notebook that contains parts, each of one type, and metadata. It has a \
            name and no path; inkd stores it. Each user has separate packages. A command opens its \
            package, and saves and closes it afterwards; a package that a program has open stays \
            open and unsaved.

            Examples:
              inkctl packages create notes --part Text      a package with one part
              inkctl packages list                          list your packages
              inkctl packages parts notes                   list the parts of one
              inkctl write notes words.jsonl                write into it
              inkctl export notes 0 --to page.svg           export a part
              inkctl packages export notes --to a.inkpkg    export all of it
              inkctl packages import-pages notes --from lecture.xopp
            """,
        subcommands: [
            PackagesListCommand.self, PackagesCreateCommand.self, PackagesSaveCommand.self, PackagesCloseCommand.self,
            PackagesDeleteCommand.self, PackagesRenameCommand.self, PackagesSaveAsCommand.self, PackagesExportCommand.self,
            PackagesImportCommand.self, PackagesExportPagesCommand.self, PackagesImportPagesCommand.self, PackagesPartsCommand.self,
            PackagesAddCommand.self, PackagesCloneCommand.self,
            PackagesMoveCommand.self, PackagesRemoveCommand.self, PackagesMetadataCommand.self, PackagesCheckCommand.self,
        ])
}

/// `inkctl packages list`.
struct PackagesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your packages.",
        discussion: """
            Examples:
              inkctl packages list                      a table
              inkctl packages list --json | jq .name    one JSON object per line
            """)

    @Flag(help: "Write one JSON object per package, as defined in org.inkd.Packages.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let packages = try daemon.connect().packages()
        try StandardOutput.writeLines(json ? packages.map(JSONLine.text(of:)) : Self.lines(packages))
    }

    /// Returns the table of packages, or a hint if the table would be empty.
    static func lines(_ packages: [PackagesInterface.Package]) -> [String] {
        guard !packages.isEmpty else { return ["No packages. Create one with `inkctl packages create`."] }
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

/// `inkctl packages create`.
struct PackagesCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a package.",
        discussion: """
            Examples:
              inkctl packages create notes                            without parts
              inkctl packages create notes --part Text --part Math    with two parts
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Option(
        name: .customLong("part"),
        help: ArgumentHelp(
            "Type of a part: Text, Math, Drawing, Diagram, \"Raw Content\" or \"Text Document\". May be given several times.",
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

/// `inkctl packages save`.
struct PackagesSaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save an open package.",
        discussion: """
            Examples:
              inkctl packages save notes           save everything to its file
              inkctl packages save notes --temp    only the working copy, which is fast
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Flag(help: "Only update the working copy, which is recovered after a forced exit.")
    var temp = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let connection = try daemon.connect()
        let saved = try temp ? connection.savePackageToTemp(package) : connection.savePackage(package)
        let size = temp ? "" : saved.bytes.map { ", \(DisplayText.size($0))" } ?? ""
        try StandardOutput.writeLine("\(DisplayText.escaped(package)): saved\(size)")
    }
}

/// `inkctl packages close`.
struct PackagesCloseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Close a package for all your programs.",
        discussion: """
            Examples:
              inkctl packages close notes              after it is saved
              inkctl packages close notes --discard    discard unsaved changes
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Flag(help: "Discard unsaved changes.")
    var discard = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        try daemon.connect().closePackage(package, discardingChanges: discard)
        try StandardOutput.writeLine("\(DisplayText.escaped(package)): closed")
    }
}

/// `inkctl packages delete`.
struct PackagesDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a package that is not open. This cannot be undone.",
        discussion: """
            Example:
              inkctl packages delete notes
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        try daemon.connect().deletePackage(package)
        try StandardOutput.writeLine("\(DisplayText.escaped(package)): deleted")
    }
}
