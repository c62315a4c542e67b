internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl packages rename`.
struct PackagesRenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a package.",
        discussion: """
            The package may be open, but not one of its parts in an editor.

            Example:
              inkctl packages rename notes diary
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Argument(help: ArgumentHelp("The new name; no other package may have it.", valueName: "name"))
    var name: String

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let renamed = try daemon.connect().renamePackage(package, to: name)
        try StandardOutput.writeLine("\(DisplayText.escaped(package)): renamed to \(DisplayText.escaped(renamed.name))")
    }
}

/// `inkctl packages save-as`.
struct PackagesSaveAsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save-as",
        abstract: "Save a copy of a package under another name.",
        discussion: """
            The copy includes unsaved changes; the package itself stays unchanged.

            Example:
              inkctl packages save-as notes notes-of-may
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Argument(help: ArgumentHelp("Name of the copy; no other package may have it.", valueName: "name"))
    var name: String

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let copy = try daemon.connect().savePackage(package, as: name)
        let size = copy.bytes.map { ", \(DisplayText.size($0))" } ?? ""
        try StandardOutput.writeLine("\(DisplayText.escaped(copy.name)): saved\(size)")
    }
}
