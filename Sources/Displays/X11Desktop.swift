internal import CXrandr
internal import Glibc
internal import Ink
internal import InkProtocol
internal import InputMethod

/// The focused window of an X server's desktop, and the mapping of its pens.
final class X11Desktop: PlaceSource {
    private let display: OpaquePointer
    private let root: Window
    private let pens: X11Pens?
    private let names: Names
    private(set) var places = DesktopPlaces()
    /// The window whose changes of position and size the X server reports; 0 for no window.
    private var followed: Window = 0

    /// Properties of windows (Extended Window Manager Hints).
    private struct Names {
        let activeWindow, process, frame, title, utf8: Atom
    }

    /// Connects to the server that `DISPLAY` names; nil without one.
    init?() {
        guard getenv("DISPLAY") != nil, let display = XOpenDisplay(nil) else { return nil }
        // a window may be destroyed before it is queried, and Xlib's default error handler would end the process
        XSetErrorHandler { _, _ in 0 }
        self.display = display
        root = XDefaultRootWindow(display)
        pens = X11Pens(display)
        func atom(_ name: String) -> Atom { XInternAtom(display, name, 0) }
        names = Names(
            activeWindow: atom("_NET_ACTIVE_WINDOW"), process: atom("_NET_WM_PID"), frame: atom("_GTK_FRAME_EXTENTS"),
            title: atom("_NET_WM_NAME"), utf8: atom("UTF8_STRING"))
        XSelectInput(display, root, PropertyChangeMask | StructureNotifyMask)
        places.tablets = readTablets()
    }

    deinit { XCloseDisplay(display) }

    var fileDescriptor: Int32? { XConnectionNumber(display) }

    func locateWindow() { places.window = readWindow() }

    func update() {
        var (hasMoved, hasDevices) = (false, false)
        while XPending(display) > 0 {
            var event = XEvent()
            XNextEvent(display, &event)
            switch event.type {
            case PropertyNotify: if event.xproperty.atom == names.activeWindow { hasMoved = true }
            case ConfigureNotify: if event.xconfigure.window == root { hasDevices = true } else { hasMoved = true }
            case DestroyNotify:
                // a new window may have the ID of the destroyed one
                followed = 0
                hasMoved = true
            case UnmapNotify: hasMoved = true
            // an event of XInput
            case GenericEvent: hasDevices = true
            default: break
            }
        }
        if hasMoved { locateWindow() }
        if hasDevices { places.tablets = readTablets() }
        // events that arrived meanwhile are in Xlib's queue: the descriptor does not report them again
        if (hasMoved || hasDevices) && XPending(display) > 0 { update() }
    }

    // MARK: The window

    private func readWindow() -> FocusedWindow? {
        let window = Window(UInt(bitPattern: numbers(names.activeWindow, of: root).first ?? 0))
        follow(window)
        guard window != 0, window != root, let place = place(of: window) else { return nil }
        // in the order left, right, top, bottom
        let frame = numbers(names.frame, of: window).map(Double.init)
        let (process, title) = (numbers(names.process, of: window).first, title(of: window))
        guard frame.count == 4, frame[0] + frame[1] < place.width, frame[2] + frame[3] < place.height else {
            return FocusedWindow(place: place, process: process, title: title)
        }
        let inner = PixelRectangle(
            x: place.x + frame[0], y: place.y + frame[2], width: place.width - frame[0] - frame[1],
            height: place.height - frame[2] - frame[3])
        return FocusedWindow(place: inner, shadowLeft: frame[0], shadowTop: frame[2], process: process, title: title)
    }

    private func follow(_ window: Window) {
        guard window != followed else { return }
        if followed != 0, followed != root { XSelectInput(display, followed, 0) }
        followed = window
        if window != 0, window != root { XSelectInput(display, window, StructureNotifyMask) }
    }

    private func place(of window: Window) -> PixelRectangle? {
        var (root, child): (Window, Window) = (0, 0)
        var (x, y): (Int32, Int32) = (0, 0)
        var (width, height, border, depth): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
        guard XGetGeometry(display, window, &root, &x, &y, &width, &height, &border, &depth) != 0,
            XTranslateCoordinates(display, window, root, 0, 0, &x, &y, &child) != 0
        else { return nil }
        return PixelRectangle(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    }

    /// Returns the items of a property with items of 32 bits; empty if the window has no such property.
    private func numbers(_ property: Atom, of window: Window) -> [Int] {
        let anyType: Atom = 0
        // Xlib returns items of 32 bits as C longs
        return read(property, of: window, as: anyType, format: 32) { data, count in
            UnsafeRawBufferPointer(start: data, count: count * MemoryLayout<Int>.stride).withMemoryRebound(to: Int.self) { Array($0) }
        } ?? []
    }

    private func title(of window: Window) -> String? {
        read(names.title, of: window, as: names.utf8, format: 8) { data, count in
            String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
        }
    }

    /// Reads a property of items with `format` bits each; nil if the window has no such property of this type, or the property is empty.
    private func read<Value>(
        _ property: Atom, of window: Window, as kind: Atom, format expected: Int32, _ body: (UnsafePointer<UInt8>, Int) -> Value
    ) -> Value? {
        var (type, format): (Atom, Int32) = (0, 0)
        var (count, rest): (UInt, UInt) = (0, 0)
        var data: UnsafeMutablePointer<UInt8>?
        // the maximum length to read, in units of four bytes
        let limit = 256
        let result = XGetWindowProperty(display, window, property, 0, limit, 0, kind, &type, &format, &count, &rest, &data)
        defer { if let data { XFree(data) } }
        guard result == 0, format == expected, let data, count > 0 else { return nil }
        return body(data, Int(count))
    }

    // MARK: Tablets

    private func readTablets() -> [TextInputInterface.TabletMapping] {
        guard let pens, let screen = place(of: root) else { return [] }
        let monitors = readMonitors()
        return pens.read().compactMap { pen -> SurfaceMapping? in
            guard var mapping = pen.mapping(width: screen.width, height: screen.height) else { return nil }
            mapping.pixelsPerMillimeter = monitors.pixelsPerMillimeter(at: mapping.middle)
            return mapping
        }.reports
    }

    private func readMonitors() -> [Monitor] {
        var count: Int32 = 0
        guard let monitors = XRRGetMonitors(display, root, 1, &count) else { return [] }
        defer { XRRFreeMonitors(monitors) }
        return UnsafeBufferPointer(start: monitors, count: Int(max(0, count))).map { monitor in
            Monitor(
                place: PixelRectangle(
                    x: Double(monitor.x), y: Double(monitor.y), width: Double(monitor.width), height: Double(monitor.height)),
                millimeters: Double(monitor.mwidth))
        }
    }
}
