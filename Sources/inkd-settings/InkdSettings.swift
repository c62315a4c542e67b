internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkProtocol
internal import System

/// The command line of the settings window.
@main
struct InkdSettings: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inkd-settings",
        abstract: "Try handwriting in a window, and configure it.",
        discussion: """
            Changes apply to you alone, take effect at once and are permanent. inkctl config shows the same values.

            The writing pad accepts ink from a pen, a finger or a mouse, and copies its text to the \
            clipboard, for programs without input method support.

            Examples:
              inkd-settings                  open the window, as the desktop's menu does
              inkd-settings --pad            open the writing pad alone
              inkd-settings --page health    show why the pen does not write
            """,
        version: inkdVersion)

    @Flag(help: "Open the writing pad alone, in a small window.")
    var pad = false

    @Option(help: ArgumentHelp("Open this page.", valueName: "page"))
    var page = PageName.pad

    @Option(
        help: ArgumentHelp(
            "Connect to inkd on this socket.", discussion: "Default: INKD_SOCKET, or else \(InkConnection.defaultPath).", valueName: "path")
    )
    var socket: String?

    func run() throws {
        // ink must not be left in a core dump; a limit of 1 also applies if a program receives the dump (Linux, fs/coredump.c)
        var limit = rlimit(rlim_cur: 1, rlim_max: 1)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        // the end of the daemon must not end this process
        signal(SIGPIPE, SIG_IGN)
        let status = MainActor.assumeIsolated { Application(socket: socket, page: page, isPadOnly: pad).run() }
        guard status == 0 else { throw ExitCode(status) }
    }
}

/// The pages of the window, by their names on the command line.
enum PageName: String, CaseIterable, ExpressibleByArgument {
    case pad
    case writing
    case health
    case tablets
    case hand
    case recordings

    /// The title in the window's list.
    var title: String {
        switch self {
        case .pad: "Writing pad"
        case .writing: "Writing"
        case .health: "Health"
        case .tablets: "Tablets"
        case .hand: "My handwriting"
        case .recordings: "Recordings"
        }
    }
}
