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
        abstract: "Shows on the screen what the pen writes into a text field: the ink, the text, and candidates.",
        discussion: """
            The panel is near the caret where that is known, or else at the bottom of the screen, \
            and shows the line that is being written in its real size. It is there while something \
            is written, takes no focus, and lets clicks through. Ink over passwords is never shown.

            Examples:
              inkd-overlay                             for as long as the desktop lasts
              inkd-overlay --socket /tmp/ink/sock      of a daemon that serves elsewhere
              exec inkd-overlay                        in the configuration of sway
            """,
        version: inkdVersion)

    @Option(
        help: ArgumentHelp(
            "Connect to inkd on this socket.", discussion: "Default: INKD_SOCKET, or else \(InkConnection.defaultPath).", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("Colours: light, dark, or as the desktop has them.", valueName: "auto|light|dark"))
    var theme = Theme.auto

    @Flag(help: "Leave candidates and messages to the desktop, which shows them itself.")
    var noCandidates = false

    @Flag(help: "End with the program that started this one.")
    var withParent = false

    func run() throws {
        if withParent { ChildProcess.endWithParent() }
        // ink must not be left in a file; 1 also applies if a program receives the dump (Linux, fs/coredump.c)
        var limit = rlimit(rlim_cur: 1, rlim_max: 1)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        // the end of the daemon does not end this process
        signal(SIGPIPE, SIG_IGN)
        do throws(OverlayError) {
            try OverlayLoop(
                socket: socket, palette: theme.palette { DesktopColours.areDark }, showsCandidates: !noCandidates
            ).run()
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
            "there is no X server: DISPLAY is not set. On a Wayland desktop, Xwayland has to be there (sway: `xwayland enable`)"
        case .noDisplay(let name?): "the X server \(name) cannot be reached. Is DISPLAY right, and may this user connect? Try: xdpyinfo"
        case .displayLost: "the X server has ended"
        case .noDrawing: "cairo cannot draw on the window: there is too little memory"
        case .alreadyThere: "an overlay is on this screen already"
        case .waiting(let code): "poll: \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
        }
    }
}
