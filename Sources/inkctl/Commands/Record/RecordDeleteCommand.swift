internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl record delete`.
struct RecordDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Removes recordings and all their files for good.",
        discussion: """
            Examples:
              inkctl record delete 2026-11-22-101500
              inkctl record delete --all
            """)

    @Argument(help: "Names, as `inkctl record list` tells them.")
    var names: [String] = []

    @Flag(help: "All your recordings but one that goes on.")
    var all = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard all == names.isEmpty else { throw ValidationError("name recordings, or give --all") }
    }

    func run() throws {
        let connection = try daemon.connect()
        let chosen = all ? try connection.recordings().recordings.filter { !$0.active }.map(\.name) : names
        for name in chosen {
            try connection.deleteRecording(name)
            try StandardOutput.writeLine("\(DisplayText.escaped(name)) is deleted")
        }
    }
}
