internal import ArgumentParser
internal import InkClient
internal import InkProtocol
internal import InputMethod
internal import System

/// The input method's command line.
@main
struct InkdWlim: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inkd-wlim",
        abstract: "Puts what the pen writes into the text field that has the focus, on Wayland desktops made with wlroots, such as sway.",
        discussion: """
            Speaks zwp_input_method_v2. A seat has one input method: Fcitx, IBus and others must not run beside it.

            Examples:
              inkd-wlim                                for as long as the desktop lasts
              inkd-wlim --socket /tmp/ink/sock         with a daemon that serves elsewhere
              exec inkd-wlim                           in the configuration of sway
              systemctl --user enable --now inkd-wlim  where the desktop starts graphical-session.target
            """,
        version: inkdVersion)

    @Option(
        help: ArgumentHelp(
            "Talk to inkd on this socket.", discussion: "Default: INKD_SOCKET, or else \(InkConnection.defaultPath).", valueName: "path"))
    var socket: String?

    func run() throws {
        CoreDumps.forbid()
        do throws(WlimError) {
            try WlimLoop(socket: socket).run()
        } catch {
            StandardError.writeLine("inkd-wlim: \(error)")
            throw ExitCode(error.exitStatus)
        }
    }
}
