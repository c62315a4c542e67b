internal import CX11
internal import Glibc
internal import System

/// The X server that shows the panel.
final class Screen {
    /// The connection.
    let display: OpaquePointer
    /// The scale: pixels per pixel of an ordinary screen, from the resource that desktops set.
    let scale: Double

    /// Connects to the server that `DISPLAY` names.
    ///
    /// - Throws: `OverlayError.noDisplay`.
    init() throws(OverlayError) {
        let name = getenv("DISPLAY").map { String(cString: $0) }
        guard let display = XOpenDisplay(nil) else { throw .noDisplay(name) }
        self.display = display
        let dots = XGetDefault(display, "Xft", "dpi").flatMap { Double(String(cString: $0)) } ?? 96
        scale = dots.isFinite ? min(4, max(1, dots / 96)) : 1
        // without a handler, Xlib ends the process with a message for developers
        XSetIOErrorHandler { _ in
            StandardError.writeLine("inkd-overlay: \(OverlayError.displayLost)")
            exit(1)
        }
        // the server may refuse a request that is no longer possible, such as a size: the next frame will have another size
        XSetErrorHandler { _, _ in 0 }
    }

    deinit { XCloseDisplay(display) }

    /// The descriptor to wait for with `poll`.
    var fileDescriptor: Int32 { XConnectionNumber(display) }

    /// Claims the role of the screen's overlay; returns false if another process already has it.
    func claim() -> Bool {
        let selection = XInternAtom(display, "_INKD_OVERLAY", 0)
        guard XGetSelectionOwner(display, selection) == 0 else { return false }
        let owner = XCreateSimpleWindow(display, XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)
        XSetSelectionOwner(display, selection, owner, UInt(CurrentTime))
        XFlush(display)
        return XGetSelectionOwner(display, selection) == owner
    }

    /// Reads and drops the server's events.
    func drain() {
        var event = XEvent()
        while XPending(display) > 0 { XNextEvent(display, &event) }
    }

    /// The monitors, the primary one first.
    var monitors: [Monitor] {
        var count: Int32 = 0
        let root = XDefaultRootWindow(display)
        let list = XRRGetMonitors(display, root, 1, &count)
        defer { if let list { XRRFreeMonitors(list) } }
        let found = UnsafeBufferPointer(start: list, count: Int(max(0, count))).sorted { $0.primary > $1.primary }
            .filter { $0.width > 0 && $0.height > 0 }
            .map {
                Monitor(
                    frame: Rectangle(x: Double($0.x), y: Double($0.y), width: Double($0.width), height: Double($0.height)),
                    millimeters: Double($0.mwidth), scale: scale)
            }
        guard found.isEmpty else { return found }
        let screen = XDefaultScreen(display)
        let frame = Rectangle(x: 0, y: 0, width: Double(XDisplayWidth(display, screen)), height: Double(XDisplayHeight(display, screen)))
        return [Monitor(frame: frame, millimeters: 0, scale: scale)]
    }
}
