internal import ArgumentParser
internal import InkClient
internal import InkProtocol
internal import InputMethod

/// The command line of the program behind fcitx5's addon, which the addon starts by itself.
@main
struct InkdFcitx5: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inkd-fcitx5",
        abstract: "Insert handwriting into the focused field, for the fcitx5 addon.",
        discussion: """
            The addon starts it and uses its standard input and output. Add the input method "Pen handwriting" in fcitx5-configtool.

            Examples:
              fcitx5-remote -s inkd             switch to handwriting
              INKD_SOCKET=/tmp/ink/sock fcitx5  use a daemon on another socket
            """,
        version: inkdVersion)

    @Option(help: ArgumentHelp("inkd's socket. Default: $INKD_SOCKET, or else \(InkConnection.defaultPath).", valueName: "path"))
    var socket: String?

    func run() {
        CoreDumps.forbid()
        AddonLoop(socket: socket).run()
    }
}
