internal import ArgumentParser
internal import InkClient
internal import InkProtocol
internal import InputMethod

/// The command line of the program behind fcitx5's addon, which the addon starts by itself.
@main
struct InkdFcitx5: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inkd-fcitx5",
        abstract: "Puts what the pen writes into the field that has the focus, for the addon of fcitx5.",
        discussion: """
            The addon starts it, and speaks with it on its standard input and output. Add the input method in fcitx5-configtool: "Pen handwriting".

            Examples:
              fcitx5-remote -s inkd            write with the pen now
              INKD_SOCKET=/tmp/ink/sock fcitx5  with a daemon that serves elsewhere
            """,
        version: inkdVersion)

    @Option(help: ArgumentHelp("inkd's socket. Default: $INKD_SOCKET, or else \(InkConnection.defaultPath).", valueName: "path"))
    var socket: String?

    func run() {
        CoreDumps.forbid()
        AddonLoop(socket: socket).run()
    }
}
