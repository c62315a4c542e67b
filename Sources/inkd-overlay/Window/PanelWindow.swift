internal import CX11

/// A window above all others that accepts no focus, and passes clicks through to the windows below, except clicks on candidates.
///
/// The window manager does not control the window (override redirect). Under XWayland, wlroots gives the keyboard focus to such windows,
/// except for window types that need no keyboard.
final class PanelWindow {
    /// Retained as long as the window exists, because closing the connection releases all of the server's resources.
    private let screen: Screen
    private var display: OpaquePointer { screen.display }
    /// Whether the window's pixels have an opacity that a compositor applies.
    var isTranslucent: Bool { hasAlpha && XGetSelectionOwner(display, compositor) != 0 }

    private let window: Window
    private let root: Window
    private let hasAlpha: Bool
    private let compositor: Atom
    private let surface: OpaquePointer
    private var frame = Rectangle(x: 0, y: 0, width: 1, height: 1)
    private var isMapped = false
    /// The areas that accept clicks, relative to the window.
    private var clickable: [Rectangle] = []

    /// Creates the window on the default screen; it is still hidden.
    ///
    /// - Throws: `OverlayError.noDrawing`.
    init(on screen: Screen) throws(OverlayError) {
        self.screen = screen
        let display = screen.display
        let number = XDefaultScreen(display)
        root = XRootWindow(display, number)
        compositor = XInternAtom(display, "_NET_WM_CM_S\(number)", 0)
        var match = XVisualInfo()
        hasAlpha = XMatchVisualInfo(display, number, 32, TrueColor, &match) != 0
        let visual = hasAlpha ? match.visual : XDefaultVisual(display, number)
        var attributes = XSetWindowAttributes()
        attributes.override_redirect = 1
        attributes.colormap = XCreateColormap(display, root, visual, AllocNone)
        attributes.event_mask = ButtonPressMask
        let mask = UInt(CWOverrideRedirect | CWColormap | CWBorderPixel | CWBackPixel | CWEventMask)
        window = XCreateWindow(
            display, root, 0, 0, 1, 1, 0, hasAlpha ? 32 : XDefaultDepth(display, number), UInt32(InputOutput), visual, mask, &attributes)
        // the surface is never NULL; its status has the error
        guard let surface = cairo_xlib_surface_create(display, window, visual, 1, 1),
            cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
        else { throw .noDrawing }
        self.surface = surface
        screen.describe(window, as: "inkd-overlay")
    }

    deinit {
        cairo_surface_destroy(surface)
        XDestroyWindow(display, window)
    }

    /// Moves the window, and draws it with `paint`; shows the window if it was hidden.
    ///
    /// - Throws: `OverlayError.noDrawing`.
    func show(at frame: Rectangle, _ paint: (OpaquePointer) -> Void) throws(OverlayError) {
        if frame != self.frame {
            self.frame = frame
            let (width, height) = (Int32(frame.width), Int32(frame.height))
            XMoveResizeWindow(display, window, Int32(frame.x), Int32(frame.y), UInt32(width), UInt32(height))
            cairo_xlib_surface_set_size(surface, width, height)
        }
        if !isMapped {
            XMapRaised(display, window)
            isMapped = true
        }
        // a new context for each frame, because after an error a context draws nothing
        guard let cairo = cairo_create(surface) else { throw .noDrawing }
        defer { cairo_destroy(cairo) }
        // the frame is drawn as a group, so that no half-drawn frame is visible
        cairo_push_group(cairo)
        paint(cairo)
        cairo_pop_group_to_source(cairo)
        cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
        cairo_paint(cairo)
        cairo_surface_flush(surface)
        // an error of the surface is permanent
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { throw .noDrawing }
        XFlush(display)
    }

    /// Makes the window accept clicks only in these areas.
    func accept(clicks places: [Rectangle]) {
        guard places != clickable else { return }
        clickable = places
        screen.accept(clicks: places, in: window)
    }

    /// Hides the window.
    func hide() {
        guard isMapped else { return }
        isMapped = false
        XUnmapWindow(display, window)
        XFlush(display)
    }
}
