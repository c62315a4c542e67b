internal import Accessibility
internal import ArgumentParser
internal import FoundationEssentials
internal import Glibc
internal import InkClient
internal import InkProtocol
internal import InputMethod
internal import System

/// The input method's command line.
@main
struct InkdWlim: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inkd-wlim",
        abstract: "Insert handwriting into the focused field on Wayland desktops based on wlroots, such as sway.",
        discussion: """
            Uses zwp_input_method_v2. A seat has only one input method: Fcitx, IBus and others must not run at the same time.

            Examples:
              inkd-wlim                          run until the desktop session ends
              inkd-wlim --socket /tmp/ink/sock   use a daemon on another socket
              inkd-wlim --trace                  log events with their times
              exec inkd-wlim                     start it in the configuration of sway
              systemctl --user enable --now inkd-wlim
                                                 start it with graphical-session.target
            """,
        version: inkdVersion)

    @Option(
        help: ArgumentHelp(
            "Connect to inkd on this socket.", discussion: "Default: INKD_SOCKET, or else \(InkConnection.defaultPath).", valueName: "path")
    )
    var socket: String?

    @Flag(help: "Log events with their times to standard error, but never the written text.")
    var trace = false

    @Flag(
        name: .customLong("no-accessibility"),
        help: "Do not detect password fields on the accessibility bus: passwords in fields that applications do not report are recognized.")
    var isDeaf = false

    func run() throws {
        CoreDumps.forbid()
        do throws(WlimError) {
            try WlimLoop(socket: socket, trace: Trace(isOn: trace), accessibility: isDeaf ? nil : .ofUser).run()
        } catch {
            StandardError.writeLine("inkd-wlim: \(error)")
            throw ExitCode(error.exitStatus)
        }
    }
}

/// Input methods that may occupy the seat.
enum OtherInputMethods {
    /// The common names of input methods, by the names of their processes.
    private static let known = [
        "fcitx": "Fcitx", "fcitx5": "Fcitx 5", "fcitx5-wayland": "Fcitx 5", "ibus-daemon": "IBus", "ibus-wayland": "IBus",
        "inkd-wlim": "another inkd-wlim", "kime": "kime", "maliit-keyboard": "Maliit", "maliit-server": "Maliit",
        "squeekboard": "Squeekboard", "swayime": "swayime", "wlchewing": "wlchewing", "wlpinyin": "wlpinyin",
    ]

    /// Returns the other input methods that this user runs.
    static func running() -> [String] { Set(processes(of: getuid()).compactMap { known[$0] }).sorted() }

    /// Returns the names of a user's processes, except this one. Desktops of other users have their own seats.
    static func processes(of user: uid_t) -> Set<String> {
        let own = String(getpid())
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return Set(
            processes.filter { $0 != own && $0.allSatisfy(\.isNumber) }.compactMap { process in
                var status = stat()
                guard stat("/proc/\(process)", &status) == 0, status.st_uid == user else { return nil }
                return FileManager.default.contents(atPath: "/proc/\(process)/comm").map { String(decoding: $0.dropLast(), as: UTF8.self) }
            })
    }
}

/// Errors that end the input method.
enum WlimError: Error, CustomStringConvertible {
    /// No compositor answers at the path.
    case noCompositor(path: String, errno: Int32)
    /// Neither XDG_RUNTIME_DIR nor a path is set to find the compositor.
    case noRuntimeDirectory
    /// The path is longer than a socket path may be.
    case pathTooLong(String)
    /// The compositor has no zwp_input_method_manager_v2.
    case unsupported
    /// The compositor has no wl_seat.
    case noSeat
    /// Another input method has the seat. `others` contains its likely name.
    case unavailable(others: [String])
    /// The compositor ended the connection.
    case closed(errno: Int32)
    /// The compositor reported why it ends the connection.
    case refused(String)
    /// The keymap of the pen's keys could not be sent.
    case noKeymap(errno: Int32)
    /// A message of the compositor violates Wayland's protocol.
    case malformed(WireError)
    /// poll failed.
    case waiting(errno: Int32)

    var description: String {
        switch self {
        case .noCompositor(let path, let code):
            "no Wayland compositor at \(path): \(SystemError.reason(code)). Run inkd-wlim inside the session, or set WAYLAND_DISPLAY"
        case .noRuntimeDirectory: "XDG_RUNTIME_DIR is not set: without it the Wayland compositor cannot be found"
        case .pathTooLong(let path): "the socket path \(path) has \(path.utf8.count) bytes; at most 107 are allowed"
        case .unsupported:
            "this compositor does not support zwp_input_method_v2; sway and others based on wlroots do. On GNOME use IBus: ibus-engine-inkd(1)"
        case .noSeat: "the compositor has no wl_seat, so no field has the focus. Connect a keyboard, then restart inkd-wlim"
        case .unavailable(let others):
            "another input method already serves this seat, and a seat has only one"
                + (others.isEmpty ? "" : ". It is probably \(others.joined(separator: " or "))")
                + ". Stop it first, then start inkd-wlim again"
        case .closed(0): "the compositor exited"
        case .closed(let code): "the connection to the compositor failed: \(SystemError.reason(code))"
        case .refused(let words): "the compositor refused a request: \(words)"
        case .noKeymap(let code): "cannot send a keymap to the compositor: \(SystemError.reason(code))"
        case .malformed(let error): "the compositor violates the Wayland protocol: \(error)"
        case .waiting(let code): "poll: \(SystemError.reason(code))"
        }
    }

    /// 69 (EX_UNAVAILABLE) if a restart would not help.
    var exitStatus: Int32 {
        switch self {
        case .unsupported, .unavailable: 69
        default: 1
        }
    }
}
