internal import CGtk4
internal import Ink
internal import InkProtocol

/// The desktop's monitors.
@MainActor
enum Screen {
    /// Returns the monitor that is a tablet's own screen: the only monitor of the tablet's size, or, if there is not exactly one, the
    /// monitor that shows a widget. Returns nil if the monitor is unknown.
    static func monitor(of tablet: DevicesInterface.Device, near widget: Widget) -> OpaquePointer? {
        guard let display = gdk_display_get_default(), let monitors = gdk_display_get_monitors(display) else { return nil }
        // the list keeps the monitors alive while they are connected
        let all = (0..<g_list_model_get_n_items(monitors)).compactMap { place -> OpaquePointer? in
            guard let monitor = g_list_model_get_item(monitors, place) else { return nil }
            g_object_unref(monitor)
            return OpaquePointer(monitor)
        }
        func isAlike(_ millimeters: Int32, _ length: Double) -> Bool { abs(Double(millimeters) - length) < 0.1 * length }
        let alike = all.filter { monitor in
            guard let width = tablet.width, let height = tablet.height else { return false }
            return isAlike(gdk_monitor_get_width_mm(monitor), width) && isAlike(gdk_monitor_get_height_mm(monitor), height)
        }
        if alike.count == 1 { return alike[0] }
        guard let native = gtk_widget_get_native(widget.pointer), let surface = gtk_native_get_surface(native) else { return nil }
        return gdk_display_get_monitor_at_surface(display, surface)
    }

    /// Returns the ratio of width to height of the first monitor; nil without monitors.
    static func aspect() -> AspectRatio? {
        guard let display = gdk_display_get_default(), let monitors = gdk_display_get_monitors(display),
            let monitor = g_list_model_get_item(monitors, 0)
        else { return nil }
        defer { g_object_unref(monitor) }
        var place = GdkRectangle()
        gdk_monitor_get_geometry(OpaquePointer(monitor), &place)
        return AspectRatio("\(place.width):\(place.height)")
    }
}
