internal import Glibc

/// What ends the input method.
enum WlimError: Error, CustomStringConvertible {
    /// No compositor answers at the path.
    case noCompositor(path: String, errno: Int32)
    /// Neither XDG_RUNTIME_DIR nor a path is there to find the compositor by.
    case noRuntimeDirectory
    /// The path is longer than a socket's may be.
    case pathTooLong(String)
    /// It has no zwp_input_method_manager_v2.
    case unsupported
    /// It has no wl_seat.
    case noSeat
    /// Another input method has the seat; what it seems to be.
    case unavailable(others: [String])
    /// The compositor ended the connection.
    case closed(errno: Int32)
    /// The compositor said why it ends the connection.
    case refused(String)
    /// What the compositor says is not Wayland's protocol.
    case malformed(WireError)
    /// poll failed.
    case waiting(errno: Int32)

    var description: String {
        switch self {
        case .noCompositor(let path, let code):
            "no Wayland compositor at \(path): \(Self.text(code)). Run inkd-wlim inside the session, or set WAYLAND_DISPLAY"
        case .noRuntimeDirectory: "XDG_RUNTIME_DIR is not set: without it the Wayland compositor cannot be found"
        case .pathTooLong(let path): "the socket path \(path) has \(path.utf8.count) bytes; at most 107 are possible"
        case .unsupported:
            "this compositor has no zwp_input_method_v2, which sway and others on wlroots have. On GNOME use IBus: ibus-engine-inkd(1)"
        case .noSeat: "the compositor has no wl_seat, so no field has the focus. Connect a keyboard, then start inkd-wlim again"
        case .unavailable(let others):
            "another input method serves this seat already, and there can be one only"
                + (others.isEmpty ? "" : ". It is probably \(others.joined(separator: " or "))")
                + ". Stop it first, then start inkd-wlim again"
        case .closed(0): "the compositor has ended"
        case .closed(let code): "the connection to the compositor failed: \(Self.text(code))"
        case .refused(let words): "the compositor refused a request: \(words)"
        case .malformed(let error): "the compositor does not speak Wayland's protocol: \(error)"
        case .waiting(let code): "poll: \(Self.text(code))"
        }
    }

    /// 69 (EX_UNAVAILABLE) where starting again would not help.
    var exitStatus: Int32 {
        switch self {
        case .unsupported, .unavailable: 69
        default: 1
        }
    }

    private static func text(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}
