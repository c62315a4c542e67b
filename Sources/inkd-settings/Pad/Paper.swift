internal import CGtk4
internal import Glibc
internal import InkProtocol

/// The owner of a paper's ink.
@MainActor
protocol InkTarget: AnyObject {
    /// The paper's ink, and whether the current stroke erases.
    var ink: (sheet: InkSheet, isErasing: Bool) { get }
    /// Begins a stroke where a pointer touches the paper.
    func begin(_ point: PadPoint, kind: EditorInterface.PointerKind)
    /// Moves the pointer through these points.
    func move(through points: [PadPoint])
    /// Ends the stroke, at a time in milliseconds since 1970.
    func end(at time: Double)
    /// Cancels the current stroke.
    func cancel()
    /// Sets the paper's size, in millimeters.
    func resize(width: Double, height: Double)
}

/// Paper on the screen: receives ink from pens, fingers and mice, and shows it.
@MainActor
final class Paper {
    /// The paper, to be placed in a window.
    let area: DrawingArea
    private unowned let target: any InkTarget
    private let gesture: OpaquePointer
    /// The origin of GDK's times in milliseconds since 1970; nil before the first event.
    private var epoch: Double?

    /// The size of a GTK pixel on the paper. People write larger with a mouse than with a pen, and this scale reduces a line written with a
    /// mouse to the size of a line written with a pen.
    private static let millimetersPerPixel = 0.2
    /// Pixels from one guide line to the next.
    private static let lineGap = 80.0

    /// - Parameter target: must live at least as long as this object.
    init(_ target: any InkTarget) {
        self.target = target
        gesture = gtk_gesture_drag_new()
        area = DrawingArea { [unowned target] in Self.paint(target, with: $0) }
        area.styled("paper").expanded(across: true, down: true).sized(320, 180).called("Paper")
        area.setAccessibleDescription("Write here with a pen, a finger or the mouse")
        // the widget owns the gesture from here on
        gtk_widget_add_controller(area.pointer, gesture)
        let object = UnsafeMutableRawPointer(gesture)
        Signal.connect(object, "drag-begin") { [weak self] in self?.begin() }
        Signal.connect(object, "drag-update") { [weak self] in self?.move() }
        Signal.connect(object, "drag-end") { [weak self] in self?.end() }
        Signal.connect(object, "cancel") { [weak self] in self?.target.cancel() }
        area.on("resize") { [weak self] in self?.resized() }
    }

    private func resized() {
        let size = area.size
        target.resize(width: size.width * Self.millimetersPerPixel, height: size.height * Self.millimetersPerPixel)
    }

    private func begin() {
        var (x, y) = (0.0, 0.0)
        guard gtk_gesture_drag_get_start_point(gesture, &x, &y) != 0, let event = gtk_event_controller_get_current_event(gesture) else {
            return
        }
        let time = Double(gdk_event_get_time(event))
        let now = Self.now
        // the origin changes if the system time was set, or the server restarted; times may jump between two strokes, but not within a
        // stroke
        if epoch.map({ abs($0 + time - now) > 1000 }) ?? true { epoch = now - time }
        target.begin(point(x, y, time: time, force: Self.force(of: event)), kind: Self.kind(of: event))
    }

    private func move() {
        var (startX, startY, x, y) = (0.0, 0.0, 0.0, 0.0)
        guard gtk_gesture_drag_get_start_point(gesture, &startX, &startY) != 0, gtk_gesture_drag_get_offset(gesture, &x, &y) != 0,
            let event = gtk_event_controller_get_current_event(gesture)
        else { return }
        let place = (x: startX + x, y: startY + y)
        let last = point(place.x, place.y, time: Double(gdk_event_get_time(event)), force: Self.force(of: event))
        target.move(through: history(of: event, at: place) + [last])
    }

    private func end() {
        guard let event = gtk_event_controller_get_current_event(gesture) else { return target.end(at: 0) }
        target.end(at: (epoch ?? 0) + Double(gdk_event_get_time(event)))
    }

    /// Returns the pointer's positions between two frames of the screen. GTK combines these positions into one event, because pens report
    /// more often than screens refresh.
    private func history(of event: OpaquePointer, at place: (x: Double, y: Double)) -> [PadPoint] {
        var (count, x, y) = (UInt32(0), 0.0, 0.0)
        guard let first = gdk_event_get_history(event, &count), gdk_event_get_position(event, &x, &y) != 0 else { return [] }
        defer { g_free(first) }
        // the history is in the window's coordinates
        let (left, top) = (place.x - x, place.y - y)
        return UnsafeBufferPointer(start: first, count: Int(count)).compactMap { moment in
            guard moment.flags.rawValue & GDK_AXIS_FLAG_X.rawValue != 0, moment.flags.rawValue & GDK_AXIS_FLAG_Y.rawValue != 0 else {
                return nil
            }
            let force = moment.flags.rawValue & GDK_AXIS_FLAG_PRESSURE.rawValue != 0 ? moment.axes.5 : nil
            return point(left + moment.axes.1, top + moment.axes.2, time: Double(moment.time), force: force)
        }
    }

    private func point(_ x: Double, _ y: Double, time: Double, force: Double?) -> PadPoint {
        .init(x: x * Self.millimetersPerPixel, y: y * Self.millimetersPerPixel, force: force, time: (epoch ?? 0) + time)
    }

    private static func force(of event: OpaquePointer) -> Double? {
        var force = 0.0
        guard gdk_event_get_device_tool(event) != nil, gdk_event_get_axis(event, GDK_AXIS_PRESSURE, &force) != 0 else { return nil }
        return min(max(force, 0), 1)
    }

    private static func kind(of event: OpaquePointer) -> EditorInterface.PointerKind {
        guard let tool = gdk_event_get_device_tool(event) else { return .pen }
        return gdk_device_tool_get_tool_type(tool) == GDK_DEVICE_TOOL_TYPE_ERASER ? .eraser : .pen
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }

    private static func paint(_ target: any InkTarget, with painter: Painter) {
        var y = lineGap
        while y < painter.height - 8 {
            painter.line([(16, y), (painter.width - 16, y)], width: 1, painter.text, opacity: 0.12)
            y += lineGap
        }
        let (sheet, isErasing) = target.ink
        for stroke in sheet.strokes { paint(stroke, with: painter, painter.ink) }
        guard let drawing = sheet.drawing else { return }
        if isErasing {
            paint(drawing, with: painter, painter.text, opacity: 0.25, width: 10)
        } else {
            paint(drawing, with: painter, painter.ink)
        }
    }

    private static func paint(_ stroke: PadStroke, with painter: Painter, _ color: Color, opacity: Double = 1, width: Double = 2.4) {
        let places = stroke.points.map { (x: $0.x / millimetersPerPixel, y: $0.y / millimetersPerPixel) }
        painter.line(places, width: width, color, opacity: opacity)
    }
}
