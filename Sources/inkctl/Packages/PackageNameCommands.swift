internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl packages rename`.
struct PackagesRenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Gives a package another name.",
        discussion: """
            It may be open, but no program may have a part of it in an editor.

            Example:
              inkctl packages rename notes diary
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Argument(help: ArgumentHelp("The new name, unlike all others.", valueName: "name"))
    var name: String

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let renamed = try daemon.connect().renamePackage(package, to: name)
        try StandardOutput.writeLine("\(DisplayText.escaped(package)): is \(DisplayText.escaped(renamed.name)) now")
    }
}

/// `inkctl packages save-as`.
struct PackagesSaveAsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save-as",
        abstract: "Saves a copy of a package under another name.",
        discussion: """
            What was not saved is in the copy, too; the package itself stays as it is.

            Example:
              inkctl packages save-as notes notes-of-may
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Argument(help: ArgumentHelp("The copy's name, unlike all others.", valueName: "name"))
    var name: String

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let copy = try daemon.connect().savePackage(package, as: name)
        let size = copy.bytes.map { ", \(DisplayText.size($0))" } ?? ""
        try StandardOutput.writeLine("\(DisplayText.escaped(copy.name)): saved\(size)")
    }
}
