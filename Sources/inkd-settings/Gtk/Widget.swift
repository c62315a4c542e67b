internal import CGtk4

/// A GTK widget, to which this object holds a reference. Subclasses add the features of one kind of widget.
@MainActor
class Widget {
    /// The pointer for GTK's own functions.
    let pointer: UnsafeMutablePointer<GtkWidget>

    /// The pointer for functions of types that are opaque in GTK.
    final var opaque: OpaquePointer { OpaquePointer(pointer) }

    /// Takes ownership of a new widget.
    init(_ made: UnsafeMutablePointer<GtkWidget>?) {
        // if there is no memory for a widget, GTK itself ends the process
        guard let made else { preconditionFailure("GTK has made no widget") }
        pointer = made
        g_object_ref_sink(made)
    }

    /// Wraps the GTK widget of another object. A subclass that consists of several widgets wraps their container in this way.
    init(of other: Widget) {
        pointer = other.pointer
        g_object_ref(pointer)
    }

    isolated deinit { g_object_unref(pointer) }

    /// Returns the same pointer with the type that functions of one kind of widget need.
    final func cast<Kind>(to kind: Kind.Type = Kind.self) -> UnsafeMutablePointer<Kind> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: kind)
    }

    /// Calls a closure at each emission of a signal that needs no return value.
    final func on(_ signal: String, _ work: @escaping @MainActor () -> Void) {
        Signal.connect(UnsafeMutableRawPointer(pointer), signal, work)
    }

    /// The GTK property `visible`.
    final var isVisible: Bool {
        get { gtk_widget_get_visible(pointer) != 0 }
        set { gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
    }

    /// Whether the widget is on the screen: its window and its page are visible.
    final var isMapped: Bool { gtk_widget_get_mapped(pointer) != 0 }

    /// Whether the user can interact with the widget.
    final var isEnabled: Bool {
        get { gtk_widget_get_sensitive(pointer) != 0 }
        set { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) }
    }

    /// Sets the name for screen readers, for a widget whose contents do not include it.
    final func setAccessibleName(_ name: String) { setAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, name) }

    /// Sets the text that screen readers read besides the name.
    final func setAccessibleDescription(_ text: String) { setAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text) }

    private func setAccessible(_ property: GtkAccessibleProperty, _ text: String) {
        var property = property
        var value = GValue()
        // G_TYPE_STRING is a macro that Swift does not import
        g_value_init(&value, GType(16 << 2))
        g_value_set_string(&value, text)
        gtk_accessible_update_property_value(opaque, 1, &property, &value)
        g_value_unset(&value)
    }
}

/// Methods for the layout of widgets. Each method returns the widget, so that the code of a page reads as the page looks.
extension Widget {
    /// Adds classes of the style sheet.
    @discardableResult
    final func styled(_ classes: String...) -> Self {
        for name in classes { gtk_widget_add_css_class(pointer, name) }
        return self
    }

    /// Adds or removes a class of the style sheet.
    final func setStyle(_ name: String, _ isOn: Bool) {
        if isOn { gtk_widget_add_css_class(pointer, name) } else { gtk_widget_remove_css_class(pointer, name) }
    }

    /// Makes the widget take all available room.
    @discardableResult
    final func expanded(across: Bool = true, down: Bool = false) -> Self {
        gtk_widget_set_hexpand(pointer, across ? 1 : 0)
        gtk_widget_set_vexpand(pointer, down ? 1 : 0)
        return self
    }

    /// Sets the alignment in the allocated room.
    @discardableResult
    final func aligned(across: GtkAlign? = nil, down: GtkAlign? = nil) -> Self {
        if let across { gtk_widget_set_halign(pointer, across) }
        if let down { gtk_widget_set_valign(pointer, down) }
        return self
    }

    /// Sets a margin on all sides.
    @discardableResult
    final func margin(_ all: Int32) -> Self {
        gtk_widget_set_margin_start(pointer, all)
        gtk_widget_set_margin_end(pointer, all)
        gtk_widget_set_margin_top(pointer, all)
        gtk_widget_set_margin_bottom(pointer, all)
        return self
    }

    /// Sets a minimum size. For a side of -1, the widget's own minimum applies.
    @discardableResult
    final func sized(_ width: Int32, _ height: Int32) -> Self {
        gtk_widget_set_size_request(pointer, width, height)
        return self
    }

    /// Sets a name for screen readers.
    @discardableResult
    final func called(_ name: String) -> Self {
        setAccessibleName(name)
        return self
    }
}

/// Signals of GObjects.
enum Signal {
    /// Calls a closure at each emission of a signal that needs no return value, as long as the object exists. A closure that holds a
    /// reference to the object keeps it alive forever.
    @MainActor
    @discardableResult
    static func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ work: @escaping @MainActor () -> Void) -> UInt {
        // swapped: the closure is the first argument, so the callback can ignore the signal's other arguments
        let callback: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
            let handler = Handler.of(data)
            MainActor.assumeIsolated { handler?.run() }
        }
        // GObject accepts a callback of any type as a GCallback, and calls it with the signal's arguments
        return g_signal_connect_data(
            object, signal, unsafeBitCast(callback, to: GCallback.self), Handler.retained(work),
            { data, _ in _ = Handler.take(data) }, G_CONNECT_SWAPPED)
    }
}
