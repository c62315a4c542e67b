internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkProtocol
internal import System

/// The overlay's command line.
@main
struct InkdOverlay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inkd-overlay",
        abstract: "Show ink, text and candidates on the screen while the pen writes into a text field.",
        discussion: """
            The panel is near the caret if its position is known, otherwise at the bottom of the \
            screen, and shows the current line in its real size. It is visible while you write, \
            takes no focus, and lets clicks through. Ink over passwords is never shown.

            Ink of a pen on a screen is shown under its tip.

            Examples:
              inkd-overlay                             run until the desktop session ends
              inkd-overlay --socket /tmp/ink/sock      use a daemon on another socket
              exec inkd-overlay                        start it in the configuration of sway
            """,
        version: inkdVersion)

    @Option(
        help: ArgumentHelp(
            "Connect to inkd on this socket.", discussion: "Default: INKD_SOCKET, or else \(InkConnection.defaultPath).", valueName: "path")
    )
    var socket: String?

    @Option(help: ArgumentHelp("Colors: light, dark, or as in the desktop.", valueName: "auto|light|dark"))
    var theme = Theme.auto

    @Flag(help: "Do not show candidates and messages: the desktop shows them.")
    var noCandidates = false

    @Option(
        help: ArgumentHelp(
            "Show the ink of these pens under the tip: pens of screens, all pens, or none. The panel has the ink of the others.",
            valueName: "displays|always|never"))
    var atTip = TipMode.displays

    @Option(
        help: ArgumentHelp(
            "Map all tablets to the screen by these numbers.",
            discussion: "x = a·u + b·v + c and y = d·u + e·v + f, with u and v from 0 to 1 of the tablet's active area.",
            valueName: "a,b,c,d,e,f"))
    var mapping: TabletToScreen?

    @Flag(help: "Exit when the parent process exits.")
    var withParent = false

    func run() throws {
        if withParent { ChildProcess.endWithParent() }
        // ink must not be left in a core dump; a limit of 1 also applies if a program receives the dump (Linux, fs/coredump.c)
        var limit = rlimit(rlim_cur: 1, rlim_max: 1)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        // the end of the daemon must not end this process
        signal(SIGPIPE, SIG_IGN)
        do throws(OverlayError) {
            let desktop = try OverlayDesktop(
                palette: theme.palette { DesktopColors.areDark }, showsCandidates: !noCandidates, tipMode: atTip, mapping: mapping)
            try OverlayLoop(socket: socket, desktop: desktop, showsCandidates: !noCandidates).run()
        } catch {
            StandardError.writeLine("inkd-overlay: \(error)")
            throw ExitCode.failure
        }
    }
}

/// Errors that keep the overlay from showing anything.
enum OverlayError: Error, CustomStringConvertible {
    /// No X server answers.
    case noDisplay(String?)
    /// The X server is gone.
    case displayLost
    /// cairo cannot draw on the window.
    case noDrawing
    /// The screen has another overlay already.
    case alreadyThere
    /// poll failed.
    case waiting(errno: Int32)

    var description: String {
        switch self {
        case .noDisplay(nil):
            "no X server: DISPLAY is not set. A Wayland desktop needs Xwayland (sway: `xwayland enable`)"
        case .noDisplay(let name?): "cannot connect to the X server \(name). Check DISPLAY and this user's access with xdpyinfo"
        case .displayLost: "the X server exited"
        case .noDrawing: "cairo cannot draw on the window: not enough memory"
        case .alreadyThere: "an overlay is already running on this screen"
        case .waiting(let code): "poll: \(SystemError.reason(code))"
        }
    }
}
