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
        abstract: "A window to try handwriting in, and to set it up.",
        discussion: """
            What is set here holds for you, at once and for good; inkctl config shows the same.

            The writing pad takes ink from a pen, a finger or a mouse, and gives its text to the \
            clipboard: for programs that no input method reaches.

            Examples:
              inkd-settings                  the window, as the desktop's menu opens it
              inkd-settings --pad            the writing pad alone
              inkd-settings --page health    what keeps the pen from writing
            """,
        version: inkdVersion)

    @Flag(help: "Open the writing pad alone, in a small window.")
    var pad = false

    @Option(help: ArgumentHelp("Open on this page.", valueName: "page"))
    var page = PageName.pad

    @Option(
        help: ArgumentHelp(
            "Talk to inkd on this socket.", discussion: "Default: INKD_SOCKET, or else \(InkConnection.defaultPath).", valueName: "path"))
    var socket: String?

    func run() throws {
        // ink must not be left in a file; 1 also applies if a program receives the dump (Linux, fs/coredump.c)
        var limit = rlimit(rlim_cur: 1, rlim_max: 1)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        // the end of the daemon does not end this process
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
        case .pad: "Try it"
        case .writing: "Writing"
        case .health: "Health"
        case .tablets: "Tablets"
        case .hand: "My hand"
        case .recordings: "Recordings"
        }
    }
}
