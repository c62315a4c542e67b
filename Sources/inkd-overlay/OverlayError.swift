internal import Glibc

/// What keeps the overlay from showing anything.
enum OverlayError: Error, CustomStringConvertible {
    /// No X server answers.
    case noDisplay(String?)
    /// The X server went away.
    case displayLost
    /// cairo cannot draw on the window.
    case noDrawing
    /// Another overlay is on the screen.
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
