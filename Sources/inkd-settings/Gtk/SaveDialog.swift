internal import CGtk4

/// The desktop's own dialog that selects a file to write.
@MainActor
final class SaveDialog {
    private let dialog: OpaquePointer?
    private let chosen: @MainActor (String) -> Void
    /// The open dialog, retained until the user answers it.
    private static var open: SaveDialog?

    /// Shows the dialog, and calls a closure with a path if the user selects one.
    ///
    /// - Parameters:
    ///   - name: the suggested file name, which the user may change.
    ///   - widget: a widget of the window above which the dialog appears.
    static func show(title: String, name: String, above widget: Widget, _ chosen: @escaping @MainActor (String) -> Void) {
        open = SaveDialog(title: title, name: name, above: widget, chosen)
    }

    private init(title: String, name: String, above widget: Widget, _ chosen: @escaping @MainActor (String) -> Void) {
        self.chosen = chosen
        let window = gtk_widget_get_root(widget.pointer).map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWindow.self) }
        dialog = gtk_file_chooser_native_new(title, window, GTK_FILE_CHOOSER_ACTION_SAVE, "_Save", "_Cancel")
        guard let dialog else { return }
        gtk_file_chooser_set_current_name(dialog, name)
        let callback: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Void = { _, response in
            MainActor.assumeIsolated { SaveDialog.open?.answered(response) }
        }
        // GObject accepts a callback of any type as a GCallback, and calls it with the signal's arguments
        g_signal_connect_data(
            UnsafeMutableRawPointer(dialog), "response", unsafeBitCast(callback, to: GCallback.self), nil, nil, G_CONNECT_SWAPPED)
        gtk_native_dialog_set_modal(UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkNativeDialog.self), 1)
        gtk_native_dialog_show(UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkNativeDialog.self))
    }

    isolated deinit {
        if let dialog { g_object_unref(UnsafeMutableRawPointer(dialog)) }
    }

    private func answered(_ response: Int32) {
        defer { Self.open = nil }
        guard response == GTK_RESPONSE_ACCEPT.rawValue, let dialog, let file = gtk_file_chooser_get_file(dialog) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let path = g_file_get_path(file) else { return }
        defer { g_free(path) }
        chosen(String(cString: path))
    }
}
