internal import ArgumentParser
internal import InkClient
internal import InkProtocol

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

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"))
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
