internal import CX11
internal import Glibc
internal import Ink

/// A window of the X server around the ink under the tip. It is above all others, never has the focus, and lets clicks pass through.
///
/// With a compositing manager, the window's pixels have an opacity. Without one, the window is filled with the ink's color, and shaped to
/// the ink.
final class TipWindow: TipSurface {
    private let screen: Screen
    private var display: OpaquePointer { screen.display }
    private let root: Window
    private let pen: InkCanvas.Pen
    private let compositor: Atom
    // Xwayland knows the pointer only above its own windows
    let hasPointer: Bool
    private var window: Shown?
    private var canvas: InkCanvas?
    private var isMapped = false
    /// The screen's area when the window was last hidden.
    private var screenArea = PixelArea.empty
    /// The number of lines when the window was raised last.
    private var lineCount = 0

    private struct Shown {
        let id: Window
        let context: GC?
        let isTranslucent: Bool
    }

    /// The distance between the ink and the window's edges when the window grows, in pixels at a scale of 1.
    private static let margin = 96.0

    /// - Parameter color: the ink's color: red, green, blue, 0 to 1.
    init(on screen: Screen, color: (Double, Double, Double)) {
        self.screen = screen
        root = XDefaultRootWindow(screen.display)
        pen = InkCanvas.Pen(color: color)
        compositor = XInternAtom(screen.display, "_NET_WM_CM_S\(XDefaultScreen(screen.display))", 0)
        hasPointer = getenv("WAYLAND_DISPLAY") == nil
    }

    deinit { close() }

    // the loop already waits for the connection, which is the panel's
    var fileDescriptor: Int32? { nil }

    var erasesCheaply: Bool { window?.isTranslucent ?? hasCompositor }

    var pointer: Point? {
        guard hasPointer else { return nil }
        var (top, child): (Window, Window) = (0, 0)
        var (x, y, left, above): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        var buttons: UInt32 = 0
        guard XQueryPointer(display, root, &top, &child, &x, &y, &left, &above, &buttons) != 0 else { return nil }
        // the middle of the pixel
        return Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
    }

    func scale(at place: Point) -> Double { screen.scale }

    func process() -> Bool { false }

    func draw(_ lines: [TipInk.Line], in box: Box, isErased: Bool) {
        guard let ink = lines.compactMap(\.path.box).reduce(nil, { $0?.union($1) ?? $1 }) else { return hide() }
        // a compositing manager may start or end between two strokes
        if lines.count != lineCount, self.window?.isTranslucent != hasCompositor { close() }
        guard let window = self.window ?? open() else { return }
        self.window = window
        if self.canvas == nil { screenArea = screen.area }
        let frame = (self.canvas?.area ?? .empty).windowFrame(
            covering: PixelArea(covering: ink), on: screenArea, margin: Int(Self.margin * screen.scale))
        let isNew = self.canvas?.area != frame || !isMapped
        if isNew {
            guard let next = InkCanvas(frame) else { return }
            if let canvas = self.canvas { next.copy(from: canvas) }
            self.canvas = next
            XMoveResizeWindow(
                display, window.id, Int32(clamping: frame.left), Int32(clamping: frame.top), UInt32(clamping: frame.width),
                UInt32(clamping: frame.height))
        }
        guard let canvas = self.canvas else { return }
        let part = pen.pixels(of: box).intersection(frame)
        canvas.draw(lines, in: part, pen)
        if !window.isTranslucent { shape(window.id, canvas, in: isNew || isErased ? nil : part) }
        if !isMapped {
            XMapRaised(display, window.id)
            isMapped = true
        } else if lines.count > lineCount {
            XRaiseWindow(display, window.id)
        }
        lineCount = lines.count
        if window.isTranslucent { put(canvas, isNew ? frame : part, on: window) }
        XFlush(display)
    }

    func hide() {
        (canvas, lineCount) = (nil, 0)
        guard isMapped, let window else { return }
        isMapped = false
        XUnmapWindow(display, window.id)
        XFlush(display)
    }

    private var hasCompositor: Bool {
        var match = XVisualInfo()
        return XGetSelectionOwner(display, compositor) != 0
            && XMatchVisualInfo(display, XDefaultScreen(display), 32, TrueColor, &match) != 0
    }

    private func open() -> Shown? {
        let number = XDefaultScreen(display)
        var match = XVisualInfo()
        let isTranslucent = hasCompositor && XMatchVisualInfo(display, number, 32, TrueColor, &match) != 0
        let visual = isTranslucent ? match.visual : XDefaultVisual(display, number)
        var attributes = XSetWindowAttributes()
        attributes.override_redirect = 1
        attributes.colormap = XCreateColormap(display, root, visual, AllocNone)
        attributes.event_mask = ExposureMask
        if !isTranslucent {
            var color = XColor()
            func part(_ value: Double) -> UInt16 { UInt16(value * 65535) }
            (color.red, color.green, color.blue) = (part(pen.color.0), part(pen.color.1), part(pen.color.2))
            XAllocColor(display, attributes.colormap, &color)
            attributes.background_pixel = color.pixel
        }
        let mask = UInt(CWOverrideRedirect | CWColormap | CWBorderPixel | CWBackPixel | CWEventMask)
        let depth = isTranslucent ? 32 : XDefaultDepth(display, number)
        let window = XCreateWindow(display, root, 0, 0, 1, 1, 0, depth, UInt32(InputOutput), visual, mask, &attributes)
        screen.describe(window, as: "inkd-overlay ink")
        return Shown(id: window, context: XCreateGC(display, window, 0, nil), isTranslucent: isTranslucent)
    }

    private func close() {
        guard let window else { return }
        if let context = window.context { XFreeGC(display, context) }
        XDestroyWindow(display, window.id)
        self.window = nil
        isMapped = false
    }

    private func put(_ canvas: InkCanvas, _ part: PixelArea, on window: Shown) {
        guard !part.isEmpty, let context = window.context, let pixels = canvas.pixels.baseAddress else { return }
        var image = XImage()
        (image.width, image.height) = (Int32(clamping: canvas.area.width), Int32(clamping: canvas.area.height))
        (image.format, image.depth, image.bits_per_pixel) = (Int32(ZPixmap), 32, 32)
        image.byte_order = Int32(littleEndian: 1) == 1 ? LSBFirst : MSBFirst
        (image.bitmap_bit_order, image.bitmap_unit, image.bitmap_pad) = (image.byte_order, 32, 32)
        image.bytes_per_line = Int32(clamping: canvas.stride)
        // XPutImage copies the pixels before it returns, and writes nothing there
        image.data = UnsafeMutablePointer(mutating: pixels.assumingMemoryBound(to: CChar.self))
        guard XInitImage(&image) != 0 else { return }
        let (x, y) = (Int32(clamping: part.left - canvas.area.left), Int32(clamping: part.top - canvas.area.top))
        XPutImage(display, window.id, context, &image, x, y, x, y, UInt32(clamping: part.width), UInt32(clamping: part.height))
    }

    /// Shapes the window to the ink. With a part, the ink of the part is added to the shape; without a part, the shape is replaced.
    private func shape(_ window: Window, _ canvas: InkCanvas, in part: PixelArea?) {
        var rectangles = canvas.shape(in: part ?? canvas.area).map { area in
            XRectangle(
                x: Int16(clamping: area.left - canvas.area.left), y: Int16(clamping: area.top - canvas.area.top),
                width: UInt16(clamping: area.width), height: UInt16(clamping: area.height))
        }
        XShapeCombineRectangles(
            display, window, ShapeBounding, 0, 0, &rectangles, Int32(clamping: rectangles.count), part == nil ? ShapeSet : ShapeUnion,
            YXBanded)
    }
}
