internal import CX11
internal import Glibc
internal import Ink
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
        // the server may refuse a request that is no longer possible, such as a size; this is ignored, because the next frame will have
        // another size
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

    /// The server's events since the last call.
    struct Events {
        /// Whether a window has lost pixels.
        var isExposed = false
        /// The positions of clicks into the panel, relative to the panel.
        var clicks: [Point] = []
    }

    /// Reads the server's events.
    func drain() -> Events {
        var event = XEvent()
        var events = Events()
        while XPending(display) > 0 {
            XNextEvent(display, &event)
            switch event.type {
            case Expose: events.isExposed = true
            case ButtonPress where event.xbutton.button == 1:
                events.clicks.append(Point(x: Double(event.xbutton.x), y: Double(event.xbutton.y)))
            default: break
            }
        }
        return events
    }

    /// The area of the whole screen, with all monitors.
    var area: PixelArea {
        let number = XDefaultScreen(display)
        var attributes = XWindowAttributes()
        // Xlib's own figures for the screen's size date from the start of the connection
        guard XGetWindowAttributes(display, XRootWindow(display, number), &attributes) != 0 else {
            return PixelArea(left: 0, top: 0, right: Int(XDisplayWidth(display, number)), bottom: Int(XDisplayHeight(display, number)))
        }
        return PixelArea(left: 0, top: 0, right: Int(attributes.width), bottom: Int(attributes.height))
    }

    /// Makes a window accept clicks only in these areas. Clicks elsewhere pass through the window.
    func accept(clicks places: [Rectangle], in window: Window) {
        func short(_ value: Double) -> Int16 { Int16(max(-30_000, min(30_000, value))) }
        var rectangles = places.map { place in
            XRectangle(
                x: short(place.x.rounded(.down)), y: short(place.y.rounded(.down)),
                width: UInt16(max(0, short(place.width.rounded(.up)))), height: UInt16(max(0, short(place.height.rounded(.up)))))
        }
        XShapeCombineRectangles(display, window, ShapeInput, 0, 0, &rectangles, Int32(rectangles.count), ShapeSet, 0)
    }

    /// Sets a window's name, and marks the window as one that accepts no input.
    func describe(_ window: Window, as name: String) {
        XStoreName(display, window, name)
        accept(clicks: [], in: window)
        var type = XInternAtom(display, "_NET_WM_WINDOW_TYPE_NOTIFICATION", 0)
        withUnsafeBytes(of: &type) { bytes in
            _ = XChangeProperty(
                display, window, XInternAtom(display, "_NET_WM_WINDOW_TYPE", 0), XA_ATOM, 32, Int32(PropModeReplace),
                bytes.bindMemory(to: UInt8.self).baseAddress, 1)
        }
        var hints = XWMHints()
        hints.flags = 1  // InputHint, a cast that Swift does not see
        hints.input = 0
        XSetWMHints(display, window, &hints)
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
