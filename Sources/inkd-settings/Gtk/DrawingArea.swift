internal import CGtk4

/// A widget that is drawn with cairo.
final class DrawingArea: Widget {
    private let handler: DrawHandler

    /// Calls a closure whenever the widget needs to be drawn.
    init(_ draw: @escaping @MainActor (Painter) -> Void) {
        handler = DrawHandler(draw)
        super.init(gtk_drawing_area_new())
        gtk_drawing_area_set_draw_func(
            cast(),
            { _, context, width, height, data in
                guard let context, let data else { return }
                let handler = Unmanaged<DrawHandler>.fromOpaque(data).takeUnretainedValue()
                let drawing = Handover(value: context)
                MainActor.assumeIsolated { handler.draw(on: drawing.value, width: Double(width), height: Double(height)) }
            }, Unmanaged.passRetained(handler).toOpaque(),
            { data in
                if let data { Unmanaged<DrawHandler>.fromOpaque(data).release() }
            })
        handler.widget = self
    }

    /// Calls a closure with each position where a pointer is pressed or to which it is dragged, in GTK's pixels.
    func onDrag(_ work: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        guard let gesture = gtk_gesture_drag_new() else { return }
        // the widget owns the gesture from here on
        gtk_widget_add_controller(pointer, gesture)
        for signal in ["drag-begin", "drag-update"] {
            Signal.connect(UnsafeMutableRawPointer(gesture), signal) {
                var (x, y, across, down) = (0.0, 0.0, 0.0, 0.0)
                guard gtk_gesture_drag_get_start_point(gesture, &x, &y) != 0 else { return }
                // a drag that begins has no offset yet
                _ = gtk_gesture_drag_get_offset(gesture, &across, &down)
                work(x + across, y + down)
            }
        }
    }

    /// Requests that the widget be drawn again soon.
    func redraw() { gtk_widget_queue_draw(pointer) }

    /// The widget's size in GTK's pixels. A GTK pixel may be several pixels of the screen.
    var size: (width: Double, height: Double) { (Double(gtk_widget_get_width(pointer)), Double(gtk_widget_get_height(pointer))) }
}

/// A drawing closure owned by GTK. GTK may retain the closure longer than the widget's object exists.
@MainActor
private final class DrawHandler {
    weak var widget: Widget?
    private let work: @MainActor (Painter) -> Void

    init(_ work: @escaping @MainActor (Painter) -> Void) { self.work = work }

    func draw(on context: OpaquePointer, width: Double, height: Double) {
        guard let widget else { return }
        work(Painter(context, width: width, height: height, text: Color.ofText(in: widget)))
    }
}

/// A color: red, green and blue, 0 to 1.
struct Color: Sendable, Hashable {
    var red: Double
    var green: Double
    var blue: Double

    /// Returns the color of a widget's text in the desktop's theme.
    @MainActor
    static func ofText(in widget: Widget) -> Color {
        var color = GdkRGBA()
        gtk_style_context_get_color(gtk_widget_get_style_context(widget.pointer), &color)
        return Color(red: Double(color.red), green: Double(color.green), blue: Double(color.blue))
    }

    /// Whether the text color is light, which means a dark background.
    var isLight: Bool { red + green + blue > 1.5 }
}

/// Draws on a widget, in GTK's pixels.
@MainActor
struct Painter {
    let width: Double
    let height: Double
    /// The color of text, from which the other colors are derived.
    let text: Color
    private let context: OpaquePointer

    init(_ context: OpaquePointer, width: Double, height: Double, text: Color) {
        (self.context, self.width, self.height, self.text) = (context, width, height, text)
    }

    /// The ink's color.
    var ink: Color { text.isLight ? Color(red: 0.62, green: 0.76, blue: 1) : Color(red: 0.08, green: 0.16, blue: 0.5) }
    /// The color of accents.
    var accent: Color { text.isLight ? Color(red: 0.47, green: 0.68, blue: 1) : Color(red: 0.11, green: 0.44, blue: 0.85) }

    /// Draws a line through points, with round joins.
    func line(_ places: [(x: Double, y: Double)], width: Double, _ color: Color, opacity: Double = 1, isClosed: Bool = false) {
        guard let first = places.first else { return }
        set(color, opacity)
        cairo_set_line_width(context, width)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_move_to(context, first.x, first.y)
        for place in places { cairo_line_to(context, place.x, place.y) }
        if isClosed { cairo_close_path(context) }
        cairo_stroke(context)
    }

    /// Fills a rectangle, with round corners unless `radius` is 0.
    func fill(x: Double, y: Double, width: Double, height: Double, radius: Double = 0, _ color: Color, opacity: Double = 1) {
        set(color, opacity)
        path(x: x, y: y, width: width, height: height, radius: radius)
        cairo_fill(context)
    }

    /// Draws the edge of a rectangle.
    func frame(
        x: Double, y: Double, width: Double, height: Double, radius: Double = 0, line: Double, _ color: Color, opacity: Double = 1
    ) {
        set(color, opacity)
        cairo_set_line_width(context, line)
        path(x: x, y: y, width: width, height: height, radius: radius)
        cairo_stroke(context)
    }

    private func path(x: Double, y: Double, width: Double, height: Double, radius: Double) {
        cairo_new_sub_path(context)
        let quarter = Double.pi / 2
        cairo_arc(context, x + width - radius, y + radius, radius, -quarter, 0)
        cairo_arc(context, x + width - radius, y + height - radius, radius, 0, quarter)
        cairo_arc(context, x + radius, y + height - radius, radius, quarter, 2 * quarter)
        cairo_arc(context, x + radius, y + radius, radius, 2 * quarter, 3 * quarter)
        cairo_close_path(context)
    }

    private func set(_ color: Color, _ opacity: Double) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, opacity)
    }
}
