internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl packages export`.
struct PackagesExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export a whole package to a file.",
        discussion: """
            The file contains all parts with their ink, text and metadata, for another machine or \
            as a backup; `inkctl packages import` imports it. Unsaved changes are saved first. \
            Only you can read the file (mode 0600).

            Examples:
              inkctl packages export notes --to notes.inkpkg
              inkctl packages export notes --to notes.inkpkg --force    replace it
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Option(help: ArgumentHelp("File to write.", valueName: "file"), completion: .file())
    var to: String

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        var status = stat()
        guard force || lstat(to, &status) != 0 else { throw CorpusError.exists(path: to) }
        let bytes = try daemon.connect().exportPackage(package)
        try ContentFile.write(bytes, to: to, mode: 0o600, overwrites: force)
        try StandardOutput.writeLine("\(DisplayText.escaped(package)): written, \(DisplayText.size(bytes.count))")
    }
}

/// `inkctl packages import`.
struct PackagesImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a package from a file.",
        discussion: """
            The package is checked, and stored under a name that no other package has. It is not \
            open afterwards.

            Examples:
              inkctl packages import notes --from notes.inkpkg
              ssh desk cat notes.inkpkg | inkctl packages import notes --from -
            """)

    @Argument(help: ArgumentHelp("Name of the new package.", valueName: "package"), completion: .packages)
    var package: String

    @Option(help: ArgumentHelp("File to import; - is standard input.", valueName: "file"), completion: .file())
    var from: String

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let bytes = try ContentFile.unpackedBytes(at: from)
        let taken = try daemon.connect().importPackage(package, bytes)
        let size = taken.bytes.map { ", \(DisplayText.size($0))" } ?? ""
        try StandardOutput.writeLine("\(DisplayText.escaped(package)): imported\(size)")
    }
}
