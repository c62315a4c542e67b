internal import ArgumentParser
internal import Glibc
internal import InkProtocol
internal import System
internal import Tablet

/// The command line of the relay of a pen.
@main
struct InkdPen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inkd-pen",
        abstract: "Relay a pen to the desktop, except for the strokes that are handwriting.",
        discussion: """
            When inkd asks for it, inkd-pen makes a virtual pen like the real one (its twin), grabs \
            the real one, and passes everything on, except for contacts that write into a text \
            field: those go to inkd, and the desktop sees the pen hover. Without inkd the pen works \
            as if inkd-pen were not there. udev starts one instance for each pen \
            (inkd-pen@.service).

            Examples:
              inkd-pen /dev/input/event7                     relay this pen
              inkd-pen --socket /tmp/pens /dev/input/event7  use another socket
              inkd-pen --seat-of /sys/class/input/input9     print the seat of a twin
            """,
        version: inkdVersion)

    @Option(help: ArgumentHelp("Connect to inkd on this socket.", valueName: "path"))
    var socket = RelayLink.defaultPath

    @Option(
        help: ArgumentHelp(
            "Print ID_SEAT of the pen that the virtual pen of this folder in /sys stands for, and exit.",
            discussion: "For the udev rule. Prints nothing for a pen of the first seat.", valueName: "folder"))
    var seatOf: String?

    @Argument(help: ArgumentHelp("The event node of the pen.", valueName: "node"))
    var node: String?

    func validate() throws {
        guard seatOf == nil || node == nil else { throw ValidationError("--seat-of takes no node. Give one of the two.") }
        guard seatOf != nil || node != nil else {
            throw ValidationError("no pen was given. Give an event node, such as /dev/input/event7; `libinput list-devices` lists them.")
        }
    }

    func run() throws {
        if let seatOf {
            if let seat = TwinSeat.seat(ofTwinAt: seatOf) { print("ID_SEAT=\(seat)") }
            return
        }
        guard let node else { return }
        // positions of the pen must not be left in a core dump; a limit of 1 also applies if a program receives the dump (Linux,
        // fs/coredump.c)
        var limit = rlimit(rlim_cur: 1, rlim_max: 1)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        do throws(RelayError) {
            let loop = try RelayLoop(node: node, socket: socket)
            try loop.run()
        } catch {
            StandardError.writeLine("inkd-pen: \(error)")
            throw error.exitCode
        }
    }
}

/// Errors that keep a pen from being relayed. The pen then works as without inkd-pen.
enum RelayError: Error, CustomStringConvertible {
    /// The pen cannot be read, or its twin cannot be made.
    case device(TabletError)
    /// The node is the virtual pen of another instance.
    case twin(node: String)
    /// The node belongs to no pen.
    case notAPen(node: String)
    /// The kernel refused the filter of system calls.
    case sandbox(errno: Int32)
    /// poll failed.
    case waiting(errno: Int32)

    var description: String {
        switch self {
        case .device(let error): "\(error)"
        case .twin(let node): "\(node) is the virtual pen of another inkd-pen. Give the node of the real pen"
        case .notAPen(let node): "\(node) reports no pen. Give the node of a pen; `libinput list-devices` lists them"
        case .sandbox(let code): "cannot restrict system calls: \(SystemError.reason(code)). The kernel needs CONFIG_SECCOMP_FILTER"
        case .waiting(let code): "poll: \(SystemError.reason(code))"
        }
    }

    /// The exit status: 69 (EX_UNAVAILABLE) if starting again would not help.
    var exitCode: ExitCode {
        switch self {
        case .twin, .notAPen, .sandbox: ExitCode(EX_UNAVAILABLE)
        case .device, .waiting: .failure
        }
    }
}
