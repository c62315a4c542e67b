internal import CGtk4

/// A window that fills a screen. Escape closes it.
final class FullScreenWindow: Widget {
    /// - Parameter monitor: the monitor to fill; nil if the desktop is to choose the monitor.
    init(title: String, content: Widget, over parent: Widget, monitor: OpaquePointer?, closed: @escaping @MainActor () -> Void) {
        super.init(gtk_window_new())
        let window: UnsafeMutablePointer<GtkWindow> = cast()
        gtk_window_set_title(window, title)
        gtk_window_set_child(window, content.pointer)
        if let root = gtk_widget_get_root(parent.pointer) {
            gtk_window_set_transient_for(window, UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWindow.self))
        }
        let trigger = gtk_keyval_trigger_new(UInt32(GDK_KEY_Escape), GdkModifierType(0))
        if let controller = gtk_shortcut_controller_new(), let escape = gtk_shortcut_new(trigger, gtk_named_action_new("window.close")) {
            // both calls take ownership of their argument
            gtk_shortcut_controller_add_shortcut(controller, escape)
            gtk_widget_add_controller(pointer, controller)
        }
        // the signal is `unrealize`, because the window is not destroyed as long as this object holds a reference
        on("unrealize", closed)
        if let monitor { gtk_window_fullscreen_on_monitor(window, monitor) } else { gtk_window_fullscreen(window) }
        gtk_window_present(window)
    }

    /// Closes the window.
    func close() { gtk_window_destroy(cast()) }
}
