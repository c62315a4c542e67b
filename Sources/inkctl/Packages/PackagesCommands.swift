internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl packages`: the stored packages.
struct PackagesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "packages",
        abstract: "Lists, makes, saves and deletes packages, and the parts in them.",
        discussion: """
            A package is a notebook: parts, each of one type, and what is noted of them. It \
            has a name and no path; inkd keeps it. Each user has their own. A command opens \
            the package it is about, and saves and closes it again; one that a program has \
            open stays open, and unsaved.

            Examples:
              inkctl packages create notes --part Text      a package with one part
              inkctl packages list                          those that there are
              inkctl packages parts notes                   what is in one
              inkctl write notes words.jsonl                write into it
              inkctl export notes 0 --to page.svg           get a part out again
              inkctl packages export notes --to a.inkpkg    or all of it
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
        try StandardOutput.writeLines(json ? packages.map(JSONLine.text(of:)) : Self.lines(packages))
    }

    /// Returns the table, or a hint if it would be empty.
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

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
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

/// `inkctl packages save`.
struct PackagesSaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Saves a package that is open.",
        discussion: """
            Examples:
              inkctl packages save notes           everything into its file
              inkctl packages save notes --temp    only makes sure of the working copy: fast
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Flag(help: "Make sure of the working copy only, which is found again after a forced exit.")
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
        abstract: "Closes a package, for all your programs.",
        discussion: """
            Examples:
              inkctl packages close notes              once it is saved
              inkctl packages close notes --discard    and lose what was not saved
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Flag(help: "Lose changes that were not saved.")
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
        abstract: "Deletes a package that is not open. There is no way back.",
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
