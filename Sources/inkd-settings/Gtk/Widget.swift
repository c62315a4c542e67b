internal import CGtk4

/// A widget of GTK, which this object holds a reference to. Subclasses add what one kind of widget has.
@MainActor
class Widget {
    /// For GTK's own functions.
    let pointer: UnsafeMutablePointer<GtkWidget>

    /// For functions of types that GTK keeps to itself.
    final var opaque: OpaquePointer { OpaquePointer(pointer) }

    /// Takes a new widget over.
    init(_ made: UnsafeMutablePointer<GtkWidget>?) {
        // GTK ends the process itself where there is no memory for a widget
        guard let made else { preconditionFailure("GTK has made no widget") }
        pointer = made
        g_object_ref_sink(made)
    }

    /// Is another widget as well, as one that is made of several is the one that they lie in.
    init(of other: Widget) {
        pointer = other.pointer
        g_object_ref(pointer)
    }

    isolated deinit { g_object_unref(pointer) }

    /// The same pointer, as functions of one kind of widget want it.
    final func cast<Kind>(to kind: Kind.Type = Kind.self) -> UnsafeMutablePointer<Kind> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: kind)
    }

    /// Calls a closure at each emission of a signal that wants no answer.
    final func on(_ signal: String, _ work: @escaping @MainActor () -> Void) {
        Signal.connect(UnsafeMutableRawPointer(pointer), signal, work)
    }

    /// The visibility, as GTK has it.
    final var isVisible: Bool {
        get { gtk_widget_get_visible(pointer) != 0 }
        set { gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
    }

    /// It is on the screen: its window is, and so is the page that it is on.
    final var isMapped: Bool { gtk_widget_get_mapped(pointer) != 0 }

    /// Whether it can be used.
    final var isEnabled: Bool {
        get { gtk_widget_get_sensitive(pointer) != 0 }
        set { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) }
    }

    /// Its name for screen readers, where what it shows does not say it.
    final func setAccessibleName(_ name: String) { setAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, name) }

    /// What screen readers say besides its name.
    final func setAccessibleDescription(_ text: String) { setAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text) }

    private func setAccessible(_ property: GtkAccessibleProperty, _ text: String) {
        var property = property
        var value = GValue()
        // G_TYPE_STRING is a macro that Swift does not see
        g_value_init(&value, GType(16 << 2))
        g_value_set_string(&value, text)
        gtk_accessible_update_property_value(opaque, 1, &property, &value)
        g_value_unset(&value)
    }
}

/// Ways of placing widgets, each of which gives the widget back, so that a page reads as it looks.
extension Widget {
    /// Adds classes of the style sheet.
    @discardableResult
    final func styled(_ classes: String...) -> Self {
        for name in classes { gtk_widget_add_css_class(pointer, name) }
        return self
    }

    /// Has or has not a class of the style sheet.
    final func setStyle(_ name: String, _ isOn: Bool) {
        if isOn { gtk_widget_add_css_class(pointer, name) } else { gtk_widget_remove_css_class(pointer, name) }
    }

    /// Takes what room there is.
    @discardableResult
    final func expanded(across: Bool = true, down: Bool = false) -> Self {
        gtk_widget_set_hexpand(pointer, across ? 1 : 0)
        gtk_widget_set_vexpand(pointer, down ? 1 : 0)
        return self
    }

    /// Lies so in the room that it is given.
    @discardableResult
    final func aligned(across: GtkAlign? = nil, down: GtkAlign? = nil) -> Self {
        if let across { gtk_widget_set_halign(pointer, across) }
        if let down { gtk_widget_set_valign(pointer, down) }
        return self
    }

    /// Has so much room around it.
    @discardableResult
    final func margin(_ all: Int32) -> Self {
        gtk_widget_set_margin_start(pointer, all)
        gtk_widget_set_margin_end(pointer, all)
        gtk_widget_set_margin_top(pointer, all)
        gtk_widget_set_margin_bottom(pointer, all)
        return self
    }

    /// Is at least so large; -1 leaves a side to the widget.
    @discardableResult
    final func sized(_ width: Int32, _ height: Int32) -> Self {
        gtk_widget_set_size_request(pointer, width, height)
        return self
    }

    /// Has a name for screen readers.
    @discardableResult
    final func called(_ name: String) -> Self {
        setAccessibleName(name)
        return self
    }
}

/// Signals of GObjects.
enum Signal {
    /// Calls a closure at each emission of a signal that wants no answer, as long as the object lives. A closure that holds the object keeps it
    /// for ever.
    @MainActor
    @discardableResult
    static func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ work: @escaping @MainActor () -> Void) -> UInt {
        // swapped: the closure comes first, and what a signal has besides comes after it, where C leaves it alone
        let callback: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
            let handler = Handler.of(data)
            MainActor.assumeIsolated { handler?.run() }
        }
        // GObject takes a callback of any type as a GCallback, and calls it as the signal says
        return g_signal_connect_data(
            object, signal, unsafeBitCast(callback, to: GCallback.self), Handler.retained(work),
            { data, _ in _ = Handler.take(data) }, G_CONNECT_SWAPPED)
    }
}
